import { gif } from './gif/gif.ts'
import { avif, heic } from './heif/heif.ts'
import { jpeg } from './jpeg/jpeg.ts'
import { png } from './png/png.ts'
import { FormatRegistry, type Header } from './registry.ts'
import { webp } from './webp/webp.ts'

const formats = [jpeg, png, gif, webp, heic, avif]

export type ImageType = (typeof formats)[number]['type']

/** The formats of the collection, in the order in which sentences list them. */
export const pictureFormats = new FormatRegistry<ImageType>(formats)

export type ImageHeader = Header<ImageType>
