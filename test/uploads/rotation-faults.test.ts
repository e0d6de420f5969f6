import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, openCollection, permitted } from '../support/collection.ts'
import { jpeg } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { startServer } from '../support/server.ts'
import { smallDisk, temporaryFolder } from '../support/temporary.ts'

setDefaultTimeout(120_000)

const large = (length: number) =>
  Buffer.concat([jpeg({ width: 40, height: 30, orientation: 1 }), Buffer.alloc(length, 1)])
const bytesOf = async (path: string) => Buffer.from(await Bun.file(path).bytes())
const stagedIn = (path: string) => readdir(join(path, '.photo-frame/staging'))

test.skipIf(lacks('mount'))(
  'on a full disk a picture stays as it was, and nothing is left behind',
  async () => {
    await using disk = await smallDisk(2 * 1024 ** 2)
    await disk.mount()
    const content = large(1_200_000)
    await using opened = await openCollection({ 'a.jpg': content }, { uploadsDir: disk.path })
    const rotating = opened.collection.changes.rotateImages(['a.jpg'], 90, permitted)
    expect(await codeOf(rotating)).toBe('FILE_SYSTEM_ERROR')
    expect((await bytesOf(opened.at('a.jpg'))).equals(content)).toBe(true)
    expect(await stagedIn(disk.path)).toEqual([])
  },
)

test('a picture is whole whenever the service is killed, and the next start leaves nothing', async () => {
  await using folder = await temporaryFolder()
  const content = large(40 * 1024 ** 2)
  const path = join(folder.path, 'a.jpg')
  await Bun.write(path, content)
  let before = content
  for (const delay of [0, 3, 10, 20, 35, 50]) {
    await using service = await startServer({ env: { UPLOADS_DIR: folder.path } })
    expect(await stagedIn(folder.path)).toEqual([])
    await service.told('GET /api/admin')
    const answer = service.admin('POST /api/images/rotate', { images: ['a.jpg'], turn: 90 })
    const status = answer.then(
      (sent) => sent.status,
      () => undefined,
    )
    await Bun.sleep(delay)
    await service.stop('SIGKILL')
    const after = await bytesOf(path)
    const change = before.findIndex((value, at) => value !== after[at])
    // All that may differ is the orientation, in the header.
    expect(change).toBeLessThan(64)
    expect(after.subarray(64).equals(content.subarray(64))).toBe(true)
    if ((await status) === 200) expect(change).toBeGreaterThan(0)
    before = after
  }
})
