import { describe, expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formOf, openApp, type Question } from '../support/app.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { smallDisk } from '../support/temporary.ts'

const megabyte = 1024 ** 2
const files = { 'beach.jpg': picture('beach'), 'trips/hike.jpg': picture('hike') }
const staged = String.raw`\.photo-frame/staging/[\da-f-]{36}`

const run = async (...command: string[]) => {
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' })
  return (await child.exited) === 0
}

/** A service on a disk of its own. */
async function serviceOnDisk() {
  const disk = await smallDisk(4 * megabyte)
  await disk.mount()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(disk.path, path)), { recursive: true })
    await writeFile(join(disk.path, path), content)
  }
  const service = await openApp({ uploadsDir: disk.path })
  const cookie = await service.login()
  return {
    disk,
    /** Asks for something that the disk refuses, and gives what the log says of it. */
    refused: async (line: string, question: Question = {}) => {
      const answer = await service.ask(line, { cookie, ...question })
      const text = await answer.text()
      expect(answer.status).toBe(500)
      expect(JSON.parse(text).code).toBe('FILE_SYSTEM_ERROR')
      for (const secret of [disk.path, '/proc', '.photo-frame', '.jpg']) {
        expect(text).not.toContain(secret)
      }
      const logged = service.lines.at(-1)?.replaceAll(disk.path, '<uploads>') ?? ''
      if (logged.includes('EROFS')) expect(text).toContain('read-only')
      return logged
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]()
      await disk[Symbol.asyncDispose]()
    },
  }
}

const upload = (content: Uint8Array, folder?: string): Question => ({
  body: formOf({ 'new.jpg': content }, folder),
})

// Only a file system of its own can be filled or made read-only, so this takes a mount.
describe.skipIf(lacks('mount'))('the log names the path, and the answer does not', () => {
  test('where the disk is full', async () => {
    await using service = await serviceOnDisk()
    const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(6 * megabyte) })
    expect(await service.refused('POST /api/upload', upload(large, 'trips'))).toMatch(
      new RegExp(`ENOSPC: no space left on device, write '${staged}'`),
    )
  })

  test.each<[string, string, Question, RegExp]>([
    [
      'an upload',
      'POST /api/upload',
      upload(picture('new')),
      /open '\.photo-frame\/staging\/[\da-f-]{36}'/,
    ],
    [
      'a deletion',
      'DELETE /api/images',
      { json: { images: ['trips/hike.jpg'] } },
      /unlink 'trips\/hike\.jpg'/,
    ],
    [
      'a renamed folder',
      'PATCH /api/folders',
      { json: { path: 'trips', newPath: 'hikes' } },
      /mkdir 'hikes'/,
    ],
  ])('where the disk refuses %s as it is read-only', async (_, line, question, words) => {
    await using service = await serviceOnDisk()
    await run('mount', '-o', 'remount,ro', service.disk.path)
    const logged = await service.refused(line, question)
    expect(logged).toContain('EROFS')
    expect(logged).toMatch(words)
    expect(logged).not.toContain('/proc/')
    expect(logged).not.toContain('<uploads>')
  })

  test.skipIf(lacks('chattr'))('where there is no permission', async () => {
    await using service = await serviceOnDisk()
    const [path, folder] = ['trips/hike.jpg', 'trips'].map((name) => join(service.disk.path, name))
    await run('chattr', '+i', String(path))
    expect(
      await service.refused('DELETE /api/images', { json: { images: ['trips/hike.jpg'] } }),
    ).toMatch(/EPERM: operation not permitted, unlink 'trips\/hike\.jpg'/)
    for (const [line, json, target] of [
      ['POST /api/trash', { images: ['trips/hike.jpg'] }, String.raw`\.photo-frame/trash/\w+`],
      ['POST /api/images/move', { images: ['trips/hike.jpg'], folder: 'old' }, 'old/hike.jpg'],
    ] as const) {
      expect(await service.refused(line, { json })).toMatch(
        new RegExp(`EPERM: operation not permitted, rename 'trips/hike\\.jpg' -> '${target}'`),
      )
    }
    await run('chattr', '-i', String(path))
    await run('chattr', '+i', String(folder))
    expect(await service.refused('POST /api/upload', upload(picture('new'), 'trips'))).toMatch(
      /E(PERM|ACCES): [a-z ]+, \w+ 'trips\/new\.jpg'/,
    )
    const turned = { json: { images: ['trips/hike.jpg'], turn: 90 } }
    expect(await service.refused('POST /api/images/rotate', turned)).toMatch(
      /E(PERM|ACCES): [a-z ]+, rename 'trips\/hike\.jpg'/,
    )
    await run('chattr', '-i', String(folder))
  })
})
