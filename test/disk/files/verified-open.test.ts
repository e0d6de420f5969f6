import { describe, expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insideFolder, openFile } from '../../../src/disk/files/verified-open.ts'
import { systemCode } from '../../../src/lib/system/system-error.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** A root that the system spells in another way, as one on a disk that ignores case may be. */
async function otherwiseSpelled() {
  const folder = await temporaryFolder()
  const at = (path: string) => join(folder.path, path)
  await mkdir(at('real/root/inner'), { recursive: true })
  await mkdir(at('outside'))
  await writeFile(at('real/root/inner/x.jpg'), 'content')
  await writeFile(at('outside/x.jpg'), 'secret')
  await symlink(at('outside'), at('real/root/folder'))
  await symlink(at('outside/x.jpg'), at('real/root/inner/link.jpg'))
  await symlink('real', at('spelling'))
  return { ...folder, root: at('spelling/root') }
}

async function failureOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return systemCode(error)
  }
}

describe.skipIf(process.platform !== 'linux')('below a root of another spelling', () => {
  test('files and folders are opened', async () => {
    await using place = await otherwiseSpelled()
    const file = await openFile(place.root, 'inner/x.jpg')
    expect(await file.readFile('utf8')).toBe('content')
    await file.close()
    await insideFolder(place.root, 'inner', async (inside) => {
      expect(await Bun.file(join(inside, 'x.jpg')).text()).toBe('content')
    })
    await insideFolder(place.root, '', async (inside) => {
      expect(await Bun.file(join(inside, 'inner/x.jpg')).text()).toBe('content')
    })
  })

  test('links are not followed', async () => {
    await using place = await otherwiseSpelled()
    for (const path of ['folder/x.jpg', 'inner/link.jpg']) {
      const code = await failureOf(async () => (await openFile(place.root, path)).close())
      expect(['ENOENT', 'ENOTDIR', 'ELOOP']).toContain(code ?? 'opened')
    }
    const code = await failureOf(() => insideFolder(place.root, 'folder', async () => undefined))
    expect(['ENOENT', 'ENOTDIR', 'ELOOP']).toContain(code ?? 'opened')
  })
})
