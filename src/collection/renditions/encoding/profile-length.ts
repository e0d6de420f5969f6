/** More than the segments and chunks that come before a profile take. */
const startLength = 1024

const startOfFrame = 0xc0
const iccSegment = 0xe2

/**
 * Gives how many bytes of an encoded JPEG or WebP are its colour profile.
 * @param encoded as `Bun.Image` writes it: segments without filling, the profile before the frame.
 */
export function profileLength(encoded: Uint8Array<ArrayBuffer>): number {
  const file = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  if (file.toString('latin1', 30, 34) === 'ICCP') return file.readUInt32LE(34)
  let length = 0
  for (
    let at = 2;
    at + 4 <= file.length && file[at] === 0xff;
    at += 2 + file.readUInt16BE(at + 2)
  ) {
    if (file[at + 1] === startOfFrame) return length
    if (file[at + 1] === iccSegment) length += file.readUInt16BE(at + 2)
  }
  return length
}

/**
 * Whether the colour profile of an encoded JPEG or WebP goes by a table (ICC.1:2022, 9.2.1): such
 * colours are nothing like those that decoders without profiles show.
 * @param length of the profile, in bytes.
 */
export function hasTable(encoded: Uint8Array<ArrayBuffer>, length: number): boolean {
  const file = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  return length > 0 && file.subarray(0, startLength + length).includes('A2B0', 0, 'latin1')
}
