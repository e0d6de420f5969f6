import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { sendAsGuest } from '../support/inviting.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { startOnDisk } from '../support/server.ts'

const megabyte = 1024 ** 2

/** A picture of so many megabytes. */
const large = (salt: string, size: number) =>
  jpeg({ width: 4, height: 3, salt: salt.repeat(size * megabyte) })

async function serviceOnDisk(megabytes: number) {
  const server = await startOnDisk(megabytes * megabyte)
  return {
    ...server,
    sendAsGuest: async (token: string, files: Record<string, Uint8Array>) => {
      const answer = await sendAsGuest(server, token, files)
      return [answer.status, JSON.parse(await answer.text()).code]
    },
    upload: async (files: Record<string, Uint8Array>) =>
      (await server.admin('POST /api/upload', formOf(files))).status,
    trash: (...images: string[]) => server.told('POST /api/trash', { images }),
    empty: () => server.admin('DELETE /api/trash', { all: true }),
    paths: async () => {
      const { items } = await server.told('GET /api/trash')
      return items.map(({ path }: { path: string }) => path)
    },
  }
}

// Only a file system of its own can be filled, so this takes a mount.
describe.skipIf(lacks('mount'))('a disk that is full of deleted pictures', () => {
  test('has room for new ones: the oldest of the trash go, and no more than have to', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, trash, paths } = service
    for (const name of ['a', 'b', 'c', 'd']) {
      expect(await upload({ [`${name}.jpg`]: large(name, 10) })).toBe(200)
      await trash(`${name}.jpg`)
    }
    expect(await upload({ '1.jpg': large('1', 15), '2.jpg': large('2', 15) })).toBe(200)
    expect(await paths()).toEqual(['d.jpg', 'c.jpg', 'b.jpg'])
    expect(await upload({ '3.jpg': large('3', 30) })).toBe(200)
    expect(await paths()).toEqual([])
    expect(await upload({ '4.jpg': large('4', 10) })).toBe(500)
  })

  test.skipIf(lacks('chattr'))('has room also where it can not delete the oldest', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, trash, empty, paths } = service
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      await upload({ [`${name}.jpg`]: large(name, 10) })
      ids.push((await trash(`${name}.jpg`)).trashedItems[0].id)
    }
    const oldest = service.at(`.photo-frame/trash/${ids[0]}`)
    const forbid = (sign: string) => Bun.spawn(['chattr', `${sign}i`, oldest]).exited
    expect(await forbid('+')).toBe(0)
    try {
      expect(await upload({ '1.jpg': large('1', 30) })).toBe(200)
      expect(await paths()).toEqual(['d.jpg', 'c.jpg', 'a.jpg'])
      expect((await empty()).status).toBe(500)
      expect(await paths()).toEqual(['a.jpg'])
    } finally {
      await forbid('-')
    }
    expect(await (await empty()).json()).toMatchObject({ data: { totalDeleted: 1 } })
  })

  test('keeps them from guests, who stage no more than their invitation is for', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, trash, sendAsGuest, paths } = service
    expect(await upload({ 'a.jpg': large('a', 30) })).toBe(200)
    await trash('a.jpg')
    const { token } = await service.told('POST /api/invitations', { folder: '', maxFiles: 1 })
    const names = Array.from({ length: 25 }, (_, n) => `${n}`)
    const many = Object.fromEntries(names.map((name) => [`${name}.jpg`, large(name, 8)]))
    expect(await sendAsGuest(token, many)).toEqual([400, 'INVALID_REQUEST'])
    expect(await paths()).toEqual(['a.jpg'])
    expect(await sendAsGuest(token, { 'b.jpg': large('b', 40) })).toEqual([
      500,
      'FILE_SYSTEM_ERROR',
    ])
    expect(await paths()).toEqual(['a.jpg'])
    expect(await sendAsGuest(token, { 'c.jpg': large('c', 8) })).toEqual([200, undefined])
    expect(await sendAsGuest(token, { 'c.jpg': large('c', 8) })).toEqual([200, undefined])
    expect(await readdir(service.uploadsDir)).toContain('c.jpg')
    expect(await upload({ 'b.jpg': large('b', 40) })).toBe(200)
    expect(await paths()).toEqual([])
  })

  test('takes pictures into the trash all the same', async () => {
    await using service = await serviceOnDisk(8)
    const { upload, trash, empty, paths } = service
    const small = Array.from({ length: 400 }, (_, index) => `${index}.jpg`)
    await upload(Object.fromEntries(small.map((name) => [name, picture(name)])))
    await upload({ 'old.jpg': large('a', 2) })
    await trash('old.jpg')
    const fill = (name: string) =>
      Bun.spawn(['dd', 'if=/dev/zero', `of=${service.at(name)}`, 'bs=4096'], { stderr: 'ignore' })
        .exited
    await fill('full')
    expect((await trash(...small.slice(0, 200))).totalTrashed).toBe(200)
    expect(await paths()).not.toContain('old.jpg')
    await empty()
    // Nothing is left that could make room.
    await fill('fuller')
    expect((await trash(...small.slice(200))).totalTrashed).toBe(200)
  })
})
