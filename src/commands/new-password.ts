import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { maximumPasswordLength } from '../config.ts'
import { CommandError } from './command.ts'

/**
 * The least that OWASP's Password Storage Cheat Sheet asks of argon2id: 19 MiB of memory, twice
 * through. Bun's own 64 MiB would be a quarter of a small board's memory at each login.
 */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * Hashes a password: typed twice on a terminal, else all input but a line break at its end.
 * @param prompts where the questions go.
 * @throws CommandError when it is empty, too long, or typed differently the second time.
 */
export async function hashNewPassword(input: NodeJS.ReadStream, prompts: NodeJS.WritableStream) {
  const password = input.isTTY ? await askTwice(input, prompts) : await readAll(input)
  if (password === '') throw new CommandError('The password is empty.')
  if (password.length > maximumPasswordLength) {
    throw new CommandError(`The password is longer than ${maximumPasswordLength} characters.`)
  }
  return Bun.password.hash(password, cost)
}

async function askTwice(input: NodeJS.ReadStream, prompts: NodeJS.WritableStream): Promise<string> {
  // readline switches the terminal's own echo off, and edits the line on an output of its own.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output, terminal: true, historySize: 0 })
  const ask = async (question: string) => {
    prompts.write(question)
    const line = await Promise.race([once(terminal, 'line'), once(terminal, 'close')])
    prompts.write('\n')
    if (line.length === 0) throw new CommandError('No password was given.')
    return String(line[0])
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('The same again: ')) === password) return password
    throw new CommandError('The second password differs from the first.')
  } finally {
    terminal.close()
  }
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    chunks.push(Buffer.from(chunk))
    size += chunks.at(-1)?.length ?? 0
    // A character takes at most 4 bytes: nothing that follows could make it acceptable.
    if (size > 4 * maximumPasswordLength + 2) break
  }
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
