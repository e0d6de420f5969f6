import { AppError } from '../../errors.ts'
import type { ImageType } from '../../formats/picture-formats.ts'
import { decoderInput } from './decoder-input.ts'
import { isEnough, memoryNeeded, type MemoryLeft } from './memory-budget.ts'
import type { Rendition } from './request.ts'
import { inspect, type Source, type SourceFile } from './source.ts'

/**
 * Makes a rendition: upright by its EXIF orientation, without any metadata, JPEGs baseline.
 * @param memoryLeft tells how many bytes it may take.
 * @throws INVALID_REQUEST when the picture is too large or too damaged to be decoded, or would take
 * too long.
 */
export async function render(
  file: SourceFile,
  sourceType: ImageType,
  rendition: Rendition,
  memoryLeft: MemoryLeft,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (!isEnough(memoryLeft, file.size)) throw tooLarge()
    const source = await inspect(file, sourceType)
    const size = fitInside(source, rendition)
    if (!isEnough(memoryLeft, memoryNeeded(source, size, rendition.type))) throw tooLarge()
    const input = await decoderInput(file, source, sourceType)
    return new Uint8Array(await encode(input, source, size, rendition))
  } catch (cause) {
    throw reasonOf(cause)
  }
}

/** By the picture's own shape: a wider box than needed would make the decoder shrink JPEGs less. */
function fitInside({ width, height }: Source, box: Rendition) {
  const scale = Math.min(1, box.width / width, box.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

async function encode(
  input: Blob | Uint8Array<ArrayBuffer>,
  source: Source,
  { width, height }: ReturnType<typeof fitInside>,
  { type, quality }: Rendition,
) {
  const whole = new Bun.Image(input, { maxPixels: source.maxPixels })
  const isWhole = width === source.width && height === source.height
  const picture = isWhole ? whole : whole.resize(width, height)
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality }),
  }[type]()
  return encoded.buffer()
}

const tooLarge = () =>
  new AppError(
    'INVALID_REQUEST',
    'This device has too little memory to scale the picture. Ask for the original, or for less.',
  )

function reasonOf(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (typeof code !== 'string' || !code.startsWith('ERR_IMAGE_')) return cause
  const sentence =
    code === 'ERR_IMAGE_TOO_MANY_PIXELS'
      ? 'The picture has too many pixels to be scaled here. Ask for the original.'
      : 'The picture is damaged and can not be scaled. Ask for the original.'
  return new AppError('INVALID_REQUEST', sentence, { cause })
}
