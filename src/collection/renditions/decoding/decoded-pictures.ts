import { invalidRequest, type AppError } from '../../../errors.ts'
import { ByteReader } from '../../../formats/byte-reader.ts'
import type { DecodingPlan } from '../../../formats/format.ts'
import {
  pictureFormats,
  type ImageHeader,
  type ImageType,
} from '../../../formats/picture-formats.ts'
import { SingleFlight } from '../../../lib/single-flight.ts'
import type {
  DecoderFailure,
  DecoderFile,
  SystemDecoder,
} from '../../disk/processes/system-decoder.ts'
import type { DiskCache } from '../../disk/rendition-cache.ts'
import { isEnough, memoryLeft, type MemoryLeft } from '../memory-budget.ts'
import type { Size } from '../layout.ts'
import { renditionOf } from '../request.ts'
import type { SourceFile } from './source.ts'
import { UnscalableError } from './unscalable.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The longest side that is kept, in pixels: photos of 24 megapixels stay as they are. */
const maxSide = 6144

/** The quality of a JPEG that renditions are made of. */
const quality = 88

const megabyte = 1024 ** 2

/** What a decoder takes of memory whatever the picture. */
const allowance = 40 * megabyte

/** How long a decoder may take, in milliseconds: a small board needs a tenth of this. */
const timeLimit = { forAny: 20_000, perMegapixel: 2000 }

/** More than a JPEG or PNG of so many pixels takes, in bytes. */
const outputLimit = { forAny: megabyte, perPixel: 4 }

/** What a picture is that the system decodes. */
export interface EncodedPicture extends Size {
  type: ImageType
  /** Names the exact content. */
  key: string
}

/**
 * Gives pictures that only a program of the system can decode as JPEGs, which all their renditions
 * are made of. They are as displayed, opaque, of bounded size, and kept in the cache.
 */
export class DecodedPictures {
  readonly #decoder: SystemDecoder | undefined
  readonly #memoryLeft: MemoryLeft
  readonly #cache: DiskCache | undefined
  readonly #flights = new SingleFlight<string, Bytes>()

  /** @param decoder `undefined` where the system has none. */
  constructor(
    decoder: SystemDecoder | undefined,
    left: MemoryLeft = memoryLeft,
    cache?: DiskCache,
  ) {
    this.#decoder = decoder
    this.#memoryLeft = left
    this.#cache = cache
  }

  /**
   * @throws UnscalableError when the decoder fails, and will fail again; INVALID_REQUEST when it is
   * missing or there is too little memory.
   */
  async get(picture: EncodedPicture, file: DecoderFile): Promise<SourceFile> {
    const key = `${picture.key}\ndecoded`
    const bytes = await this.#flights.run(key, async () => {
      const kept = await this.#cache?.get(key)
      if (kept !== undefined) return kept
      const made = await this.#decode(picture, file)
      await this.#cache?.put(key, made)
      return made
    })
    return asSource(bytes)
  }

  async #decode({ type, width, height }: EncodedPicture, file: DecoderFile): Promise<Bytes> {
    const plan = await planOf(file, type)
    if (this.#decoder === undefined || plan === undefined) throw missing()
    const limits = limitsOf({ width, height }, plan)
    if (!isEnough(this.#memoryLeft, limits.memory)) throw tooLarge()
    const decoded = await this.#decoder.decode(file, plan, limits)
    if (typeof decoded === 'string') throw failureOf(decoded)
    const header = await pictureFormats.readHeader(asSource(decoded))
    const wanted = plan.hasTransparency ? 'png' : 'jpg'
    if (typeof header === 'string' || header.type !== wanted) throw failureOf('no picture')
    const scale = scaleOf(header)
    return wanted === 'jpg' && scale === 1 ? decoded : this.#toJpeg(decoded, header, scale)
  }

  async #toJpeg(
    decoded: Bytes,
    { type, width, height, orientation }: ImageHeader,
    scale: number,
  ): Promise<Bytes> {
    const { render } = await import('../renderer.ts')
    // The decoder has turned it upright, whatever the EXIF data says that it copies.
    const isOnItsSide = orientation >= 5
    const box = {
      width: Math.ceil(scale * (isOnItsSide ? height : width)),
      height: Math.ceil(scale * (isOnItsSide ? width : height)),
    }
    const rendition = renditionOf({ ...box, format: 'jpeg', quality }, type)
    return render(asSource(decoded), type, rendition, this.#memoryLeft)
  }
}

async function planOf(file: DecoderFile, type: ImageType): Promise<DecodingPlan | undefined> {
  const reader = new ByteReader(file, { windowLength: 4096, leaps: true })
  return pictureFormats.get(type).planDecoding?.(reader)
}

function limitsOf({ width, height }: Size, { heldPerPixel }: DecodingPlan) {
  const pixels = width * height
  return {
    memory: allowance + heldPerPixel * pixels,
    time: timeLimit.forAny + timeLimit.perMegapixel * (pixels / 1e6),
    output: outputLimit.forAny + outputLimit.perPixel * pixels,
  }
}

/** Halves the size until it is in bounds: decoders shrink JPEGs by that with little memory. */
function scaleOf({ width, height }: Size): number {
  const side = Math.max(width, height)
  return side <= maxSide ? 1 : 0.5 ** Math.ceil(Math.log2(side / maxSide))
}

const asSource = (bytes: Bytes): SourceFile => ({
  body: new Blob([bytes]),
  size: bytes.length,
  read: async (into, position) => {
    const read = bytes.subarray(position, position + into.length)
    into.set(read)
    return read.length
  },
  isUpright: true,
})

function failureOf(failure: DecoderFailure): AppError {
  if (failure === 'no picture') return new UnscalableError('the decoder gives no picture of it')
  if (failure === 'too long') return new UnscalableError('it takes too long to decode')
  return invalidRequest(
    failure === 'not run'
      ? 'The decoder of this device can not be run. Install it again, or ask for the original.'
      : 'The decoder was ended, perhaps for want of memory. Ask again, or for the original.',
  )
}

const missing = () =>
  invalidRequest(
    'This device has no decoder for the picture. Install one, or ask for the original.',
  )

const tooLarge = () =>
  invalidRequest('This device has too little memory to decode the picture. Ask for the original.')
