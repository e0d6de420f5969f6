import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually, password, startServer, tested } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Gives the command an input that is no terminal. */
async function piped(input: string) {
  await using child = Bun.spawn([...tested, 'hash-password'], {
    env: {},
    stdin: Buffer.from(input),
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { stdout, stderr, status: await child.exited }
}

describe('hash-password', () => {
  test.each(['', '\n', '\r\n'])('makes a hash of what a pipe holds before %j', async (end) => {
    const { stdout, status } = await piped(password + end)
    expect(status).toBe(0)
    expect(await Bun.password.verify(password, stdout.trimEnd())).toBe(true)
    // A login takes no more memory than a small board has to spare.
    const [, kibibytes] = /^\$argon2id\$v=\d+\$m=(\d+),\S+\n$/.exec(stdout) ?? []
    expect(Number(kibibytes) / 1024).toBeLessThanOrEqual(32)
  })

  test('prints a line for .env and one for a shell, and both let the password in', async () => {
    const { stderr } = await piped(password)
    const [quoted = '', escaped = ''] = stderr.match(/^ADMIN_PASSWORD=.*$/gm) ?? []
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, '.env'), `${escaped}\n`)
    const env = { ADMIN_PASSWORD: undefined }
    await using fromFile = await startServer({ env, cwd: folder.path })
    expect((await fromFile.login()).status).toBe(200)
    const program = ['sh', '-c', `${quoted} exec "$@"`, 'sh', ...tested]
    await using fromShell = await startServer({ env, program })
    expect((await fromShell.login()).status).toBe(200)
  })

  test.each([
    ['', 'The password is empty.'],
    ['\n', 'The password is empty.'],
    ['x'.repeat(1025), 'The password is longer than 1024 characters.'],
  ])('refuses a password that could not be used (%#)', async (input, complaint) => {
    const said = await piped(input)
    expect(said).toEqual({ stdout: '', stderr: `photo-frame: ${complaint}\n`, status: 1 })
  })
})

/** Runs the command on a terminal and types an answer to each question. */
async function typed(...answers: string[]) {
  let shown = ''
  const decoder = new TextDecoder()
  await using child = Bun.spawn([...tested, 'hash-password'], {
    env: { TERM: 'xterm' },
    terminal: { cols: 300, data: (_, bytes) => (shown += decoder.decode(bytes)) },
  })
  for (const [index, answer] of answers.entries()) {
    await eventually(async () => (shown.match(/: /g)?.length ?? 0) > index)
    child.terminal?.write(answer)
  }
  const status = await child.exited
  const ended = status === 0 ? '.env:' : 'photo-frame: '
  await eventually(async () => shown.includes(ended))
  return { shown, status }
}

describe('on a terminal hash-password', () => {
  test('asks twice and shows nothing of what is typed', async () => {
    const { shown, status } = await typed('secret words\r', 'secret words\r')
    expect(status).toBe(0)
    expect(shown).not.toContain('secret')
    const [hash = ''] = /\$argon2id\S+/.exec(shown) ?? []
    expect(await Bun.password.verify('secret words', hash)).toBe(true)
  })

  test('refuses a second password that differs', async () => {
    const { shown, status } = await typed('secret\r', 'secret?\r')
    expect(shown).toContain('The second password differs from the first.')
    expect(shown).not.toContain('secret')
    expect(status).toBe(1)
  })

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('ends with %s, without a hash', async (_, key) => {
    const { shown, status } = await typed(key)
    expect(shown).toContain('No password was given.')
    expect(status).toBe(1)
  })
})
