import { endOfImage, standsAlone, startOfScan } from './jpeg-markers.ts'
import type { SequentialReader } from './sequential-reader.ts'

/**
 * Whether a JPEG goes on to its end-of-image marker (ITU-T T.81, B.2.1). Cameras put more behind
 * it, such as a second picture or a film, so the last bytes of the file tell nothing.
 */
export async function isWholeJpeg(file: SequentialReader): Promise<boolean> {
  let hasScan = false
  for (;;) {
    const marker = await nextMarker(file)
    if (marker === undefined) return false
    if (marker === endOfImage) return hasScan
    if (standsAlone(marker)) continue
    const length = (await file.take(2))?.readUInt16BE() ?? 0
    if (length < 2 || !(await file.skip(length - 2))) return false
    if (marker === startOfScan) hasScan = true
  }
}

/**
 * Finds the next marker, behind the coded data of a scan and whatever else may lie before it, as
 * decoders do. A zero after 0xFF says that it is data (B.1.1.5), another 0xFF is filling (B.1.1.2).
 */
async function nextMarker(file: SequentialReader): Promise<number | undefined> {
  do {
    const { view } = file
    let at = view.indexOf(0xff)
    for (; at !== -1 && at + 1 < view.length;) {
      const code = view.readUInt8(at + 1)
      if (code !== 0x00 && code !== 0xff) {
        file.pass(at + 2)
        return code
      }
      at = view.indexOf(0xff, at + (code === 0xff ? 1 : 2))
    }
    file.pass(at === -1 ? view.length : at)
  } while (await file.more())
  return undefined
}
