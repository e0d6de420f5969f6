import { crc32 } from 'node:zlib'
import type { SequentialReader } from './sequential-reader.ts'

const signatureLength = 8

/** Chunks whose name begins with a capital are those without which there is no picture (5.4). */
const isCritical = (name: string) => /^[A-Z]/.test(name)

/**
 * Whether a PNG has all chunks to its `IEND`, and those that make the picture are as they were
 * written, by their checksums (PNG, third edition, 5.3 and 5.6).
 */
export async function isWholePng(file: SequentialReader): Promise<boolean> {
  await file.take(signatureLength)
  let hasData = false
  for (;;) {
    const length = (await file.take(4))?.readUInt32BE()
    const name = await file.take(4)
    if (length === undefined || name === undefined) return false
    let sum = crc32(name)
    const isThere = await file.skip(length, (piece) => {
      sum = crc32(piece, sum)
    })
    const told = (await file.take(4))?.readUInt32BE()
    if (!isThere || told === undefined) return false
    const type = name.toString('latin1')
    if (isCritical(type) && told !== sum) return false
    if (type === 'IEND') return hasData
    if (type === 'IDAT') hasData = true
  }
}
