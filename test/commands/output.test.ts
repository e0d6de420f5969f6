import { expect, test } from 'bun:test'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { realPictures } from '../support/real-pictures.ts'
import { runToEnd, tested } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const jpg = (await realPictures())['baseline.jpg'] ?? Buffer.alloc(0)

/**
 * Runs a command by a shell script that redirects its output and refers to it as `"$@"`.
 * @returns its output without the lines of progress.
 */
async function run(script: string, words: string[]) {
  await using folder = await temporaryFolder()
  for (let number = 0; number < 20; number += 1) {
    await writeFile(join(folder.path, `${number}.jpg`), 'no picture')
  }
  // Takes no room on the disk, and a minute to read: longer than a test may last.
  await writeFile(join(folder.path, 'endless.jpg'), jpg.subarray(0, -2))
  await truncate(join(folder.path, 'endless.jpg'), 100 * 1024 ** 3)
  const env = { UPLOADS_DIR: folder.path, PIPE: join(folder.path, 'pipe') }
  const said = await runToEnd(env, [...tested, ...words], ['sh', '-c', script, 'sh'])
  return { ...said, stderr: said.stderr.replace(/^\d+ % .*\n/gm, '') }
}

/** Opens a pipe whose reader is gone as file descriptor 4. */
const closedPipe = 'mkfifo "$PIPE"; exec 3<>"$PIPE" 4>"$PIPE" 3<&-;'

test('a check ends at once and without a message when the reader of its findings is gone', async () => {
  const said = await run(`${closedPipe} exec "$@" >&4`, ['check'])
  expect(said).toEqual({ stdout: '', stderr: '', status: 141 })
})

test('a check ends at once when the reader of its progress is gone', async () => {
  const { stdout, status } = await run(`${closedPipe} exec "$@" 2>&4`, ['check'])
  expect({ stdout, status }).toEqual({ stdout: '', status: 141 })
})

const full = "photo-frame: can't write any further: ENOSPC: no space left on device, write\n"

test('a check whose findings can not be written says so once, and ends', async () => {
  const said = await run('exec "$@" >/dev/full', ['check'])
  expect(said).toEqual({ stdout: '', stderr: full, status: 1 })
})

test('a check whose progress can not be written ends', async () => {
  const { status } = await run('exec "$@" 2>/dev/full', ['check'])
  expect(status).toBe(1)
})

test.each(['--help', '--version'])('so does %s', async (word) => {
  const said = await run('exec "$@" >/dev/full', [word])
  expect(said).toEqual({ stdout: '', stderr: full, status: 1 })
})
