import type { MakeKey } from '../../store/sealed-table.ts'

/** Checks whether a password is the admin's. */
export type CheckPassword = (password: string) => Promise<boolean>

/** Whether a configured password is given as its argon2 or bcrypt hash. */
export const isPasswordHash = (password: string) => /^\$(argon2|2)/.test(password)

/**
 * Makes a check whose duration gives nothing away about the password.
 * @param expected the password in plain text, or its argon2 or bcrypt hash.
 */
export function passwordChecker(expected: string): CheckPassword {
  if (isPasswordHash(expected)) return (password) => Bun.password.verify(password, expected)
  // With a secret key, the position where two digests differ says nothing about the passwords.
  const key = crypto.getRandomValues(new Uint8Array(32))
  const digest = (text: string) => new Bun.CryptoHasher('sha256', key).update(text).digest('hex')
  const expectedDigest = digest(expected)
  return async (password) => digest(password) === expectedDigest
}

/** What a key costs that is made of a password: 16 MB and a tenth of a second (OWASP, scrypt). */
const cost = { N: 2 ** 14, r: 8, p: 5, maxmem: 32 * 1024 ** 2 }

/**
 * Makes keys of the configured password, or of its hash, by scrypt (RFC 7914). The library is loaded
 * with the first key.
 */
export const keyMaker =
  (password: string): MakeKey =>
  async (salt) => {
    const { scrypt } = await import('node:crypto')
    return new Promise((resolve, reject) =>
      scrypt(password, salt, 32, cost, (error, key) =>
        error instanceof Error ? reject(error) : resolve(key),
      ),
    )
  }
