import { maximumPasswordLength } from '../config.ts'
import type { Command } from './command.ts'
import { PasswordInputError, readPassword } from './password-input.ts'

/**
 * The least that OWASP's Password Storage Cheat Sheet asks of argon2id: 19 MiB of memory, twice
 * through. Bun's own 64 MiB would be a quarter of a small board's memory at each login.
 */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** `photo-frame hash-password`: the hash goes to stdout, what to do with it to stderr. */
export const hashPasswordCommand: Command = {
  run: async ({ stdin, stdout, stderr }) => {
    try {
      const password = await readPassword(stdin, stderr, maximumPasswordLength)
      const hash = await Bun.password.hash(password, cost)
      stdout.write(`${hash}\n`)
      stderr.write(usage(hash))
      return 0
    } catch (error) {
      if (!(error instanceof PasswordInputError)) throw error
      stderr.write(`photo-frame: ${error.message}\n`)
      return 1
    }
  },
}

const usage = (hash: string) => `
In /etc/photo-frame.env, or in a shell:
ADMIN_PASSWORD='${hash}'

In a file .env:
ADMIN_PASSWORD=${hash.replaceAll('$', String.raw`\$`)}
`
