import { describe, expect, test } from 'bun:test'
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { dataOf, expectFailed, failed, formOf, openApp, timestamp } from '../../support/app.ts'
import type { AppOptions, Question, TestApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const invitationSchema = z.object({ id: z.string(), token: z.string(), url: z.string() })
const idsSchema = z.array(z.object({ id: z.string() }))

const [photo, other, third] = [picture('a'), picture('b'), picture('c')]
const day = 24 * 60 * 60_000

type Files = Record<string, Uint8Array>

/** An app, what its admin asks about invitations, and what their guests do. */
async function openParty(options?: AppOptions) {
  const service = await openApp(options)
  const { ask, admin, told } = service
  const headersOf = (token: string, key?: string) => ({
    Authorization: `Bearer ${token}`,
    ...(key !== undefined && { 'Upload-Key': key }),
  })
  const send = (token: string, files: Files, folder?: string, key?: string) =>
    ask('POST /api/upload', { body: formOf(files, folder), headers: headersOf(token, key) })
  const asGuest = async (line: string, question: Question) => {
    const answer = await ask(line, question)
    return answer.ok ? dataOf(answer) : z.record(z.string(), z.unknown()).parse(await answer.json())
  }
  const current = (token: string, address = '5.6.7.8') =>
    asGuest('GET /api/invitations/current', { headers: headersOf(token), address })
  return {
    ...service,
    headersOf,
    send,
    sendWith: (key: string, token: string, files: Files) => send(token, files, undefined, key),
    statusOf: async (token: string, files: Files) => (await send(token, files)).status,
    takeBack: async (key: string, token: string) => {
      const line = 'DELETE /api/invitations/current/images'
      const { totalDeleted, code } = await asGuest(line, { headers: headersOf(token, key) })
      return totalDeleted ?? code
    },
    invite: async (json: object = { folder: 'party' }) =>
      invitationSchema.parse(await told('POST /api/invitations', json)),
    end: (id: string) => admin(`DELETE /api/invitations/${id}`),
    invited: () => told('GET /api/invitations'),
    current,
    left: async (token: string) => (await current(token))['filesLeft'],
    /** The invitations by which the images of a folder have come, by name. */
    from: async (path: string) => {
      const { images } = await service.collection.list(path)
      return Object.fromEntries(images.map(({ name, invitation }) => [name, invitation]))
    },
    /** What is in the trash, the latest first. */
    trashed: async () => idsSchema.parse((await told('GET /api/trash'))['items']),
    upload: async (files: Files, folder: string) => {
      const cookie = await service.login()
      return dataOf(await ask('POST /api/upload', { body: formOf(files, folder), cookie }))
    },
  }
}

describe('an invitation', () => {
  test('is told with its link as often as an admin asks, and kept for nobody else to read', async () => {
    await using party = await openParty()
    const wish = { folder: '/party/', label: ' The party ', days: 3, maxFiles: 20 }
    const made = await party.told('POST /api/invitations', wish)
    const { id, token } = invitationSchema.parse(made)
    const told = { label: 'The party', folder: 'party', expires: timestamp }
    const url = `http://localhost/add/${token}`
    const entry = { id, ...told, maxFiles: 20, files: 0, review: false, token, url }
    expect(made).toEqual(entry)
    expect(token).toMatch(/^[\da-z]{25}$/)
    expect(await party.invited()).toEqual({ invitations: [entry] })
    const limits = { filesLeft: 20, maxFileSize: 10 * 1024 ** 2 }
    expect(await party.current(token)).toEqual({ ...told, ...limits })
    const { mode } = await stat(party.at('.photo-frame/invitations.json'))
    expect(mode & 0o777).toBe(0o600)
  })

  test('is for no folder that would have the name of a file', async () => {
    await using party = await openParty()
    await party.put('trips.jpg', photo)
    party.passTime()
    const answer = await party.admin('POST /api/invitations', { folder: 'trips.jpg' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('A file has the name of this folder.')
    expect(await party.invited()).toEqual({ invitations: [] })
  })

  test('is for 7 days and 500 files unless told, and for a year and 10,000 at most', async () => {
    await using party = await openParty()
    const made = await party.told('POST /api/invitations', { folder: '' })
    expect(made).toMatchObject({ maxFiles: 500, label: null, folder: '' })
    expect(Date.parse(String(made['expires'])) - party.collection.parts.clock()).toBe(7 * day)
    for (const limits of [{ days: 1 }, { days: 365 }, { maxFiles: 1 }, { maxFiles: 10_000 }]) {
      await party.invite({ folder: 'a', label: 'x'.repeat(100), ...limits })
    }
  })

  test('ends with its last day', async () => {
    let now = Date.now()
    await using party = await openParty({ collectionClock: () => now })
    const { id, token } = await party.invite({ folder: '', days: 1 })
    now += day - 1
    expect(await party.statusOf(token, { 'a.jpg': photo })).toBe(200)
    now += 1
    expect(await party.statusOf(token, { 'b.jpg': other })).toBe(401)
    expect(await party.current(token)).toEqual(failed('AUTHENTICATION_REQUIRED'))
    expect(await party.invited()).toEqual({ invitations: [] })
    await expectFailed(await party.end(id), 'INVITATION_NOT_FOUND')
    expect(await party.visible()).toEqual(['a.jpg'])
  })

  test('is one of at most 1,000 that live', async () => {
    let now = Date.now()
    await using party = await openParty({ collectionClock: () => now })
    const more = (days = 7) => party.admin('POST /api/invitations', { folder: 'a', days })
    const { id } = await party.invite({ folder: 'a', days: 1 })
    const limits = { expires: now + 1, maxFiles: 1, files: 0 }
    const kept = { hash: 'a'.repeat(64), folder: 'a', label: null, ...limits }
    const others = Array.from({ length: 999 }, (_, index) => [`id-${index}`, kept])
    await appendFile(party.at('.photo-frame/invitations.json'), encodeLines(others))
    await expectFailed(await more(), 'INVALID_REQUEST')
    // Those lines are of a version that kept hashes alone.
    const older = { id: 'id-0', token: null, url: null, review: false }
    expect((await party.invited())['invitations']).toContainEqual(expect.objectContaining(older))
    await party.end(id)
    expect((await more(2)).status).toBe(200)
    expect((await more()).status).toBe(400)
    now += day
    expect((await more()).status).toBe(200)
  })
})

const pictures = { 'a.jpg': photo, 'b.jpg': other, 'c.jpg': third }

test('an invitation with a review shows nothing on frames before an admin has said yes to it', async () => {
  await using party = await openParty()
  const { token, id } = await party.invite({ folder: 'party', review: true })
  expect(await party.current(token)).toMatchObject({ review: true })
  await party.send(token, pictures)
  const entries = async () =>
    (await party.collection.list('party')).images.map(({ hidden, waiting }) => [hidden, waiting])
  expect(new Set((await entries()).flat())).toEqual(new Set([true]))
  expect(await party.from('party')).toMatchObject({ 'a.jpg': { id } })
  expect(await party.deal(1)).toEqual([])
  const mark = (name: string, marks: object) =>
    party.admin('POST /api/images/marks', { images: [`party/${name}.jpg`], ...marks })
  await mark('a', { waiting: false })
  await mark('b', { waiting: false, hidden: true })
  await mark('c', { favourite: true })
  const [shown, hiddenByAdmin, waiting] = await entries()
  expect([shown, hiddenByAdmin]).toEqual([
    [false, undefined],
    [true, undefined],
  ])
  expect(waiting).toEqual([true, true])
  await mark('b', { waiting: false })
  expect(await party.deal(2)).toEqual(['party/a.jpg', 'party/a.jpg'])
  await mark('c', { hidden: false })
  expect((await entries())[2]).toEqual([false, undefined])
  await expectFailed(await mark('c', { waiting: true }), 'INVALID_REQUEST')
})

test('an invitation with a review keeps a picture from frames from its first moment on', async () => {
  await using party = await openParty({ files: { 'party/x.jpg': picture('x') } })
  const { token } = await party.invite({ folder: 'party', review: true })
  const dealt = new Set<string>()
  const sending = party.send(token, pictures)
  while (Bun.peek.status(sending) === 'pending') {
    for (const path of await party.deal(1)) dealt.add(path)
  }
  expect((await sending).status).toBe(200)
  expect([...dealt]).toEqual(['party/x.jpg'])
})

test('an invitation with a review leaves no mark where nothing could be stored', async () => {
  await using party = await openParty()
  const { token } = await party.invite({ folder: 'party', review: true, maxFiles: 1 })
  await expectFailed(await party.send(token, pictures), 'INVALID_REQUEST')
  await party.upload(pictures, 'party')
  expect(await party.deal(1)).toHaveLength(1)
  expect(await party.left(token)).toBe(1)
})

test('a guest adds pictures to the folder of the invitation, which the first of them makes', async () => {
  await using party = await openParty()
  const { token } = await party.invite({ folder: 'party/cake', maxFiles: 10 })
  expect(await party.visible()).toEqual([])
  const data = await dataOf(await party.send(token, { 'a.jpg': photo }))
  expect(data).toMatchObject({ folder: 'party/cake', totalFiles: 1 })
  await party.send(token, { 'b.jpg': other }, '/party/cake/')
  // It may name no other folder.
  for (const folder of ['', 'party', 'party/cake/below', 'party/Cake']) {
    await expectFailed(await party.send(token, { 'c.jpg': third }, folder), 'INVALID_REQUEST')
  }
  // It is known by the token where the browser has a session, too.
  const cookie = await party.login()
  for (const [sent, status] of [
    [token, 200],
    ['none', 401],
  ] as const) {
    const [body, headers] = [formOf({ 'a.jpg': photo }), party.headersOf(sent)]
    expect((await party.ask('POST /api/upload', { body, headers, cookie })).status).toBe(status)
  }
  expect(await party.left(token)).toBe(8)
  const stored = ['party/cake/a.jpg', 'party/cake/b.jpg']
  expect(await party.visible()).toEqual(['party', 'party/cake', ...stored])
})

test('a guest sends no more files than are left, all or none, of which those that are refused do not count', async () => {
  await using party = await openParty()
  const { token } = await party.invite({ folder: 'party', maxFiles: 3 })
  // What comes twice in one upload counts once.
  const body = formOf({ 'a.jpg': photo })
  body.append('files', new File([new Uint8Array(photo)], 'a.jpg'))
  await party.ask('POST /api/upload', { body, headers: party.headersOf(token) })
  const two = { 'b.jpg': other, 'c.jpg': third }
  for (const files of [{ ...two, 'd.jpg': picture('d') }, {}, { 'b.jpg': Buffer.from('text') }]) {
    expect(await party.statusOf(token, files)).toBe(400)
  }
  expect(await party.left(token)).toBe(2)
  expect(await party.visible()).toEqual(['party', 'party/a.jpg'])
  expect(await party.statusOf(token, two)).toBe(200)
  expect(await party.left(token)).toBe(0)
})

test('a guest may send a file again at the limit, but none of another name or content', async () => {
  await using party = await openParty()
  const { statusOf } = party
  const { token } = await party.invite({ folder: 'party', maxFiles: 2 })
  const files = { 'a.jpg': photo, 'b.jpg': other }
  expect(await statusOf(token, files)).toBe(200)
  expect(await dataOf(await party.send(token, files))).toMatchObject({ totalFiles: 2 })
  const changed = [{ 'c.jpg': photo }, { 'a.jpg': other }, { 'a.jpg': photo, 'c.jpg': photo }]
  for (const each of changed) expect(await statusOf(token, { ...each })).toBe(400)
  expect(await party.left(token)).toBe(0)
  expect(await party.visible()).toEqual(['party', 'party/a.jpg', 'party/b.jpg'])
})

test('an invitation that is ended is gone at once, and looks like one that never was', async () => {
  await using party = await openParty()
  const [{ id, token }, kept] = [await party.invite(), await party.invite()]
  expect(await dataOf(await party.end(id))).toEqual({ id })
  expect(await party.invited()).toMatchObject({ invitations: [{ id: kept.id }] })
  const dead = await party.current(token)
  expect(dead).toEqual(failed('AUTHENTICATION_REQUIRED'))
  expect(await party.current('0'.repeat(25))).toEqual(dead)
  expect(await party.current('')).toEqual(dead)
  const answers = await Promise.all(
    [token, 'none'].map(async (sent) => {
      const answer = await party.send(sent, { 'a.jpg': photo })
      return [answer.status, Object.fromEntries(answer.headers), await answer.json()]
    }),
  )
  expect(answers[0]).toEqual(answers[1] ?? [])
  await expectFailed(await party.end(id), 'INVITATION_NOT_FOUND')
  expect(await party.visible()).toEqual([])
})

test('tokens that open nothing block their address after ten in a minute, and nobody who has one that does', async () => {
  await using party = await openParty()
  const { current } = party
  const { token } = await party.invite()
  const [unknown, refused] = [{ code: 'AUTHENTICATION_REQUIRED' }, { code: 'TOO_MANY_ATTEMPTS' }]
  for (let count = 0; count < 10; count += 1) {
    expect(await current(`made-up-${count}`)).toMatchObject(unknown)
  }
  expect(await current('made-up')).toMatchObject(refused)
  expect(await current('made-up', '5.6.7.9')).toMatchObject(unknown)
  expect(await current(token)).toMatchObject({ folder: 'party' })
  expect(await party.statusOf(token, { 'a.jpg': photo })).toBe(200)
  expect(await current('made-up')).toMatchObject(refused)
})

test('tokens that open nothing keep nobody waiting who has one that does', async () => {
  await using party = await openParty()
  const { token } = await party.invite()
  let answered = 0
  const guesses = Array.from({ length: 200 }, async (_, index) => {
    await party.current('made-up', `5.6.7.${index}`)
    answered += 1
  })
  expect(await party.current(token)).toMatchObject({ folder: 'party' })
  expect(answered).toBeLessThan(guesses.length)
  await Promise.all(guesses)
})

test('a folder that is renamed keeps its invitations, those of folders above and below it too', async () => {
  await using party = await openParty({ files: { 'a/b/c/x.jpg': photo, 'a/bc/x.jpg': photo } })
  const tokens: string[] = []
  for (const folder of ['a', 'a/b', 'a/b/c', 'a/b/new', 'a/bc']) {
    tokens.push((await party.invite({ folder })).token)
  }
  const folders = () =>
    Promise.all(tokens.map(async (token) => (await party.current(token))['folder']))
  const move = async (path: string, newPath: string) =>
    (await party.admin('PATCH /api/folders', { path, newPath })).status
  expect(await move('a/b', 'd/e')).toBe(200)
  expect(await folders()).toEqual(['a', 'd/e', 'd/e/c', 'd/e/new', 'a/bc'])
  await party.send(tokens[3] ?? '', { 'y.jpg': other })
  expect(await party.visible()).toContain('d/e/new/y.jpg')
  expect(await move('d/e', 'a/bc')).toBe(400)
  expect(await folders()).toEqual(['a', 'd/e', 'd/e/c', 'd/e/new', 'a/bc'])
  // One in the trash is made anew by the next picture.
  await party.told('POST /api/trash', { folders: ['d'] })
  await party.send(tokens[3] ?? '', { 'z.jpg': third })
  expect(await party.visible()).toContain('d/e/new/z.jpg')
})

test('what a guest has sent is listed with the invitation wherever it is, and nothing else is', async () => {
  await using party = await openParty({ files: { 'party/own.jpg': photo } })
  const { told } = party
  const { id, token } = await party.invite({ folder: 'party', label: 'The birthday' })
  await party.send(token, { 'own.jpg': photo, 'a.jpg': other })
  const invitation = { id, label: 'The birthday' }
  expect(await party.from('party')).toEqual({ 'a.jpg': invitation, 'own.jpg': undefined })
  await party.end(id)
  const images = ['party/a.jpg']
  await told('POST /api/trash', { images })
  await told('POST /api/trash/restore', { ids: (await party.trashed()).map((item) => item.id) })
  for (const favourite of [true, false]) await told('POST /api/images/marks', { images, favourite })
  await told('POST /api/images/move', { images, folder: 'best' })
  expect(await party.from('best')).toEqual({ 'a.jpg': invitation })
  await using restarted = await openParty({ uploadsDir: party.uploadsDir })
  expect(await restarted.from('best')).toEqual({ 'a.jpg': invitation })
})

describe('a guest takes back', () => {
  const [mine, yours] = ['my-secret-1234567', 'your-secret-1234567']

  /** A party to which a guest has sent one picture. */
  async function openVisited(options?: AppOptions, maxFiles = 500) {
    const party = await openParty(options)
    const { id, token } = await party.invite({ folder: 'party', maxFiles })
    expect((await party.sendWith(mine, token, { 'a.jpg': photo })).status).toBe(200)
    return { ...party, id, token, takeMineBack: () => party.takeBack(mine, token) }
  }

  test('what was sent with a key, which goes to the trash, and may send as much again', async () => {
    await using party = await openVisited({}, 3)
    const { token, takeMineBack } = party
    await party.sendWith(mine, token, { 'b.jpg': other })
    // As if no answer had come.
    await party.sendWith(mine, token, { 'a.jpg': photo })
    await party.sendWith(yours, token, { 'c.jpg': third })
    expect(await takeMineBack()).toBe(2)
    expect(await party.visible()).toEqual(['party', 'party/c.jpg'])
    expect(await party.left(token)).toBe(2)
    expect(await party.trashed()).toMatchObject([{}, {}])
    expect(await takeMineBack()).toBe(0)
    expect(await party.left(token)).toBe(2)
  })

  test('nothing that others have sent, not by sending the same picture again either', async () => {
    await using party = await openParty({ files: { 'party/own.jpg': photo } })
    const [{ token }, another] = [await party.invite(), await party.invite()]
    await party.sendWith(yours, token, { 'a.jpg': other })
    await party.send(token, { 'c.jpg': third })
    await party.sendWith(mine, token, { 'a.jpg': other, 'own.jpg': photo, 'c.jpg': third })
    expect(await party.takeBack(mine, token)).toBe(0)
    expect(await party.takeBack(yours, another.token)).toBe(0)
    const stored = ['a', 'c', 'own'].map((name) => `party/${name}.jpg`)
    expect(await party.visible()).toEqual(['party', ...stored])
  })

  test('nothing after 15 minutes', async () => {
    let now = Date.now()
    await using party = await openVisited({ collectionClock: () => now })
    now += 60_000
    await party.sendWith(mine, party.token, { 'b.jpg': other })
    now += 14 * 60_000
    expect(await party.takeMineBack()).toBe(1)
    expect(await party.visible()).toEqual(['party', 'party/a.jpg'])
  })

  test('also what has been moved, marked and turned since', async () => {
    await using party = await openVisited()
    const images = ['birthday/a.jpg']
    await party.told('POST /api/images/marks', { images: ['party/a.jpg'], favourite: true })
    await party.told('PATCH /api/folders', { path: 'party', newPath: 'birthday' })
    await party.told('POST /api/images/rotate', { images, turn: 90 })
    await party.told('POST /api/images/move', { images, folder: 'best' })
    expect(await party.visible()).toContain('best/a.jpg')
    expect(await party.takeMineBack()).toBe(1)
    expect(await party.visible()).toEqual(['best', 'birthday'])
  })

  const replacements: Record<string, (at: TestApp['at']) => Promise<unknown>> = {
    'removed by another program': (at) => rm(at('party/a.jpg')),
    'moved by another program': (at) => rename(at('party/a.jpg'), at('b.jpg')),
    'moved with its folder by another program': async (at) => {
      await rename(at('party'), at('old'))
      await mkdir(at('party'))
    },
    'replaced in place': async (at) => {
      await writeFile(at('party/.a.jpg.x'), third)
      await rename(at('party/.a.jpg.x'), at('party/a.jpg'))
    },
    'overwritten in place': (at) => writeFile(at('party/a.jpg'), third),
  }
  test.each(Object.entries(replacements))(
    'no other picture of its name, once its own was %s',
    async (kind, replace) => {
      await using party = await openVisited()
      await replace(party.at)
      if (!kind.endsWith('in place')) {
        party.passTime()
        await party.upload({ 'a.jpg': third }, 'party')
      }
      const before = await party.visible()
      expect(await party.takeMineBack()).toBe(0)
      expect(await party.visible()).toEqual(before)
      const sent = await party.ask('GET /uploads/party/a.jpg')
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(Buffer.from(third))
    },
  )

  test('no other picture that gets its name while it is in the trash, nor once it is back', async () => {
    await using party = await openVisited({}, 5)
    const { told, takeMineBack } = party
    const restore = async () =>
      told('POST /api/trash/restore', { ids: [(await party.trashed())[0]?.id] })
    await told('POST /api/trash', { images: ['party/a.jpg'] })
    await party.upload({ 'a.jpg': third }, 'other')
    await told('POST /api/images/move', { images: ['other/a.jpg'], folder: 'party' })
    expect(await takeMineBack()).toBe(0)
    await restore()
    expect(await takeMineBack()).toBe(1)
    expect(await party.left(party.token)).toBe(5)
    expect(await party.visible()).toEqual(['other', 'party', 'party/a.jpg'])
    // What an admin brings back after that stays.
    await restore()
    expect(await takeMineBack()).toBe(0)
    expect(await party.left(party.token)).toBe(5)
  })

  test('for good where there is no trash', async () => {
    await using party = await openVisited({ trashDays: 0 })
    expect(await party.takeMineBack()).toBe(1)
    expect(await party.visible()).toEqual(['party'])
  })

  test('nothing by what is no key, nor once the invitation has ended, and no key is told to others', async () => {
    await using party = await openVisited()
    const { token } = party
    for (const key of ['', 'too-short', 'x'.repeat(65), 'with spaces in it', 'ü'.repeat(16)]) {
      await expectFailed(await party.sendWith(key, token, { 'b.jpg': other }), 'INVALID_REQUEST')
      expect(await party.takeBack(key, token)).toBe('INVALID_REQUEST')
    }
    expect(JSON.stringify(await party.collection.list('party'))).not.toContain('takeBack')
    expect(await readFile(party.at('.photo-frame/marks.json'), 'latin1')).not.toContain(mine)
    await party.end(party.id)
    expect(await party.takeMineBack()).toBe('AUTHENTICATION_REQUIRED')
    expect(await party.visible()).toEqual(['party', 'party/a.jpg'])
  })
})
