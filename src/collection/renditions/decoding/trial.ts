import { AppError } from '../../../errors.ts'
import { pictureFormats } from '../../../formats/picture-formats.ts'
import type { DecoderFile } from '../../disk/processes/system-decoder.ts'
import type { DecodedPictures } from './decoded-pictures.ts'
import { isEnough, memoryLeft, type MemoryLeft } from '../memory-budget.ts'
import { render } from '../renderer.ts'
import type { Rendition } from '../request.ts'
import type { SourceFile } from './source.ts'
import { UnscalableError } from './unscalable.ts'

/** What became of decoding a picture to see whether that can be done. */
export type TrialResult = 'intact' | 'damaged' | 'too little memory'

/** What a look at the codes takes: the file, and for each pixel a bit of up to four components. */
const memoryForCodes = (size: number, pixels: number) => 2 * size + pixels / 2

const thumbnail: Rendition = {
  width: 32,
  height: 32,
  fit: 'contain',
  background: undefined,
  type: 'png',
  quality: 80,
  palette: undefined,
}

/**
 * Decodes a picture and drops the result, to find damage that its structure does not show. Where
 * decoders gloss over damaged data, the codes of the data are checked, too.
 * @param header one of a format that the collection does not have is not decoded.
 * @param decoded decodes what takes a decoder of the system, where there is one.
 */
export async function tryDecoding(
  file: SourceFile & DecoderFile,
  { type, width, height }: { type: string; width: number; height: number },
  decoded?: DecodedPictures,
  left: MemoryLeft = memoryLeft,
): Promise<TrialResult> {
  const format = pictureFormats.formats.find((each) => each.type === type)
  if (format === undefined) return 'intact'
  try {
    if (format.planDecoding !== undefined) {
      await decoded?.get({ type: format.type, width, height, key: '' }, file)
      return 'intact'
    }
    await render(file, format.type, thumbnail, left)
    if (format.hasIntactCodes === undefined) return 'intact'
    if (!isEnough(left, memoryForCodes(file.size, width * height))) return 'too little memory'
    return (await format.hasIntactCodes(await file.body.bytes())) ? 'intact' : 'damaged'
  } catch (error) {
    if (error instanceof UnscalableError) return 'damaged'
    if (error instanceof AppError && error.code === 'INVALID_REQUEST') return 'too little memory'
    throw error
  }
}
