/**
 * A 32-bit hash of a name in a folder (MurmurHash3), the same in every run.
 * @param folder the folder's own hash; that of the root is 0.
 */
export const hashName = (name: string, folder: number): number => Bun.hash.murmur32v3(name, folder)

/** The SHA-256 of a text, in hex. */
export const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** MurmurHash3's 32-bit finalizer: every bit of the input changes half the bits of the result. */
export function mix(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
