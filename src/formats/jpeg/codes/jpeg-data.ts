import { ByteReader, bytesSource } from '../../byte-reader.ts'
import { isFrameHeader } from '../jpeg-frame.ts'
import { endOfImage, JpegSegments, startOfScan } from '../jpeg-segments.ts'
import { BitReader } from './bit-reader.ts'
import { BlockDecoder, type Component } from './block-decoder.ts'
import { HuffmanTable } from './huffman-table.ts'

const markers = { huffman: 0xc4, quantization: 0xdb, restartInterval: 0xdd }
const firstRestart = 0xd0
const windowLength = 64 * 1024

/** SOF0 to SOF2: what codes of Huffman's with 8 bits a sample are used for. */
const progressiveFrame = 0xc2
const isKnownFrame = (marker: number) => marker >= 0xc0 && marker <= progressiveFrame

interface Frame {
  isProgressive: boolean
  width: number
  height: number
  components: Map<number, Component>
}

/**
 * Checks the coded data of a JPEG, over whose damage decoders gloss: every code has to make sense,
 * and there have to be neither fewer nor more of them than blocks (ITU-T T.81, annexes F and G).
 * Takes a bit of memory for each coefficient of a progressive one.
 * @returns false where something is wrong; true also for what can't be checked: arithmetic coding,
 * tables or a height that are not in the file.
 */
export async function hasIntactCodes(bytes: Uint8Array): Promise<boolean> {
  const reader = new ByteReader(bytesSource(bytes), { windowLength, leaps: true })
  const segments = new JpegSegments(reader)
  const check = new DataCheck(bytes)
  for (;;) {
    const segment = await segments.next()
    if (segment === undefined || segment.marker === endOfImage) return true
    const content = bytes.subarray(segment.at, segment.at + Math.max(0, segment.length))
    const result =
      segment.marker === startOfScan
        ? check.checkScan(content, segment.at + content.length)
        : check.read(segment.marker, content)
    if (result !== 'intact') return result === 'unknown'
  }
}

/** What a look at a segment led to; what is unknown can't be checked. */
type Result = 'intact' | 'damaged' | 'unknown'

class DataCheck {
  readonly #bytes: Uint8Array
  readonly #tables = new Map<number, HuffmanTable>()
  readonly #divisors = new Map<number, number>()
  #restartInterval = 0
  #frame: Frame | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Reads what a scan depends on. */
  read(marker: number, content: Uint8Array): Result {
    if (marker === markers.huffman) this.#readTables(content)
    else if (marker === markers.quantization) this.#readDivisors(content)
    else if (marker === markers.restartInterval) {
      this.#restartInterval = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
    } else if (isFrameHeader(marker)) {
      return isKnownFrame(marker) && this.#readFrame(marker, content) ? 'intact' : 'unknown'
    }
    return 'intact'
  }

