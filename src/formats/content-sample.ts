import { readBytes, type ByteSource } from './byte-reader.ts'

const sampleLength = 4096

/**
 * A hash of a few kilobytes of a file's content. Two files whose samples differ are different; those
 * of one size whose samples are the same have to be compared.
 */
export async function sampleOf(source: ByteSource): Promise<bigint> {
  const last = Math.max(0, source.size - sampleLength)
  const samples = []
  for (const position of [0, Math.floor(last / 2), last]) {
    samples.push(await readBytes(source, position, sampleLength))
  }
  return Bun.hash.xxHash64(Buffer.concat(samples))
}
