import type { Command } from './command.ts'
import { hashNewPassword } from './new-password.ts'

/** `photo-frame hash-password`: the hash goes to stdout, what to do with it to stderr. */
export const hashPasswordCommand: Command = {
  run: async ({ stdin, stdout, stderr }) => {
    const hash = await hashNewPassword(stdin, stderr)
    stdout.write(`${hash}\n`)
    stderr.write(usage(hash))
    return 0
  },
}

const usage = (hash: string) => `
In /etc/photo-frame.env, or in a shell:
ADMIN_PASSWORD='${hash}'

In a file .env:
ADMIN_PASSWORD=${hash.replaceAll('$', String.raw`\$`)}
`
