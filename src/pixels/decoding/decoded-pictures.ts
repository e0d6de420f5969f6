import type { Bytes } from '../../lib/bytes.ts'
import type { Interruption } from '../../lib/waiting/waiter.ts'
import type { AppError } from '../../errors.ts'
import { ByteReader, sourceOf } from '../../formats/byte-reader.ts'
import { turnedSize, type DecodingPlan, type Size } from '../../formats/format.ts'
import { pictureFormats, type ImageHeader, type ImageType } from '../../formats/picture-formats.ts'
import {
  quality,
  type DecoderFailure,
  type DecoderFile,
  type SystemDecoder,
} from '../../disk/processes/system-decoder.ts'
import type { DiskCache } from '../../disk/rendition-cache.ts'
import { isEnough, type MemoryLeft } from '../memory.ts'
import { renditionOf } from '../request.ts'
import type { SourceFile } from './source.ts'
import { UnscalableError, UnscalableNowError } from './unscalable.ts'

/** The longest side that is kept, in pixels: photos of 24 megapixels stay as they are. */
const maxSide = 6144

const megabyte = 1024 ** 2

/** What a decoder takes of memory whatever the picture. */
const allowance = 16 * megabyte

/** How long a decoder may take, in milliseconds: a small board needs a fifth of this. */
const timeLimit = { forAny: 20_000, perMegapixel: 1000 }

/** More than a JPEG or PNG of so many pixels takes, in bytes. */
const outputLimit = { forAny: megabyte, perPixel: 4 }

/** Decodes a picture with so many bytes of memory. */
type Run = (memory: number) => ReturnType<SystemDecoder['decode']>

/** What a picture is that the system decodes. */
export interface EncodedPicture extends Size {
  type: ImageType
  /** Names the exact content. */
  key: string
}

/** How a picture is decoded for those who wait for it. */
export interface Decoding extends Interruption {
  /** Runs a task in the place of a rendition, so that no other is made beside it. */
  alone: (task: () => Promise<Bytes>) => Promise<Bytes>
}

/**
 * Gives pictures that only a program of the system can decode as JPEGs, which all their renditions
 * are made of. They are opaque, of bounded size, and kept in the cache.
 */
export class DecodedPictures {
  readonly #decoder: Pick<SystemDecoder, 'decode'>
  readonly #memoryLeft: MemoryLeft
  readonly #cache: DiskCache | undefined

  constructor(decoder: Pick<SystemDecoder, 'decode'>, memoryLeft: MemoryLeft, cache?: DiskCache) {
    this.#decoder = decoder
    this.#memoryLeft = memoryLeft
    this.#cache = cache
  }

  async holds(picture: EncodedPicture): Promise<boolean> {
    return (await this.#cache?.has(cacheKey(picture))) === true
  }

  /**
   * @throws UnscalableError when the decoder fails, and will fail again; UnscalableNowError when it
   * can't be run, or there is too little memory.
   */
  async get(picture: EncodedPicture, file: DecoderFile, decoding: Decoding): Promise<SourceFile> {
    const key = cacheKey(picture)
    const kept = await this.#cache?.get(key)
    const bytes = kept ?? (await this.#decode(picture, file, decoding))
    if (kept === undefined) await this.#cache?.put(key, bytes)
    const header = await pictureFormats.readHeader(file)
    return asSource(bytes, typeof header === 'string' ? 1 : header.orientation)
  }

  async #decode(
    picture: EncodedPicture,
    file: DecoderFile,
    { signal, alone }: Decoding,
  ): Promise<Bytes> {
    const plan = await pictureFormats.get(picture.type).planDecoding?.(new ByteReader(file))
    if (plan === undefined) throw failureOf('no picture')
    const limits = limitsOf(picture, plan)
    const run: Run = (memory) => this.#decoder.decode(file, plan, { ...limits, memory }, signal)
    const first = isEnough(this.#memoryLeft, limits.memory) ? await run(limits.memory) : 'killed'
    if (first === 'too long' || first === 'not run') throw failureOf(first)
    const decoded =
      typeof first === 'string' ? await alone(() => this.#tryAgain(run, limits.memory)) : first
    const header = await pictureFormats.readHeader(asSource(decoded))
    const wanted = plan.hasTransparency ? 'png' : 'jpg'
    if (typeof header === 'string' || header.type !== wanted) throw failureOf('no picture')
    const scale = scaleOf(header)
    if (wanted === 'jpg' && scale === 1) return decoded
    return alone(() => this.#toJpeg(decoded, header, scale))
  }

  /** Decoders don't say that memory was short: only one that had the double of it says more. */
  async #tryAgain(run: Run, memory: number): Promise<Bytes> {
    const most = [2 * memory, memory].find((each) => isEnough(this.#memoryLeft, each))
    if (most === undefined) throw tooLarge()
    const decoded = await run(most)
    if (decoded === 'no picture' && most === memory) throw tooLarge()
    if (typeof decoded === 'string') throw failureOf(decoded)
    return decoded
  }

  async #toJpeg(decoded: Bytes, header: ImageHeader, scale: number): Promise<Bytes> {
    const { render } = await import('../renderer.ts')
    // The decoder has turned it upright, whatever the EXIF data says that it copies.
    const size = turnedSize(header, header.orientation)
    const box = { width: Math.ceil(scale * size.width), height: Math.ceil(scale * size.height) }
    const rendition = renditionOf({ ...box, format: 'jpeg', quality }, header.type)
    return render(asSource(decoded), header.type, rendition, this.#memoryLeft)
  }
}

const cacheKey = ({ key }: EncodedPicture) => `${key}\ndecoded`

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

const asSource = (bytes: Bytes, orientation = 1): SourceFile => ({
  ...sourceOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
  body: new Blob([bytes]),
  orientation,
})

function failureOf(failure: DecoderFailure): AppError {
  if (failure === 'no picture') return new UnscalableError('the decoder gives no picture of it')
  if (failure === 'too long') return new UnscalableError('it takes too long to decode')
  return new UnscalableNowError(
    failure === 'not run'
      ? 'The decoder of this device can not be run. Install it again, or ask for the original.'
      : 'The decoder was ended, perhaps for want of memory. Ask again, or for the original.',
  )
}

const tooLarge = () =>
  new UnscalableNowError(
    'This device has too little memory to decode the picture. Ask for the original.',
  )
