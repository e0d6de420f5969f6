import { describe, expect, test } from 'bun:test'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { bodyByHand, dataOf, failed, formOf, openApp, timestamp } from '../../support/app.ts'
import type { Question, TestApp } from '../../support/app.ts'
import { formAround, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

const invitationSchema = z.object({ id: z.string(), token: z.string(), url: z.string() })

const [photo, other] = [picture('a'), picture('b')]

async function inviting(service: TestApp) {
  const cookie = await service.login()
  const asked = async (line: string, question: Question = {}) => {
    const answer = await service.ask(line, question)
    return answer.ok ? dataOf(answer) : z.record(z.string(), z.unknown()).parse(await answer.json())
  }
  const bearer = (token: string, key?: string) => ({
    Authorization: `Bearer ${token}`,
    ...(key !== undefined && { 'Upload-Key': key }),
  })
  const send = (token: string, files: Record<string, Uint8Array>, folder?: string, key?: string) =>
    service.ask('POST /api/upload', { body: formOf(files, folder), headers: bearer(token, key) })
  return {
    cookie,
    bearer,
    send,
    sendWith: (key: string, token: string, files: Record<string, Uint8Array>) =>
      send(token, files, undefined, key),
    takeBack: (key: string, token: string) =>
      asked('DELETE /api/invitations/current/images', { headers: bearer(token, key) }),
    /** Sends and gives the status. */
    statusOf: async (...sent: Parameters<typeof send>) => (await send(...sent)).status,
    ask: (json: unknown) => service.ask('POST /api/invitations', { json, cookie }),
    invite: async (json: object = { folder: 'party' }) =>
      invitationSchema.parse(await asked('POST /api/invitations', { json, cookie })),
    end: (id: string) => service.ask(`DELETE /api/invitations/${id}`, { cookie }),
    list: () => asked('GET /api/invitations', { cookie }),
    current: (token: string, address = '5.6.7.8') =>
      asked('GET /api/invitations/current', { headers: bearer(token), address }),
    left: async (token: string) =>
      (await dataOf(await service.ask('GET /api/invitations/current', { headers: bearer(token) })))[
        'filesLeft'
      ],
    listed: async (path: string) => (await service.dependencies.collection.list(path)).images,
  }
}

const visible = async (service: TestApp) =>
  (await readdir(service.uploadsDir, { recursive: true }))
    .filter((name) => !name.startsWith('.'))
    .toSorted()

describe('an invitation', () => {
  test('is told in full once, and without its token from then on', async () => {
    await using service = await openApp()
    const { ask, list, current } = await inviting(service)
    const answer = await ask({ folder: '/party/', label: ' The party ', days: 3, maxFiles: 20 })
    const made = await dataOf(answer)
    const { id, token } = invitationSchema.parse(made)
    const entry = {
      id,
      folder: 'party',
      label: 'The party',
      expires: timestamp,
      maxFiles: 20,
      files: 0,
    }
    expect(made).toEqual({ ...entry, token, url: `http://localhost/add/${token}` })
    expect(token).toMatch(/^[\da-z]{25}$/)
    expect(await list()).toEqual({ invitations: [entry] })
    const { label, folder, expires } = entry
    const limits = { filesLeft: 20, maxFileSize: 10 * 1024 ** 2 }
    expect(await current(token)).toEqual({ label, folder, expires, ...limits })
    const kept = await readFile(service.at('.photo-frame/invitations.json'), 'latin1')
    expect(kept).toContain(id)
    expect(kept).not.toContain(token)
  })

  test('is for 7 days and 500 files unless told', async () => {
    await using service = await openApp()
    const { ask } = await inviting(service)
    const { expires, maxFiles, label, folder } = await dataOf(await ask({ folder: '' }))
    expect({ maxFiles, label, folder }).toEqual({ maxFiles: 500, label: null, folder: '' })
    const days =
      (Date.parse(String(expires)) - service.dependencies.collection.clock()) / 86_400_000
    expect(days).toBe(7)
  })

  test('is refused for a folder that can not be', async () => {
    await using service = await openApp()
    const { ask } = await inviting(service)
    expect(await (await ask({ folder: '../a' })).json()).toMatchObject({
      code: 'INVALID_FOLDER_NAME',
    })
  })

  test.each([{ days: 1 }, { days: 365 }, { maxFiles: 1 }, { maxFiles: 10_000 }])(
    'may be for %j',
    async (limits) => {
      await using service = await openApp()
      const { ask } = await inviting(service)
      const answer = await ask({ folder: 'a', label: 'x'.repeat(100), ...limits })
      expect(answer.status).toBe(200)
    },
  )

  test('ends with its last day', async () => {
    let now = Date.now()
    await using service = await openApp({ collectionClock: () => now })
    const { invite, send, list, current, end } = await inviting(service)
    const { id, token } = await invite({ folder: '', days: 1 })
    now += 24 * 60 * 60_000 - 1
    expect((await send(token, { 'a.jpg': photo })).status).toBe(200)
    now += 1
    expect((await send(token, { 'b.jpg': other })).status).toBe(401)
    expect(await current(token)).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await list()).toEqual({ invitations: [] })
    expect(await (await end(id)).json()).toEqual(failed('INVITATION_NOT_FOUND'))
    expect(await visible(service)).toEqual(['a.jpg'])
  })

  test('is one of at most 1,000 that live', async () => {
    let now = Date.now()
    await using service = await openApp({ collectionClock: () => now })
    const { ask, invite, end } = await inviting(service)
    const { id } = await invite({ folder: 'a', days: 1 })
    const kept = {
      hash: 'a'.repeat(64),
      folder: 'a',
      label: null,
      expires: now + 1,
      maxFiles: 1,
      files: 0,
    }
    const others = Array.from({ length: 999 }, (_, index) => [`id-${index}`, kept])
    await appendFile(service.at('.photo-frame/invitations.json'), encodeLines(others))
    expect(await (await ask({ folder: 'a' })).json()).toEqual(failed('INVALID_REQUEST'))
    await end(id)
    expect((await ask({ folder: 'a', days: 2 })).status).toBe(200)
    expect((await ask({ folder: 'a' })).status).toBe(400)
    now += 24 * 60 * 60_000
    expect((await ask({ folder: 'a' })).status).toBe(200)
  })
})

