import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { formOf } from '../support/app.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { startServer } from '../support/server.ts'
import { smallDisk } from '../support/temporary.ts'

const megabyte = 1024 ** 2

/** A picture of so many megabytes. */
const large = (salt: string, size: number) =>
  jpeg({ width: 4, height: 3, salt: salt.repeat(size * megabyte) })

async function serviceOnDisk(megabytes: number) {
  const disk = await smallDisk(megabytes * megabyte)
  await disk.mount()
  const env = { UPLOADS_DIR: disk.path, MAX_FILE_SIZE: '100MB' }
  const server = await startServer({ env })
  const { cookie } = await server.login()
  const send = async (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData
    const answer = await fetch(server.url + path, {
      method,
      headers: { Cookie: cookie, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, data: JSON.parse(await answer.text()).data }
  }
  return {
    disk,
    /** Sends as a guest, and gives status and code. */
    sendAsGuest: async (token: string, files: Record<string, Uint8Array>) => {
      const headers = { Authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/api/upload`, {
        method: 'POST',
        headers,
        body: formOf(files),
      })
      return [answer.status, JSON.parse(await answer.text()).code]
    },
    upload: (files: Record<string, Uint8Array>) => send('POST', '/api/upload', formOf(files)),
    send,
    paths: async () => {
      const { data } = await send('GET', '/api/trash')
      return data.items.map(({ path }: { path: string }) => path)
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await disk[Symbol.asyncDispose]()
    },
  }
}

// Only a file system of its own can be filled, so this takes a mount.
describe.skipIf(lacks('mount'))('a disk that is full of deleted pictures', () => {
  test('has room for new ones: the oldest of the trash go, and no more than have to', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, send, paths } = service
    for (const name of ['a', 'b', 'c', 'd']) {
      expect((await upload({ [`${name}.jpg`]: large(name, 10) })).status).toBe(200)
      await send('POST', '/api/trash', { images: [`${name}.jpg`] })
    }
    expect((await upload({ '1.jpg': large('1', 15), '2.jpg': large('2', 15) })).status).toBe(200)
    expect(await paths()).toEqual(['d.jpg', 'c.jpg', 'b.jpg'])
    expect((await upload({ '3.jpg': large('3', 30) })).status).toBe(200)
    expect(await paths()).toEqual([])
    expect((await upload({ '4.jpg': large('4', 10) })).status).toBe(500)
  })

  test.skipIf(lacks('chattr'))('has room also where it can not delete the oldest', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, send, paths, disk } = service
    const ids: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) {
      await upload({ [`${name}.jpg`]: large(name, 10) })
      const { data } = await send('POST', '/api/trash', { images: [`${name}.jpg`] })
      ids.push(data.trashedItems[0].id)
    }
    const oldest = join(disk.path, '.photo-frame/trash', ids[0] ?? '')
    const forbid = (sign: string) => Bun.spawn(['chattr', `${sign}i`, oldest]).exited
    expect(await forbid('+')).toBe(0)
    try {
      expect((await upload({ '1.jpg': large('1', 30) })).status).toBe(200)
      expect(await paths()).toEqual(['d.jpg', 'c.jpg', 'a.jpg'])
      expect((await send('DELETE', '/api/trash', { all: true })).status).toBe(500)
      expect(await paths()).toEqual(['a.jpg'])
    } finally {
      await forbid('-')
    }
    expect((await send('DELETE', '/api/trash', { all: true })).data.totalDeleted).toBe(1)
  })

  test('keeps them from guests, who stage no more than their invitation is for', async () => {
    await using service = await serviceOnDisk(64)
    const { upload, send, sendAsGuest, paths, disk } = service
    expect((await upload({ 'a.jpg': large('a', 30) })).status).toBe(200)
    await send('POST', '/api/trash', { images: ['a.jpg'] })
    const { token } = (await send('POST', '/api/invitations', { folder: '', maxFiles: 1 })).data
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
    expect(await readdir(disk.path)).toContain('c.jpg')
    expect((await upload({ 'b.jpg': large('b', 40) })).status).toBe(200)
    expect(await paths()).toEqual([])
  })

  test('takes pictures into the trash all the same', async () => {
    await using service = await serviceOnDisk(8)
    const { disk, upload, send, paths } = service
    const small = Array.from({ length: 400 }, (_, index) => `${index}.jpg`)
    await upload(Object.fromEntries(small.map((name) => [name, picture(name)])))
    await upload({ 'old.jpg': large('a', 2) })
    await send('POST', '/api/trash', { images: ['old.jpg'] })
    const fill = (name: string) =>
      Bun.spawn(['dd', 'if=/dev/zero', `of=${disk.path}/${name}`, 'bs=4096'], { stderr: 'ignore' })
        .exited
    const trash = async (images: string[]) => {
      const { data } = await send('POST', '/api/trash', { images })
      return data.totalTrashed
    }
    await fill('full')
    expect(await trash(small.slice(0, 200))).toBe(200)
    expect(await paths()).not.toContain('old.jpg')
    await send('DELETE', '/api/trash', { all: true })
    // Nothing is left that could make room.
    await fill('fuller')
    expect(await trash(small.slice(200))).toBe(200)
  })
})
