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

const full = "photo-frame: can't write any further: ENOSPC: no space left on device, write\n"

test.each([
  ['a check whose findings nobody reads ends', `${closedPipe} exec "$@" >&4`, ['check'], 141, ''],
  ['a check whose progress nobody reads ends', `${closedPipe} exec "$@" 2>&4`, ['check'], 141, ''],
  ['a check whose findings have no room says so once', 'exec "$@" >/dev/full', ['check'], 1, full],
  ['a check whose progress has no room ends', 'exec "$@" 2>/dev/full', ['check'], 1, ''],
  ['help that has no room says so', 'exec "$@" >/dev/full', ['--help'], 1, full],
  ['a version that has no room says so', 'exec "$@" >/dev/full', ['--version'], 1, full],
])('%s at once', async (_, script, words, status, stderr) => {
  expect(await run(script, words)).toEqual({ stdout: '', stderr, status })
})
