/**
 * Packs numbers of 1, 2 or 4 bits into rows of whole bytes, the leftmost in the highest bits, as PNG
 * (third edition, 7.2) and BMP have it.
 * @param bytesPerRow where rows are longer than they have to be.
 */
export function packNumbers(
  numbers: Uint8Array,
  width: number,
  bits: 1 | 2 | 4,
  bytesPerRow = Math.ceil((width * bits) / 8),
): Uint8Array<ArrayBuffer> {
  const height = numbers.length / width
  const perByte = 8 / bits
  const rows = new Uint8Array(height * bytesPerRow)
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += 1) {
      const at = y * bytesPerRow + Math.floor(x / perByte)
      const shift = 8 - bits * (1 + (x % perByte))
      rows[at] = (rows[at] ?? 0) | ((numbers[from] ?? 0) << shift)
    }
  }
  return rows
}