describe('a guest', () => {
  test('adds pictures to the folder of the invitation, which the first of them makes', async () => {
    await using service = await openApp()
    const { invite, send, left } = await inviting(service)
    const { token } = await invite({ folder: 'party/cake', maxFiles: 10 })
    expect(await visible(service)).toEqual([])
    const data = await dataOf(await send(token, { 'a.jpg': photo }))
    expect(data).toMatchObject({ folder: 'party/cake', totalFiles: 1 })
    await send(token, { 'b.jpg': other }, '/party/cake/')
    expect(await left(token)).toBe(8)
    expect(await visible(service)).toEqual([
      'party',
      'party/cake',
      'party/cake/a.jpg',
      'party/cake/b.jpg',
    ])
  })

  test.each(['', 'other', 'party/below', 'Party'])(
    'may not name the folder "%s"',
    async (folder) => {
      await using service = await openApp()
      const { invite, send, left } = await inviting(service)
      const { token } = await invite()
      const answer = await send(token, { 'a.jpg': photo }, folder)
      expect(await answer.json()).toEqual(failed('INVALID_REQUEST'))
      expect(await left(token)).toBe(500)
      expect(await visible(service)).toEqual([])
    },
  )

  test('may do nothing else', async () => {
    await using service = await openApp({ files: { 'a.jpg': photo } })
    const { invite, bearer } = await inviting(service)
    const { token, id } = await invite()
    for (const line of [
      'POST /api/folders',
      'DELETE /api/images',
      'GET /api/admin',
      'GET /api/invitations',
      'POST /api/invitations',
      `DELETE /api/invitations/${id}`,
    ]) {
      const answer = await service.ask(line, { json: {}, headers: bearer(token) })
      expect(answer.status).toBe(401)
    }
  })

  test('is known by the token where the browser has a session, too', async () => {
    await using service = await openApp()
    const { invite, bearer, cookie } = await inviting(service)
    const { token } = await invite()
    const ask = (sent: string) =>
      service.ask('POST /api/upload', {
        body: formOf({ 'a.jpg': photo }),
        headers: bearer(sent),
        cookie,
      })
    expect(await dataOf(await ask(token))).toMatchObject({ folder: 'party' })
    expect((await ask('none')).status).toBe(401)
  })

  test('sends no more files than are left, all or none of them', async () => {
    await using service = await openApp()
    const { invite, send, left } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 3 })
    await send(token, { 'a.jpg': photo })
    const many = { 'b.jpg': other, 'c.jpg': picture('c'), 'd.jpg': picture('d') }
    expect(await (await send(token, many)).json()).toEqual(failed('INVALID_REQUEST'))
    expect(await left(token)).toBe(2)
    expect(await visible(service)).toEqual(['party', 'party/a.jpg'])
    const { 'd.jpg': _, ...two } = many
    expect((await send(token, two)).status).toBe(200)
    expect(await left(token)).toBe(0)
  })

  test('may send a file again at the limit, but none of another name or content', async () => {
    await using service = await openApp()
    const { invite, send, left, statusOf } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 2 })
    const files = { 'a.jpg': photo, 'b.jpg': other }
    expect((await send(token, files)).status).toBe(200)
    const again = await send(token, files)
    expect(await dataOf(again)).toMatchObject({ totalFiles: 2 })
    expect(await statusOf(token, { 'c.jpg': photo })).toBe(400)
    expect(await statusOf(token, { 'a.jpg': other })).toBe(400)
    expect(await statusOf(token, { 'a.jpg': photo, 'c.jpg': photo })).toBe(400)
    expect(await left(token)).toBe(0)
    expect(await visible(service)).toEqual(['party', 'party/a.jpg', 'party/b.jpg'])
  })

  test('counts a file that comes twice in one upload once', async () => {
    await using service = await openApp()
    const { invite, bearer, left } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 1 })
    const body = formOf({ 'a.jpg': photo })
    body.append('files', new File([new Uint8Array(photo)], 'a.jpg'))
    const answer = await service.ask('POST /api/upload', { body, headers: bearer(token) })
    expect(answer.status).toBe(200)
    expect(await left(token)).toBe(0)
  })

  test('counts nothing for an upload that is refused', async () => {
    await using service = await openApp()
    const { invite, statusOf, left } = await inviting(service)
    const { token } = await invite()
    expect(await statusOf(token, {})).toBe(400)
    expect(await statusOf(token, { 'a.jpg': photo, 'b.jpg': Buffer.from('text') })).toBe(400)
    expect(await left(token)).toBe(500)
  })

  test('of many at once gets no more in than are left', async () => {
    await using service = await openApp()
    const { invite, statusOf, left, listed } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 7 })
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const statuses = await Promise.all(
      numbers.map((number) => statusOf(token, { 'a.jpg': picture(number) })),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(7)
    expect(statuses.filter((status) => status === 400)).toHaveLength(13)
    expect(await left(token)).toBe(0)
    expect(await listed('party')).toHaveLength(7)
  })
})

