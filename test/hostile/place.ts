import { expect } from 'bun:test'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp } from '../support/app.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** What must never be in an answer. */
export const secret = 'the-secret-beside-the-uploads'

/** Uploads with everything around and in them that is nobody's business. */
export async function preparePlace() {
  const folder = await temporaryFolder()
  const uploadsDir = join(folder.path, 'uploads')
  const hidden = jpeg({ width: 7, height: 7, salt: secret })
  for (const name of ['uploads/trips', 'outside']) {
    await mkdir(join(folder.path, name), { recursive: true })
  }
  const files = ['secret.jpg', 'outside/secret.jpg', 'uploads/.hidden.jpg', 'uploads/notes.txt']
  for (const name of files) await writeFile(join(folder.path, name), hidden)
  await symlink('../secret.jpg', join(uploadsDir, 'link.jpg'))
  await symlink('../nothing.jpg', join(uploadsDir, 'dangling.jpg'))
  await symlink('../outside', join(uploadsDir, 'way'))
  await writeFile(join(uploadsDir, 'a.jpg'), picture('a'))
  await writeFile(join(uploadsDir, 'trips/b.jpg'), picture('b'))
  return {
    path: folder.path,
    uploadsDir,
    /** Every name, type and content, the service's own folder apart. */
    fingerprint: () => fingerprint(folder.path, ['uploads/.photo-frame']),
    /** The same for what no operation may change, whatever its answer is. */
    outside: () =>
      fingerprint(folder.path, ['uploads/']).concat(
        ...['.hidden.jpg', 'notes.txt', 'link.jpg', 'dangling.jpg', 'way'].map((name) =>
          describeEntry(uploadsDir, name),
        ),
      ),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

export type Answer = Pick<Response, 'status' | 'bytes'> & { headers: Pick<Headers, 'get'> }

/** The app on such a place. */
export async function openPlace() {
  const place = await preparePlace()
  const { uploadsDir } = place
  // Strangers who guess are slowed down, which a test of many requests need not wait for.
  const service = await openApp({
    uploadsDir,
    maxFileSize: 1024 ** 2,
    sleep: async () => undefined,
  })
  const send = async (path: string, init: RequestInit = {}, address = '1.2.3.4') =>
    service.app.request(path, init, { requestIP: () => ({ address }) })
  return {
    ...service,
    ...place,
    send,
    cookie: await service.login(),
    /** Checks what holds for every answer, then that the service goes on. */
    judge: async (answer: Answer, before: string[]) => {
      const body = await judge(answer, place.path)
      expect(place.outside()).toEqual(before)
      expect((await send('/api/folders?path=trips')).status).toBe(200)
      return body
    },
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]()
      await place[Symbol.asyncDispose]()
    },
  }
}

export type Place = Awaited<ReturnType<typeof openPlace>>

/** A correct answer or a refusal, in JSON unless it is a picture, that tells nothing. */
export async function judge(answer: Answer, path: string): Promise<Buffer> {
  const body = Buffer.from(await answer.bytes())
  expect(answer.status === 200 || (answer.status >= 400 && answer.status < 500)).toBeTrue()
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(body.includes(secret)).toBeFalse()
  expect(body.includes(path)).toBeFalse()
  const type = answer.headers.get('content-type') ?? ''
  if (answer.status === 200 && type.startsWith('image/')) return body
  // An address that climbs to the very top is that of the slideshow.
  if (answer.status === 200 && type.startsWith('text/html')) return body
  expect(type).toStartWith('application/json')
  expect(JSON.parse(body.toString())).toHaveProperty('success', answer.status === 200)
  return body
}

export const jsonOf = (method: string, value: unknown, cookie = ''): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', Cookie: cookie },
  body: typeof value === 'string' ? value : JSON.stringify(value),
})

function fingerprint(path: string, without: string[]): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => !without.some((prefix) => name.startsWith(prefix)))
    .toSorted()
    .map((name) => describeEntry(path, name))
}

function describeEntry(folder: string, name: string): string {
  const path = join(folder, name)
  const stat = lstatSync(path)
  if (stat.isDirectory()) return `${name}/ ${stat.ino}`
  const content = stat.isSymbolicLink() ? readlinkSync(path) : Bun.hash(readFileSync(path))
  return `${name} ${stat.mode} ${stat.ino} ${content}`
}
