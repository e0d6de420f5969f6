import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Tells whether a password is the admin's. */
export type CheckPassword = (password: string) => Promise<boolean>

/** Whether the configured password is an argon2 or bcrypt hash of it. */
export const isPasswordHash = (password: string) => /^\$(argon2|2)/.test(password)

/**
 * Compares passwords in a time that tells nothing about them.
 * @param expected the password in plain text, or its argon2 or bcrypt hash.
 */
export function passwordChecker(expected: string): CheckPassword {
  if (isPasswordHash(expected)) return (password) => Bun.password.verify(password, expected)
  const key = randomBytes(32)
  const digest = (text: string) => createHmac('sha256', key).update(text).digest()
  const expectedDigest = digest(expected)
  return async (password) => timingSafeEqual(digest(password), expectedDigest)
}