describe('an invitation that is ended', () => {
  test('is gone at once, and looks like one that never was', async () => {
    await using service = await openApp()
    const { invite, end, send, list, current } = await inviting(service)
    const [{ id, token }, kept] = [await invite(), await invite()]
    expect(await dataOf(await end(id))).toEqual({ id })
    expect(await list()).toMatchObject({ invitations: [{ id: kept.id }] })
    const dead = await current(token)
    expect(dead).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await current('0'.repeat(25))).toEqual(dead)
    expect(await current('')).toEqual(dead)
    const answers = [await send(token, { 'a.jpg': photo }), await send('none', { 'a.jpg': photo })]
    const headers = answers.map((answer) => [answer.status, Object.fromEntries(answer.headers)])
    expect(headers[0]).toEqual(headers[1])
    expect(await answers[0]?.json()).toEqual(await answers[1]?.json())
    expect(await (await end(id)).json()).toEqual(failed('INVITATION_NOT_FOUND'))
    expect(await visible(service)).toEqual([])
  })

  test('has an upload in flight store nothing', async () => {
    await using service = await openApp()
    const { invite, end, bearer } = await inviting(service)
    const { id, token } = await invite()
    const { body, send, end: finish } = bodyByHand()
    const headers = { ...bearer(token), 'Content-Type': formType }
    const answering = service.ask('POST /api/upload', { body, headers })
    const { before, after } = formAround('a.jpg')
    await send(Buffer.concat([before, photo.subarray(0, 20)]))
    await end(id)
    await send(Buffer.concat([photo.subarray(20), after]))
    await finish()
    const answer = await answering
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await visible(service)).toEqual([])
    expect(await readdir(service.at('.photo-frame/staging'))).toEqual([])
  })
})

test('a refused token is refused before anything of the body is read', async () => {
  await using service = await openApp()
  let isRead = false
  const pull = () => void (isRead = true)
  const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  const headers = { Authorization: 'Bearer none' }
  expect((await service.ask('POST /api/upload', { body, headers })).status).toBe(401)
  expect(isRead).toBeFalse()
})

