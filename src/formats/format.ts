import type { ByteReader, ByteSource } from './byte-reader.ts'

/** The formats that renditions are made in. */
export type RenditionType = 'jpg' | 'png' | 'webp'

/** Why a picture can't be scaled, as its readable header says, or a failed try. */
export const obstacles = [
  'not 8 bits a sample',
  'a lossless JPEG',
  'a hierarchical JPEG',
  "Apple's variant of PNG (CgBI)",
  'its palette is missing or damaged',
  'too many pixels',
  'too many scans',
  'its data is damaged',
  'the decoder gives no picture of it',
  'it takes too long to decode',
  'the service ended while scaling it',
] as const

export type Obstacle = (typeof obstacles)[number]

/** In pixels. */
export interface Size {
  width: number
  height: number
}

export const isSame = (one: Size, other: Size) =>
  one.width === other.width && one.height === other.height

/** A part of a picture, in pixels from its top left corner. */
export interface Rectangle extends Size {
  left: number
  top: number
}

/** What a picture's header says, whatever its format. The size is that of what is stored. */
export interface PictureFacts extends Size {
  /** 1 to 8: how the stored picture is turned and mirrored to be displayed (EXIF 2.32, tag 274). */
  orientation: number
  /**
   * When it was shot or else digitized, in seconds since 1970-01-01 by the camera's clock, without
   * fractions and time zones; 0 where there is no date that can be right.
   */
  taken: number
  /** The make and model of the camera, as in `Canon EOS 5D`; empty where they are not known. */
  camera?: string
  /** The caption of its IPTC data, if there is one. */
  caption?: string | undefined
  /** What somebody wrote to it in EXIF data, or the camera by itself; empty where there is nothing. */
  description?: string
  /** XMP data (ISO 16684-1), if there is any. */
  xmp?: Buffer | undefined
  /** Bytes that a decoder holds for each pixel of the whole picture, whatever the size it scales to. */
  heldPerPixel: number
  /** The exponent by which light is stored, 1 / 2.2 as a rule. A profile overrules it. */
  gamma?: number | undefined
  /** Whether its colours are those of four inks (CMYK), of which a decoder makes sRGB roughly. */
  hasInks?: boolean
  /** Why it can't be scaled: it is sent only as it is. */
  obstacle?: Obstacle | undefined
}

/** The size of a picture once it is turned as an orientation says (EXIF 2.32, tag 274): 5 to 8 lie on their side. */
export const turnedSize = ({ width, height }: Size, orientation: number): Size =>
  orientation >= 5 ? { width: height, height: width } : { width, height }

/** The first frame of an animation, and where on the canvas it lies. Everything is in pixels. */
export interface FirstFrame extends Rectangle {
  /** A still picture of nothing but the frame, where that is not what decoders make of the file. */
  file?: Uint8Array<ArrayBuffer>
  canvas: Size
}

/** What a program of the system has to know to decode the picture that is displayed of a file. */
export interface DecodingPlan {
  /** Whether what it gives has to keep transparency. */
  hasTransparency: boolean
  /** Bytes that it holds for each pixel. */
  heldPerPixel: number
  /** Whether it has to be kept to one processor, as it takes memory for each that it sees. */
  isOnOneProcessor: boolean
  /**
   * The bytes to change in a copy of the file, so that the decoder accepts it and decodes no other
   * picture in it. Where there are none, the decoder gets the file itself.
   */
  changes: readonly { position: number; value: number }[]
}

/** How a picture turns clockwise, in degrees. */
export type Turn = 90 | 180 | 270

/** Bytes that take the place of others, or of none, in a copy of a file. */
export interface FileChange {
  position: number
  /** How many bytes go. */
  removed: number
  bytes: Uint8Array
}

/** A picture format: everything that the service knows of it. */
export interface Format<Type extends string = string> {
  /** Names the format in code. Files that arrive with another ending get this one. */
  type: Type
  /** As people write it. */
  name: string
  mediaType: string
  /** Endings that make a file a picture of the collection, in lower case, without the period. */
  extensions: readonly string[]
  /** Endings that some browsers and programs give such files. Files with these are not shown. */
  otherExtensions?: readonly string[]
  /** Whether a file begins as this format does, by its first bytes in Latin-1. */
  hasSignature: (start: string) => boolean
  /** Reads the header; `undefined` where it is damaged or the file ends before. */
  readFacts: (reader: ByteReader) => Promise<PictureFacts | undefined>
  /** Whether a file has all its parts up to the end that the format marks, none of them damaged. */
  isWhole: (reader: ByteReader) => Promise<boolean>
  /** Finds the first frame of an animation; `undefined` where decoders give it on its canvas. */
  firstFrame?: (source: ByteSource) => Promise<FirstFrame | undefined>
  /** The most pixels that are decoded at once. */
  maxPixels: number
  /** Whether the decoder can leave out pixels on the way, so that it never holds all of them. */
  shrinksWhileDecoding?: boolean
  /** Counts how often a decoder goes over the whole picture, where that is up to the file. */
  countScans?: (reader: ByteReader) => Promise<number>
  /**
   * Removes what a decoder would unpack though the pixels don't need it. Moves the rest to the
   * start of the bytes, and returns that part of them.
   */
  removeSideData?: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>
  /** Only where it takes a program of the system to decode the format: says what that has to do. */
  planDecoding?: (reader: ByteReader) => Promise<DecodingPlan | undefined>
  /** Plans a turn by the metadata alone; `undefined` where the file has no room for that. */
  planTurn?: (reader: ByteReader, turn: Turn) => Promise<FileChange | undefined>
  /** Reads the small JPEG that a camera has put into a file, to be displayed as the picture is. */
  readThumbnail?: (reader: ByteReader) => Promise<Buffer<ArrayBuffer> | undefined>
  /** Whether its pictures may be transparent. */
  hasTransparency: boolean
  /** What a rendition is made in when none is asked for. */
  rendersAs: RenditionType
}
