/** A picture format that is not shown, and what to do with such files. */
interface ForeignFormat {
  name: string
  /** In lower case, without the period. */
  extensions: readonly string[]
  /** Whether a file begins as this format does, by its first bytes in Latin-1. */
  hasSignature: (start: string) => boolean
  advice: string
}

const convert = 'convert it to JPEG or PNG'

/** Whether a file of boxes begins with one of these brands (ISO/IEC 14496-12, 4.3). */
const hasBrand = (start: string, brands: RegExp) =>
  start.startsWith('ftyp', 4) && brands.test(start.slice(8, 12))

/** What phones, cameras and programs save besides the formats that are shown. */
const foreignFormats: readonly ForeignFormat[] = [
  {
    name: 'JPEG XL',
    extensions: ['jxl'],
    hasSignature: (start) => start.startsWith('\xff\x0a') || start.startsWith('\0\0\0\x0cJXL '),
    advice: convert,
  },
  {
    name: 'RAW',
    extensions:
      '3fr arw cr2 cr3 crw dcr dng erf iiq kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f'.split(
        ' ',
      ),
    // Most others are TIFF files.
    hasSignature: (start) =>
      /^(FUJIFILMCCD-RAW|II(RO|RS|U\0)|MMOR|FOVb|II.{4}HEAPCCDR|II\*\0.{4}CR)/s.test(start) ||
      hasBrand(start, /^crx/),
    advice: 'export a JPEG from it',
  },
  {
    // Of AVIF or HEIC, in the box `mini` instead of `meta` (ISO/IEC 23008-12, amendment 2).
    name: 'low-overhead HEIF',
    extensions: [],
    hasSignature: (start) => hasBrand(start, /^mif3/),
    advice: convert,
  },
  {
    name: 'Photoshop',
    extensions: ['psd', 'psb'],
    hasSignature: (start) => start.startsWith('8BPS'),
    advice: 'export a JPEG or PNG from it',
  },
  {
    name: 'TIFF',
    extensions: ['tif', 'tiff'],
    hasSignature: (start) => /^(II[*+]\0|MM\0[*+])/.test(start),
    advice: convert,
  },
  {
    name: 'BMP',
    extensions: ['bmp', 'dib'],
    // The two letters alone begin many a text; two reserved fields follow the length.
    hasSignature: (start) => /^BM.{4}\0{4}/s.test(start),
    advice: convert,
  },
]

/** Finds the format that a file name says the file has. */
export function foreignFormatOf(name: string): ForeignFormat | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return foreignFormats.find(({ extensions }) => extensions.includes(extension))
}

/** Finds the format by the first bytes of a file. */
export function sniffForeign(bytes: Uint8Array): ForeignFormat | undefined {
  const start = Buffer.from(bytes).toString('latin1')
  return foreignFormats.find(({ hasSignature }) => hasSignature(start))
}
