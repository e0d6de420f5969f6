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

/**
 * Refuses what the service would refuse, before a byte of it is sent.
 * @returns whether it has to be converted.
 * @throws {ApiError} INVALID_FILE_TYPE
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
  return isTooLarge(file, limits) || (isHeif && !limits.accept.includes('image/heic'))
}

/** Whether a file is made smaller before it is sent. */
export const isTooLarge = ({ size }: File, { maxFileSize }: UploadLimits) => size > maxFileSize

/**
 * Gives a file as the service takes it: a HEIC or AVIF as JPEG where the service has no decoder, and
 * a smaller JPEG of what is too large.
 * @throws {ApiError} INVALID_FILE_TYPE
 */
export async function prepareFile(file: File, limits: UploadLimits): Promise<File> {
  if (!(await checkFile(file, limits))) return file
  const bitmap = await createImageBitmap(file).catch(() => {
    throw refusal(joinSentences(t.uploads.notConverted, t.uploads.saveAsJpeg))
  })
  const canvas = document.createElement('canvas')
  const isLarge = isTooLarge(file, limits)
  paint(bitmap, canvas, isLarge ? smallerSide : Number.POSITIVE_INFINITY)
  const date = await dateOf(file)
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, 'image/jpeg', quality),
    )
    if (blob === null) throw refusal(t.uploads.tooLargeForBrowser)
    const name = file.name.replace(/\.(?!jpe?g$)[^.]*$/i, '.jpg')
    const { lastModified } = file
    const jpeg = new File([writeDate(blob, date)], name, { type: 'image/jpeg', lastModified })
    if (!isTooLarge(jpeg, limits)) return jpeg
    // What is large once it is converted becomes smaller in a second step.
    if (!isLarge) return prepareFile(jpeg, limits)
  }
  const most = formatSize(limits.maxFileSize)
  throw refusal(t.uploads.tooLarge({ size: formatSize(file.size), most }))
}

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
