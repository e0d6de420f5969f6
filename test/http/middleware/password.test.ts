import { describe, expect, test } from 'bun:test'
import { isPasswordHash, passwordChecker } from '../../../src/http/middleware/password.ts'

const secret = 'correct horse ü'
const wrong = ['', ' ', secret.slice(0, -1), `${secret} `, secret.toUpperCase(), 'x'.repeat(1024)]

const cheap = {
  argon2id: { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 },
  argon2i: { algorithm: 'argon2i', memoryCost: 8, timeCost: 1 },
  argon2d: { algorithm: 'argon2d', memoryCost: 8, timeCost: 1 },
  bcrypt: { algorithm: 'bcrypt', cost: 4 },
} as const

const configured: [string, string][] = [['in plain text', secret]]
for (const [name, options] of Object.entries(cheap)) {
  configured.push([`as a hash of ${name}`, await Bun.password.hash(secret, options)])
}

describe.each(configured)('a password given %s', (_, expected) => {
  test('lets itself in and nothing else, many times at once too', async () => {
    const attempts = [secret, ...wrong, secret, 'wrong', secret]
    const check = passwordChecker(expected)
    const answers = await Promise.all(attempts.map((attempt) => check(attempt)))
    expect(answers).toEqual(attempts.map((attempt) => attempt === secret))
  })
})

test('a hash is no password: whoever reads the configuration can not log in with it', async () => {
  for (const [name, expected] of configured.slice(1)) {
    expect(isPasswordHash(expected), name).toBeTrue()
    expect(await passwordChecker(expected)(expected), name).toBeFalse()
  }
})

test('hashes that other tools make are understood', async () => {
  // htpasswd and PHP write $2y$, Python and older tools $2b$ and $2a$, for the same thing.
  const hash = await Bun.password.hash(secret, cheap.bcrypt)
  for (const version of ['$2a$', '$2b$', '$2y$']) {
    const check = passwordChecker(hash.replace(/^\$2[aby]\$/, () => version))
    expect(await check(secret), version).toBeTrue()
    expect(await check('wrong'), version).toBeFalse()
  }
})
