import { foreignFormatOf } from '../formats/foreign-formats.ts'
import { pictureFormats, type ImageType } from '../formats/picture-formats.ts'
import { byteLength, isUnsafeName, isVisibleName, maxNameBytes, unsafeChars } from './paths.ts'

const { formats } = pictureFormats
const all = formats.flatMap(({ extensions }) => extensions).join('|')
const others = formats.flatMap(({ otherExtensions = [] }) => otherExtensions).join('|')

const ending = new RegExp(`\\.(${all})$`, 'i')
/** Matches most names of images in one test instead of four: a start tests every name. */
const plainImage = new RegExp(`^\\w[\\w .()-]*\\.(${all})$`, 'i')
const overlooked = new RegExp(`^[^.]+$|\\.(${others})$`, 'i')

/**
 * How many characters of a name that is sent are looked at: more than a name can hold, however they
 * are composed. The time to compose a letter is quadratic in the number of its marks.
 */
const mostRead = 2 * maxNameBytes

/** The rules for names of picture files, which follow from the formats that there are. */
export const fileNames = {
  /** Whether a file of this name counts as an image of the collection, whatever it holds. */
  isImage(name: string): boolean {
    return plainImage.test(name) || (ending.test(name) && isVisibleName(name))
  },

  /** Whether a file would count as an image, but for a character in its name. */
  isUnsafeImage(name: string): boolean {
    return ending.test(name) && isUnsafeName(name)
  },

  /** Whether a file may be a picture by its name, be it of a format that is not shown. */
  mayBePicture(name: string): boolean {
    const mayBe = ending.test(name) || overlooked.test(name) || foreignFormatOf(name) !== undefined
    return mayBe && isVisibleName(name)
  },

  /** Whether a name ends as those of pictures of this type do. */
  endsAs(type: ImageType, name: string): boolean {
    const [, extension = ''] = ending.exec(name) ?? []
    return pictureFormats.get(type).extensions.includes(extension.toLowerCase())
  },

  /**
   * Gives the name under which an uploaded file is stored: without directories, leading periods
   * and hyphens or unsafe characters, with the extension of its content, at most 255 bytes.
   */
  stored(sent: string, type: ImageType): string {
    const base = sent.toWellFormed().split(/[/\\]/).at(-1)
    const safe = (base ?? '').replace(unsafeChars, '_').trim()
    const given = /\.[a-z\d]{1,8}$/i.exec(safe)?.[0] ?? ''
    const extension = fileNames.endsAs(type, safe) ? given.toLowerCase() : `.${type}`
    const stem = Array.from(safe.slice(0, safe.length - given.length))
      .slice(0, mostRead)
      .join('')
      .normalize('NFC')
      .replace(/^[.\-\s]+/, '')
      .trimEnd()
    return fileNames.numbered(`${stem === '' ? 'image' : stem}${extension}`, 0)
  },

  /**
   * Numbers a file name: 1 makes `name-1.jpg` of `name.jpg`, 0 leaves it as it is. Shortens what
   * stands before the number so that the name stays within 255 bytes.
   */
  numbered(name: string, number: number): string {
    const extension = ending.exec(name)?.[0] ?? ''
    const suffix = `${number === 0 ? '' : `-${number}`}${extension}`
    const stem = name.slice(0, name.length - extension.length)
    const characters = Array.from(stem).slice(0, maxNameBytes)
    while (byteLength(characters.join('') + suffix) > maxNameBytes) characters.pop()
    return characters.join('') + suffix
  },
}

/** Says what a file holds whose extension is that of another format. */
export function describeMisnamed({ name, type }: { name: string; type: string }): string {
  const article = /^[AEIO]/.test(name) ? 'an' : 'a'
  return `holds ${article} ${name} picture: its name should end in .${type}`
}
