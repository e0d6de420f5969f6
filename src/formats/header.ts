import type { imageSize } from 'image-size'
import { once } from '../lib/once.ts'
import { minimalJpeg } from './minimal-jpeg.ts'
import { readBytes, type ByteSource } from './byte-source.ts'

export const imageTypes = ['jpg', 'png', 'gif', 'webp'] as const
export type ImageType = (typeof imageTypes)[number]

export const mediaTypes: Record<ImageType, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** What the first bytes of a file tell: its type, and its size in pixels as displayed. */
export interface Header {
  type: ImageType
  width: number
  height: number
}

/** Why a file is no picture that a frame could show, in words for the admin. */
export type HeaderProblem = 'not a JPEG, PNG, GIF or WebP' | 'damaged or incomplete'

/** Loaded with the first picture that is looked at: a start does not wait for it. */
const imageSizeLibrary = once(() => import('image-size'))

/** Enough for nearly every photo; a camera's embedded previews can make the header longer. */
const prefixLength = 64 * 1024

const signatures: Record<ImageType, (start: string) => boolean> = {
  jpg: (start) => start.startsWith('\xff\xd8\xff'),
  png: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  gif: (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  webp: (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
}

/** How many bytes `sniffType` needs to know every type. */
export const signatureLength = 12

/** The type that the first bytes of a file say it has, whatever its name says. */
export function sniffType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, signatureLength)).toString('latin1')
  return imageTypes.find((type) => signatures[type](start))
}

/**
 * Reads a file's type and dimensions from as little of it as will do.
 * @returns the header, or why there is none. EXIF orientations 5 to 8 lie on their side, so width
 * and height change places (EXIF 2.32, 4.6.4 A, tag 274).
 */
export async function readHeader(source: ByteSource): Promise<Header | HeaderProblem> {
  const { imageSize } = await imageSizeLibrary()
  const bytes = await readBytes(source, 0, prefixLength)
  const type = sniffType(bytes)
  if (type === undefined) return 'not a JPEG, PNG, GIF or WebP'
  const header = measure(bytes, type, imageSize) ?? (await measureMinimal(source, type, imageSize))
  return header ?? 'damaged or incomplete'
}

async function measureMinimal(
  source: ByteSource,
  type: ImageType,
  sizeOf: typeof imageSize,
): Promise<Header | undefined> {
  const minimal = type === 'jpg' ? await minimalJpeg(source) : undefined
  return minimal && measure(minimal, type, sizeOf)
}

/** Of the three kinds of WebP, the lossless one (`VP8L`) tells its dimensions first (RFC 9649). */
const webpHeaderLength = (bytes: Uint8Array) => (bytes[15] === 'L'.charCodeAt(0) ? 25 : 30)

function measure(bytes: Uint8Array, type: ImageType, sizeOf: typeof imageSize): Header | undefined {
  // The library makes dimensions up where a WebP ends before it tells them.
  if (type === 'webp' && bytes.length < webpHeaderLength(bytes)) return undefined
  try {
    const size = sizeOf(bytes)
    const [width, height] =
      (size.orientation ?? 1) >= 5 ? [size.height, size.width] : [size.width, size.height]
    return size.type === type && width > 0 && height > 0 ? { type, width, height } : undefined
  } catch {
    // The library throws for bytes that it can't make out, also where the prefix is too short.
    return undefined
  }
}