describe('tokens that open nothing', () => {
  test('block their address after ten in a minute, and nobody who has one that does', async () => {
    await using service = await openApp()
    const { invite, current, send } = await inviting(service)
    const { token } = await invite()
    for (let count = 0; count < 10; count += 1) {
      expect(await current(`made-up-${count}`)).toEqual(failed('AUTHENTICATION_REQUIRED'))
    }
    const refused = failed('TOO_MANY_ATTEMPTS', { retryAfter: 60 })
    expect(await current('made-up')).toEqual(refused)
    expect(await current('made-up', '5.6.7.9')).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await current(token)).toMatchObject({ folder: 'party' })
    expect((await send(token, { 'a.jpg': photo })).status).toBe(200)
    expect(await current('made-up')).toEqual(refused)
  })
})

test('whoever has a token waits for none of those who guess', async () => {
  await using service = await openApp()
  const { invite, current } = await inviting(service)
  const { token } = await invite()
  let answered = 0
  const guesses = Array.from({ length: 200 }, async (_, index) => {
    await current('made-up', `5.6.7.${index}`)
    answered += 1
  })
  expect(await current(token)).toMatchObject({ folder: 'party' })
  expect(answered).toBeLessThan(guesses.length)
  await Promise.all(guesses)
})

describe('a folder', () => {
  test('that is renamed keeps its invitations, those of folders above and below it too', async () => {
    await using service = await openApp({ files: { 'a/b/c/x.jpg': photo, 'a/bc/x.jpg': photo } })
    const { invite, cookie, current, send } = await inviting(service)
    const folders = ['a', 'a/b', 'a/b/c', 'a/b/new', 'a/bc']
    const tokens: string[] = []
    for (const folder of folders) tokens.push((await invite({ folder })).token)
    const foldersNow = async () => {
      const all: unknown[] = []
      for (const token of tokens) all.push((await current(token))['folder'])
      return all
    }
    const move = (path: string, newPath: string) =>
      service.ask('PATCH /api/folders', { json: { path, newPath }, cookie })
    expect((await move('a/b', 'd/e')).status).toBe(200)
    expect(await foldersNow()).toEqual(['a', 'd/e', 'd/e/c', 'd/e/new', 'a/bc'])
    await send(tokens[3] ?? '', { 'y.jpg': other })
    expect(await visible(service)).toContain('d/e/new/y.jpg')
    expect((await move('d/e', 'a/bc')).status).toBe(400)
    expect(await foldersNow()).toEqual(['a', 'd/e', 'd/e/c', 'd/e/new', 'a/bc'])
  })

  test('that is in the trash is made anew by the next picture', async () => {
    await using service = await openApp()
    const { invite, cookie, send } = await inviting(service)
    const { token } = await invite()
    await send(token, { 'a.jpg': photo })
    await service.ask('POST /api/trash', { json: { folders: ['party'] }, cookie })
    expect(await visible(service)).toEqual([])
    expect((await send(token, { 'b.jpg': other })).status).toBe(200)
    expect(await visible(service)).toEqual(['party', 'party/b.jpg'])
  })
})

describe('what a guest has sent', () => {
  const from = async ({ listed }: Awaited<ReturnType<typeof inviting>>, path: string) =>
    Object.fromEntries((await listed(path)).map(({ name, invitation }) => [name, invitation]))

  test('is listed with the invitation, and nothing else is', async () => {
    await using service = await openApp({ files: { 'party/own.jpg': photo } })
    const guests = await inviting(service)
    const { invite, send, end, cookie } = guests
    const { id, token } = await invite({ folder: 'party', label: 'The birthday' })
    await send(token, { 'own.jpg': photo, 'a.jpg': other })
    const invitation = { id, label: 'The birthday' }
    expect(await from(guests, 'party')).toEqual({ 'a.jpg': invitation, 'own.jpg': undefined })
    await end(id)
    const mark = { images: ['party/a.jpg'], favourite: true }
    await service.ask('POST /api/images/marks', { json: mark, cookie })
    const undo = { images: ['party/a.jpg'], favourite: false }
    await service.ask('POST /api/images/marks', { json: undo, cookie })
    const move = { images: ['party/a.jpg'], folder: 'best' }
    await service.ask('POST /api/images/move', { json: move, cookie })
    expect(await from(guests, 'best')).toEqual({ 'a.jpg': invitation })
    await using second = await openApp({ uploadsDir: service.uploadsDir })
    expect(await from(await inviting(second), 'best')).toEqual({ 'a.jpg': invitation })
  })

  test('is known as such when it comes back from the trash', async () => {
    await using service = await openApp()
    const guests = await inviting(service)
    const { id, token } = await guests.invite()
    await guests.send(token, { 'a.jpg': photo })
    const { cookie } = guests
    const json = { images: ['party/a.jpg'] }
    const { trashedItems } = await dataOf(await service.ask('POST /api/trash', { json, cookie }))
    const [item] = z.array(z.object({ id: z.string() })).parse(trashedItems)
    await service.ask('POST /api/trash/restore', { json: { ids: [item?.id] }, cookie })
    expect(await from(guests, 'party')).toEqual({ 'a.jpg': { id, label: null } })
  })
})

