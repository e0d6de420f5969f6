import { textOf } from '../description.ts'

const photoshopName = 'Photoshop 3.0\0'
const resourceName = '8BIM'
/** The number of the resource with IPTC data (Adobe Photoshop File Formats, image resource ids). */
const iptcResource = 0x0404
/** What each dataset begins with (IPTC-NAA IIM 4.2, 1.5). */
const datasetMarker = 0x1c

/**
 * Reads the caption that IPTC data hold (IIM 4.2, dataset 2:120); `undefined` where there is none.
 * @param content of a segment of Photoshop.
 */
export function readIptcCaption(content: Buffer): string | undefined {
  if (!content.toString('latin1', 0, photoshopName.length).startsWith(photoshopName))
    return undefined
  const iptc = findResource(content.subarray(photoshopName.length))
  const caption = iptc && findDataset(iptc, 2, 120)
  return caption && textOf(caption)
}

/** Finds the IPTC data among the resources of Photoshop. Names and contents are padded to be even. */
function findResource(bytes: Buffer): Buffer | undefined {
  for (let at = 0; at + 12 <= bytes.length;) {
    if (bytes.toString('latin1', at, at + 4) !== resourceName) return undefined
    const id = bytes.readUInt16BE(at + 4)
    const nameLength = 1 + bytes.readUInt8(at + 6)
    const sizeAt = at + 6 + nameLength + (nameLength % 2)
    if (sizeAt + 4 > bytes.length) return undefined
    const [start, size] = [sizeAt + 4, bytes.readUInt32BE(sizeAt)]
    if (id === iptcResource) return bytes.subarray(start, start + size)
    at = start + size + (size % 2)
  }
  return undefined
}

function findDataset(bytes: Buffer, record: number, number: number): Buffer | undefined {
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === datasetMarker;) {
    const [size, start] = [bytes.readUInt16BE(at + 3), at + 5]
    // Longer ones than 32 KB tell their length in another way (1.5 b).
    if (size > 0x7fff) return undefined
    if (bytes[at + 1] === record && bytes[at + 2] === number) {
      return bytes.subarray(start, start + size)
    }
    at = start + size
  }
  return undefined
}
