import { BitReader } from './bit-reader.ts'
import { BlockDecoder, type Component } from './block-decoder.ts'
import { HuffmanTable } from './huffman-table.ts'

const markers = { huffman: 0xc4, quantization: 0xdb, restart: 0xdd, scan: 0xda, end: 0xd9 }
const firstRestart = 0xd0

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
export function hasIntactCodes(bytes: Uint8Array): boolean {
  return new DataCheck(bytes).run()
}

class DataCheck {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #tables = new Map<number, HuffmanTable>()
  readonly #divisors = new Map<number, number>()
  #restartInterval = 0
  #frame: Frame | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  run(): boolean {
    for (let at = 2; at + 4 <= this.#bytes.length;) {
      at = this.#bytes.indexOf(0xff, at)
      const marker = at === -1 ? undefined : this.#bytes[at + 1]
      if (marker === undefined || marker === markers.end) return true
      // Filling, coded data, and markers without a segment.
      if (marker === 0xff || marker <= 0x01 || (marker >= firstRestart && marker <= 0xd8)) {
        at += marker === 0xff ? 1 : 2
        continue
      }
      if (at + 4 > this.#bytes.length) return true
      const end = at + 2 + this.#view.getUint16(at + 2)
      const content = this.#bytes.subarray(at + 4, end)
      if (marker === markers.scan) {
        const next = this.#checkScan(content, end)
        if (typeof next === 'boolean') return next
        at = next
      } else if (!this.#read(marker, content)) return true
      else at = end
    }
    return true
  }

  /** Reads what a scan depends on; false where the file can't be checked. */
  #read(marker: number, content: Uint8Array): boolean {
    if (marker === markers.huffman) this.#readTables(content)
    else if (marker === markers.quantization) this.#readDivisors(content)
    else if (marker === markers.restart) {
      this.#restartInterval = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
    } else if (isKnownFrame(marker)) return this.#readFrame(marker, content)
    else if (marker > progressiveFrame && marker <= 0xcf) return false
    return true
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

  /** Where the file goes on behind a scan; false where its data are damaged, true where unknown. */
  #checkScan(content: Uint8Array, start: number): number | boolean {
    const frame = this.#frame
    const [count = 0] = content
    if (frame === undefined || content.length < 4 + 2 * count) return true
    const [from = 0, end = 0, approximation = 0] = content.subarray(1 + 2 * count)
    const components: Component[] = []
    for (let at = 1; at < 1 + 2 * count; at += 2) {
      const component = frame.components.get(content[at] ?? -1)
      if (component === undefined) return true
      const choice = content[at + 1] ?? 0
      component.dc = this.#tables.get(choice >> 4)
      component.ac = this.#tables.get(0x10 | (choice & 15))
      components.push(component)
    }
    const [first] = components
    if (first === undefined || end > 63 || !hasTables(frame, components, from, approximation)) {
      return true
    }
    const reader = new BitReader(this.#bytes, start)
    const band = { start: from, end, refines: approximation >> 4 > 0 }
    const decoder = new BlockDecoder(reader, band, frame.isProgressive)
    const units = unitsOf(frame, components)
    if (frame.isProgressive && from > 0 && first.known.length === 0) {
      first.known = new Uint8Array(8 * units)
    }
    return this.#checkUnits(reader, decoder, components, units)
  }

  #checkUnits(
    reader: BitReader,
    decoder: BlockDecoder,
    components: readonly Component[],
    units: number,
  ): number | boolean {
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
    if (!decoder.isAtEnd) return false
    const marker = reader.endInterval()
    return marker === undefined ? false : reader.at - 2
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