describe('a guest takes back', () => {
  const [mine, yours] = ['my-secret-1234567', 'your-secret-1234567']

  test('what was sent with a key, which goes to the trash, and may send as much again', async () => {
    await using service = await openApp()
    const { invite, sendWith, takeBack, left, cookie } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 3 })
    await sendWith(mine, token, { 'a.jpg': photo, 'b.jpg': other })
    await sendWith(yours, token, { 'c.jpg': picture('c') })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 2 })
    expect(await visible(service)).toEqual(['party', 'party/c.jpg'])
    expect(await left(token)).toBe(2)
    expect(await dataOf(await service.ask('GET /api/trash', { cookie }))).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ path: 'party/a.jpg' }),
        expect.objectContaining({ path: 'party/b.jpg' }),
      ]),
    })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 0 })
    expect(await left(token)).toBe(2)
  })

  test('also what was sent again because no answer came', async () => {
    await using service = await openApp()
    const { invite, sendWith, takeBack } = await inviting(service)
    const { token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    await sendWith(mine, token, { 'a.jpg': photo })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 1 })
  })

  test('nothing that others have sent, not by sending the same picture again either', async () => {
    await using service = await openApp({ files: { 'party/own.jpg': photo } })
    const { invite, send, sendWith, takeBack } = await inviting(service)
    const [{ token }, another] = [await invite(), await invite()]
    await sendWith(yours, token, { 'a.jpg': other })
    await send(token, { 'c.jpg': picture('c') })
    await sendWith(mine, token, { 'a.jpg': other, 'own.jpg': photo, 'c.jpg': picture('c') })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 0 })
    expect(await takeBack(yours, another.token)).toEqual({ totalDeleted: 0 })
    expect(await visible(service)).toEqual(['party', 'party/a.jpg', 'party/c.jpg', 'party/own.jpg'])
  })

  test('nothing after 15 minutes', async () => {
    let now = Date.now()
    await using service = await openApp({ collectionClock: () => now })
    const { invite, sendWith, takeBack } = await inviting(service)
    const { token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    now += 60_000
    await sendWith(mine, token, { 'b.jpg': other })
    now += 14 * 60_000
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 1 })
    expect(await visible(service)).toEqual(['party', 'party/a.jpg'])
  })

  test('also what has been moved, marked and turned since', async () => {
    await using service = await openApp()
    const { invite, sendWith, takeBack, cookie } = await inviting(service)
    const { token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    const images = ['party/a.jpg']
    const favour = { images, favourite: true }
    const rename = { path: 'party', newPath: 'birthday' }
    const turn = { images: ['birthday/a.jpg'], turn: 90 }
    const move = { images: ['birthday/a.jpg'], folder: 'best' }
    for (const [line, json] of [
      ['POST /api/images/marks', favour],
      ['PATCH /api/folders', rename],
      ['POST /api/images/rotate', turn],
      ['POST /api/images/move', move],
    ] as const) {
      expect((await service.ask(line, { json, cookie })).status).toBe(200)
    }
    expect(await visible(service)).toContain('best/a.jpg')
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 1 })
    expect(await visible(service)).toEqual(['best', 'birthday'])
  })

  const replacements = {
    'removed by another program': (at: TestApp['at']) => rm(at('party/a.jpg')),
    'moved by another program': (at: TestApp['at']) => rename(at('party/a.jpg'), at('b.jpg')),
    'moved with its folder by another program': async (at: TestApp['at']) => {
      await rename(at('party'), at('old'))
      await mkdir(at('party'))
    },
    'replaced in place': async (at: TestApp['at']) => {
      await writeFile(at('party/.a.jpg.x'), third)
      await rename(at('party/.a.jpg.x'), at('party/a.jpg'))
    },
    'overwritten in place': (at: TestApp['at']) => writeFile(at('party/a.jpg'), third),
  }
  const third = picture('third')
  test.each(Object.keys(replacements) as (keyof typeof replacements)[])(
    'no other picture of its name, once its own was %s',
    async (kind) => {
      await using service = await openApp()
      const { invite, sendWith, takeBack, cookie } = await inviting(service)
      const { token } = await invite()
      await sendWith(mine, token, { 'a.jpg': photo })
      await replacements[kind](service.at)
      if (!kind.endsWith('in place')) {
        service.passTime()
        const body = formOf({ 'a.jpg': third }, 'party')
        expect((await service.ask('POST /api/upload', { body, cookie })).status).toBe(200)
      }
      const before = await visible(service)
      expect(await takeBack(mine, token)).toEqual({ totalDeleted: 0 })
      expect(await visible(service)).toEqual(before)
      const sent = await service.ask('GET /uploads/party/a.jpg')
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(Buffer.from(third))
    },
  )

  test('no other picture that gets its name while it is in the trash, nor once it is back', async () => {
    await using service = await openApp()
    const { invite, sendWith, takeBack, cookie, left } = await inviting(service)
    const { token } = await invite({ folder: 'party', maxFiles: 5 })
    await sendWith(mine, token, { 'a.jpg': photo })
    const images = ['party/a.jpg']
    const trashed = await dataOf(await service.ask('POST /api/trash', { json: { images }, cookie }))
    const body = formOf({ 'a.jpg': third }, 'other')
    await service.ask('POST /api/upload', { body, cookie })
    const move = { images: ['other/a.jpg'], folder: 'party' }
    expect((await service.ask('POST /api/images/move', { json: move, cookie })).status).toBe(200)
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 0 })
    const ids = [JSON.stringify(trashed).match(/[\da-f]{32}/)?.[0]]
    await service.ask('POST /api/trash/restore', { json: { ids }, cookie })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 1 })
    expect(await left(token)).toBe(5)
    expect(await visible(service)).toEqual(['other', 'party', 'party/a.jpg'])
    // What an admin brings back after that stays.
    const { items } = z
      .object({ items: z.array(z.object({ id: z.string() })) })
      .parse(await dataOf(await service.ask('GET /api/trash', { cookie })))
    await service.ask('POST /api/trash/restore', { json: { ids: [items[0]?.id] }, cookie })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 0 })
    expect(await left(token)).toBe(5)
  })

  test('for good where there is no trash', async () => {
    await using service = await openApp({ trashDays: 0 })
    const { invite, sendWith, takeBack } = await inviting(service)
    const { token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    expect(await takeBack(mine, token)).toEqual({ totalDeleted: 1 })
    expect(await visible(service)).toEqual(['party'])
  })

  test('nothing once the invitation has ended', async () => {
    await using service = await openApp()
    const { invite, end, sendWith, takeBack } = await inviting(service)
    const { id, token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    await end(id)
    expect(await takeBack(mine, token)).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await visible(service)).toEqual(['party', 'party/a.jpg'])
  })

  test.each(['', 'too-short', 'x'.repeat(65), 'with spaces in it', 'üüüüüüüüüüüüüüüü'])(
    'nothing with the key "%s", and sends nothing with it',
    async (key) => {
      await using service = await openApp()
      const { invite, sendWith, takeBack } = await inviting(service)
      const { token } = await invite()
      const answer = await sendWith(key, token, { 'a.jpg': photo })
      expect(await answer.json()).toEqual(failed('INVALID_REQUEST'))
      expect(await takeBack(key, token)).toEqual(failed('INVALID_REQUEST'))
      expect(await visible(service)).toEqual([])
    },
  )

  test('and nobody learns the key from a listing or the disk', async () => {
    await using service = await openApp()
    const { invite, sendWith, listed } = await inviting(service)
    const { token } = await invite()
    await sendWith(mine, token, { 'a.jpg': photo })
    expect(JSON.stringify(await listed('party'))).not.toContain('takeBack')
    expect(await readFile(service.at('.photo-frame/marks.json'), 'latin1')).not.toContain(mine)
  })
})
