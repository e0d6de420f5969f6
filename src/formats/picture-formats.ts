import { ByteReader, sourceOf, type ByteSource, type ReaderOptions } from './byte-reader.ts'
import { cleanDescription } from './description.ts'
import { turnedSize, type FileChange, type Format, type PictureFacts, type Turn } from './format.ts'
import { gif } from './gif/gif.ts'
import { avif, heic } from './heif/heif.ts'
import { jpeg } from './jpeg/jpeg.ts'
import { png } from './png/png.ts'
import { webp } from './webp/webp.ts'
import { readXmpTags } from './xmp/xmp-tags.ts'
import { readXmpDescription, readXmpRating, XmpPacket } from './xmp/xmp-text.ts'

/** By their types, in the order in which sentences list them. */
const byType = { jpg: jpeg, png, gif, webp, heic, avif }

export type ImageType = keyof typeof byType

/** A file's type, and what its header says of the picture. The size is that of what is displayed. */
export interface ImageHeader extends Omit<PictureFacts, 'xmp' | 'caption' | 'description'> {
  type: ImageType
  /** From 1 to 5 stars, as XMP data say; 0 where there are none. */
  rating: number
  /** What it is about, and who is on it, as XMP data say. */
  tags: readonly string[]
  /** What somebody wrote to it, as XMP, IPTC or EXIF data have it: one paragraph, if there is one. */
  description?: string | undefined
}

/** Why a file is no picture that a frame could show, in words for the admin. */
export type HeaderProblem = `not a ${string}` | 'damaged or incomplete'

/** Why a picture can't be turned. */
export const turnProblems = ['wrong_format', 'no_room', 'damaged'] as const

export type TurnProblem = (typeof turnProblems)[number]

/** Holds the start of a file up to its EXIF data, which take 64 KB at most, in one read. */
const thumbnailWindow = 72 * 1024

/** How many bytes at the start of a file are enough to know its format. */
export const signatureLength = 40

const formats: readonly Format<ImageType>[] = Object.values(byType)

const decoderTypes = new Set(formats.flatMap((format) => (format.planDecoding ? format.type : [])))

/** Lists the names of some formats as in a sentence: "JPEG, PNG or GIF". */
function listNames(isMeant: (type: ImageType) => boolean): string {
  const names = formats.filter(({ type }) => isMeant(type)).map(({ name }) => name)
  // By hand: Intl.ListFormat loads 2 MB of language data, for this one list.
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const names = listNames(() => true)

/** The picture formats that the service takes, and what follows from which these are. */
export const pictureFormats = {
  formats,
  names,
  /** What is said of a file of any other format. */
  unknownFormat: `not a ${names}` satisfies HeaderProblem,
  /** The types of pictures that only a program of the system decodes. */
  decoderTypes,

  get: (type: ImageType): Format<ImageType> => byType[type],

  /** Finds the format by the first bytes of a file, whatever its name says. */
  sniff(bytes: Uint8Array): Format<ImageType> | undefined {
    const start = Buffer.from(bytes.subarray(0, signatureLength)).toString('latin1')
    return formats.find((format) => format.hasSignature(start))
  },

  /**
   * Plans how a picture of a format is turned without touching its pixels.
   * @returns what changes in the file, or why that is not possible.
   */
  async planTurn(
    type: ImageType,
    source: ByteSource,
    turn: Turn,
  ): Promise<FileChange | TurnProblem> {
    const { planTurn } = pictureFormats.get(type)
    if (planTurn === undefined) return 'wrong_format'
    const reader = await readerOf(source)
    return (await planTurn(reader, turn)) ?? 'no_room'
  },

  /**
   * Reads the small picture that a camera has put into a file, with what its header says.
   * @returns `undefined` where there is none, or one that is damaged.
   */
  async readThumbnail(type: ImageType, source: ByteSource) {
    const reader = await readerOf(source, { windowLength: thumbnailWindow })
    const bytes = await pictureFormats.get(type).readThumbnail?.(reader)
    const header = bytes && (await pictureFormats.readHeader(sourceOf(bytes)))
    return typeof header === 'object' && bytes !== undefined ? { ...header, bytes } : undefined
  },

  /**
   * Reads a file's header from as little of it as will do.
   * @returns the header, or why there is none.
   */
  async readHeader(source: ByteSource): Promise<ImageHeader | HeaderProblem> {
    const reader = await readerOf(source)
    const format = pictureFormats.sniff(reader.view)
    if (format === undefined) return pictureFormats.unknownFormat
    const facts = await format.readFacts(reader)
    if (facts === undefined || facts.width === 0 || facts.height === 0) {
      return 'damaged or incomplete'
    }
    const { width, height } = turnedSize(facts, facts.orientation)
    const isTooLarge = width * height > format.maxPixels
    const obstacle = facts.obstacle ?? (isTooLarge ? 'too many pixels' : undefined)
    const { caption, xmp, ...others } = facts
    const packet = xmp && new XmpPacket(xmp)
    const [rating, tags] = [readXmpRating(packet), readXmpTags(packet)]
    const description =
      cleanDescription(packet && readXmpDescription(packet)) ??
      cleanDescription(caption) ??
      cleanDescription(facts.description)
    return { ...others, type: format.type, width, height, obstacle, rating, tags, description }
  },
}

async function readerOf(source: ByteSource, options?: ReaderOptions): Promise<ByteReader> {
  const reader = new ByteReader(source, options)
  await reader.more()
  return reader
}

/** Tells which formats can be shown on this system: some take a decoder that it may lack. */
export function supportedFormats(hasDecoder: boolean) {
  const isShown = (type: ImageType) => hasDecoder || !decoderTypes.has(type)
  const supported = listNames(isShown)
  return {
    /** As in a sentence: "JPEG, PNG, GIF or WebP". */
    names: supported,
    /** What is said of a file of any other format that arrives. */
    unknownFormat: `not a ${supported}`,
    /** Says what to do about pictures of a type that can't be shown; `undefined` where they can. */
    problemOf: (type: ImageType | undefined) =>
      type === undefined || isShown(type)
        ? undefined
        : `${pictureFormats.get(type).name} takes a decoder that is missing: install the package ` +
          'libheif-examples and restart the service, or save it as JPEG',
  }
}

export type SupportedFormats = ReturnType<typeof supportedFormats>