  #readTables(content: Uint8Array): void {
    for (let at = 0; at + 17 <= content.length;) {
      const counts = content.subarray(at + 1, at + 17)
      const length = counts.reduce((sum, count) => sum + count, 0)
      const values = content.subarray(at + 17, at + 17 + length)
      this.#tables.set(content[at] ?? 0, new HuffmanTable(counts, values))
      at += 17 + length
    }
  }

  /** Of each table the first divisor only (B.2.4.1), of one or two bytes. */
  #readDivisors(content: Uint8Array): void {
    for (let at = 0; at + 65 <= content.length;) {
      const [head = 0, high = 0, low = 0] = content.subarray(at, at + 3)
      const isWide = head >> 4 > 0
      this.#divisors.set(head & 15, isWide ? (high << 8) | low : high)
      at += isWide ? 129 : 65
    }
  }

  #readFrame(marker: number, content: Uint8Array): boolean {
    const [precision, y1 = 0, y0 = 0, x1 = 0, x0 = 0, count = 0] = content
    if (precision !== 8 || content.length < 6 + 3 * count || this.#frame !== undefined) return false
    const [width, height] = [(x1 << 8) | x0, (y1 << 8) | y0]
    const isProgressive = marker === progressiveFrame
    const components = new Map<number, Component>()
    for (let at = 6; at + 3 <= content.length; at += 3) {
      const [id = 0, sampling = 0, table = 0] = content.subarray(at, at + 3)
      const divisor = this.#divisors.get(table) ?? 1
      const [across, down] = [sampling >> 4, sampling & 15]
      if (across === 0 || down === 0) return false
      const state = { dc: undefined, ac: undefined, average: 0, known: new Uint8Array() }
      components.set(id, { across, down, divisor, ...state })
    }
    this.#frame = { isProgressive, width, height, components }
    return width > 0 && height > 0
  }

  /** Checks the data of a scan, which lie behind its header. */
  checkScan(content: Uint8Array, start: number): Result {
    const frame = this.#frame
    const [count = 0] = content
    if (frame === undefined || content.length < 4 + 2 * count) return 'unknown'
    const [from = 0, end = 0, approximation = 0] = content.subarray(1 + 2 * count)
    const components: Component[] = []
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const component = frame.components.get(content[at] ?? -1)
      if (component === undefined) return 'unknown'
      const choice = content[at + 1] ?? 0
      component.dc = this.#tables.get(choice >> 4)
      component.ac = this.#tables.get(0x10 | (choice & 15))
      components.push(component)
    }
    const [first] = components
    if (first === undefined || end > 63 || !hasTables(frame, components, from, approximation)) {
      return 'unknown'
    }
    const reader = new BitReader(this.#bytes, start)
    const band = { start: from, end, refines: approximation >> 4 > 0 }
    const decoder = new BlockDecoder(reader, band, frame.isProgressive)
    const units = unitsOf(frame, components)
    if (frame.isProgressive && from > 0 && first.known.length === 0) {
      first.known = new Uint8Array(8 * units)
    }
    return this.#areUnitsIntact(reader, decoder, components, units) ? 'intact' : 'damaged'
  }

  #areUnitsIntact(
    reader: BitReader,
    decoder: BlockDecoder,
    components: readonly Component[],
    units: number,
  ): boolean {
    const interval = this.#restartInterval || units
    const isAlone = components.length === 1
    for (let unit = 0; unit < units; unit += 1) {
      if (unit % interval === 0) {
        const restart = firstRestart + ((unit / interval - 1) % 8)
        if (unit > 0 && (!decoder.isAtEnd || reader.endInterval() !== restart)) return false
        for (const component of components) component.average = 0
      }
      for (const component of components) {
        const blocks = isAlone ? 1 : component.across * component.down
        for (let block = 0; block < blocks; block += 1) {
          if (!decoder.decode(component, unit)) return false
        }
      }
    }
    return decoder.isAtEnd && reader.endInterval() !== undefined
  }
}

/** Some cameras leave out the tables that everybody knows (K.3); their pictures can't be checked. */
const hasTables = (
  { isProgressive }: Frame,
  components: readonly Component[],
  from: number,
  approximation: number,
) =>
  components.every(({ dc, ac }) => {
    const needsDc = from === 0 && approximation >> 4 === 0
    const needsAc = !isProgressive || from > 0
    return (!needsDc || dc !== undefined) && (!needsAc || ac !== undefined)
  })

/** How many units a scan has: single blocks of a component, or a group of all of them (A.2). */
function unitsOf({ width, height, components }: Frame, inScan: readonly Component[]): number {
  const most = (side: 'across' | 'down') =>
    Math.max(...[...components.values()].map((component) => component[side]))
  const [only, second] = inScan
  const [across, down] =
    only !== undefined && second === undefined
      ? [only.across, only.down]
      : [most('across'), most('down')]
  const isAlone = second === undefined
  const columns = isAlone ? Math.ceil((width * across) / most('across')) : width / across
  const rows = isAlone ? Math.ceil((height * down) / most('down')) : height / down
  return Math.ceil(columns / 8) * Math.ceil(rows / 8)
}
