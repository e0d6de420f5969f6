import { formatSize, joinSentences } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { ApiError } from '../service/api-error.ts'
import { dateOf, writeDate } from './exif-date.ts'

/** What the service takes. */
export interface UploadLimits {
  /** In bytes. */
  maxFileSize: number
  /** The media types, as the `accept` of an input has them. */
  accept: string
}

/** Reads what the service takes: it says so where the page begins. */
export const readLimits = (element: HTMLElement | null): UploadLimits => ({
  maxFileSize: Number(element?.dataset['maxFileSize']),
  accept: element?.dataset['accept'] ?? '',
})

/** What JPEG, PNG, GIF and WebP files begin with. */
const plainStart = /^(\xff\xd8\xff|\x89PNG|GIF8[79]a|RIFF[^]{4}WEBP)/

/** The brands of HEIC and AVIF (ISO/IEC 23008-12). A service without a decoder refuses them. */
const heifStart = /^[^]{4}ftyp(?!mif3)[^]*(hei[cmsx]|hev[cx]|avi[fs]|mif1|msf1)/

const startLength = 64

/** The longest side of a picture that is made smaller, in pixels. */
const smallerSide = 4000

/** Qualities of JPEG, the best that fits is taken. */
const qualities = [0.92, 0.8, 0.6]

const refusal = (sentence: string) => new ApiError('INVALID_FILE_TYPE', { sentence })

const tooLarge = (size: number, { maxFileSize }: UploadLimits) =>
  t.uploads.tooLarge({ size: formatSize(size), most: formatSize(maxFileSize) })

/**
 * Refuses what the service would refuse, before a byte of it is sent.
 * @returns whether it has to be converted.
 * @throws {ApiError} FILE_SIZE_EXCEEDED where the browser can make it smaller; INVALID_FILE_TYPE.
 */
export async function checkFile(file: File, limits: UploadLimits): Promise<boolean> {
  // To send a file that has changed or is gone fails like a lost connection.
  const bytes = await file
    .slice(0, startLength)
    .arrayBuffer()
    .catch(() => Promise.reject(refusal(t.uploads.fileGone)))
  const start = String.fromCharCode(...new Uint8Array(bytes))
  const isHeif = heifStart.test(start)
  if (!isHeif && !plainStart.test(start)) throw refusal(t.errors.noPicture)
  if (isHeif && !limits.accept.includes('image/heic')) return true
  if (file.size <= limits.maxFileSize) return false
  if (isHeif) (await decode(file, tooLarge(file.size, limits))).close()
  throw new ApiError('FILE_SIZE_EXCEEDED', { sentence: tooLarge(file.size, limits) })
}

/**
 * Gives a file as the service takes it: a HEIC or AVIF as JPEG where the service has no decoder, and
 * a smaller JPEG of what somebody wants smaller.
 * @throws {ApiError} as `checkFile`.
 */
export async function prepareFile(
  file: File,
  isSmaller: boolean,
  limits: UploadLimits,
): Promise<File> {
  const isConverted = !isSmaller && (await checkFile(file, limits))
  if (!isConverted && !isSmaller) return file
  const bitmap = await decode(file, t.uploads.notConverted)
  const canvas = document.createElement('canvas')
  paint(bitmap, canvas, isSmaller ? smallerSide : Number.POSITIVE_INFINITY)
  const date = await dateOf(file)
  let size = 0
  for (const quality of isSmaller ? qualities : qualities.slice(0, 1)) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob === null) throw refusal(t.uploads.tooLargeForBrowser)
    const name = file.name.replace(/\.(?!jpe?g$)[^.]*$/i, '.jpg')
    const { lastModified } = file
    const jpeg = new File([writeDate(blob, date)], name, { type: 'image/jpeg', lastModified })
    if (jpeg.size <= limits.maxFileSize) return jpeg
    size = jpeg.size
  }
  throw new ApiError('FILE_SIZE_EXCEEDED', { sentence: tooLarge(size, limits) })
}

/** @throws {ApiError} INVALID_FILE_TYPE that says why it was to be decoded, and what to do. */
const decode = (file: File, why: string): Promise<ImageBitmap> =>
  createImageBitmap(file).catch(() => {
    throw refusal(joinSentences(why, t.uploads.saveAsJpeg))
  })

/**
 * Draws a bitmap into a canvas, which gets its size, and frees its memory. Behind what is transparent
 * comes white.
 * @param longestSide of the canvas at most, in pixels.
 */
export function paint(
  bitmap: ImageBitmap,
  canvas: HTMLCanvasElement,
  longestSide = Number.POSITIVE_INFINITY,
): void {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  const context = canvas.getContext('2d')
  if (context !== null) {
    context.imageSmoothingQuality = 'high'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
}
