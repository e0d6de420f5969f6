import { describe, expect, test } from 'bun:test'
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { keyMaker } from '../../../src/http/middleware/password.ts'
import { SessionStore } from '../../../src/http/middleware/session-store.ts'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { password } from '../../support/app.ts'
import { openCollection } from '../../support/collection.ts'

const day = 24 * 60 * 60_000
const file = '.photo-frame/sessions.json'

const fail = (error: unknown) => {
  throw error
}

/** A store on an uploads folder, as each process has one. */
async function openProcess(
  options: { uploadsDir?: string; secret?: string } = {},
  time = { now: Date.now() },
) {
  const { secret = password, ...where } = options
  const clock = () => time.now
  const opened = await openCollection({}, { ...where, clock, makeSessionKey: keyMaker(secret) })
  const remembered = () => opened.collection.parts.sessions
  const store = new SessionStore({ remembered, clock, onError: fail })
  const { uploadsDir } = opened
  return {
    ...opened,
    store,
    time,
    isLive: async (id: string) => (await store.use(id)) !== undefined,
    /** Another process on the folder, with the same time. */
    another: (secret = password) => openProcess({ uploadsDir, secret }, time),
    saved: () => readFile(opened.at(file), 'utf8'),
  }
}

test('an id that is saved by a request in flight is neither adopted nor brought back', async () => {
  const store = new SessionStore({ clock: Date.now, onError: fail })
  const data = { _data: {}, _expire: null, _delete: false, _accessed: null }
  const opening = store.opening(false)
  await opening.persistSessionData('foreign', data)
  await opening.createSession('own', data)
  await store.delete('own')
  await opening.persistSessionData('own', data)
  expect(store.size).toBe(0)
})

describe('a remembered session', () => {
  test.each([false, true])(
    'is not brought back by its old line once it was logged out, with a clock behind: %p',
    async (isBehind) => {
      await using process = await openProcess()
      const { time } = process
      await process.store.add('a', true)
      const [old, now] = [await process.saved(), time.now]
      // A computer without a battery begins in 1970.
      if (isBehind) time.now = 0
      await process.store.delete('a')
      time.now = now
      const ended = await process.saved()
      for (const content of [ended + old, old + ended]) {
        await writeFile(process.at(file), content)
        await using restarted = await process.another()
        expect(await restarted.isLive('a')).toBeFalse()
        // Neither does a change that writes the file anew.
        await restarted.store.add('b', true)
        await appendFile(process.at(file), old)
        await restarted.store.refresh()
        expect(await restarted.isLive('a')).toBeFalse()
        expect(await restarted.isLive('b')).toBeTrue()
      }
      // Once the old line has expired, its end is not kept.
      time.now = now + 91 * day
      await process.store.add('d', true)
      expect(await process.saved()).toContain(' ended",null]')
    },
  )

  test('ends when the password changes, also should it be changed back after a login', async () => {
    await using process = await openProcess()
    await process.store.add('a', true)
    await using changed = await process.another('another password')
    expect(await changed.isLive('a')).toBeFalse()
    await changed.store.add('b', true)
    await using changedBack = await process.another()
    expect(await changedBack.isLive('a')).toBeFalse()
    expect(await changedBack.isLive('b')).toBeFalse()
  })

  test('ends 90 days after its last use', async () => {
    await using process = await openProcess()
    await process.store.add('used', true)
    await process.store.add('unused', true)
    for (let passed = 0; passed < 89; passed += 1) {
      process.time.now += day
      expect(await process.isLive('used')).toBeTrue()
    }
    process.time.now += day
    expect(await process.isLive('unused')).toBeFalse()
    await using restarted = await process.another()
    expect(await restarted.isLive('unused')).toBeFalse()
    process.time.now += 89 * day - 1
    expect(await restarted.isLive('used')).toBeTrue()
  })

  test('writes to the disk once a day at most', async () => {
    await using process = await openProcess()
    await process.store.add('a', true)
    const written = async () => {
      const { ino, mtimeNs, size } = await stat(process.at(file), { bigint: true })
      return `${ino} ${mtimeNs} ${size}`
    }
    const atFirst = await written()
    for (let hour = 0; hour < 23; hour += 1) {
      process.time.now += day / 24
      expect(await process.store.use('a')).toBe(false)
    }
    expect(await written()).toBe(atFirst)
    process.time.now += day / 24
    const several = await Promise.all([1, 2, 3].map(() => process.store.use('a')))
    expect(several).toContain(true)
    expect(await written()).not.toBe(atFirst)
  })

  const now = Date.now()
  test.each([
    [now - 80 * day, true],
    [now - day, true],
    [now + 80 * day, true],
    [1, false],
    [1_000_000_000_000, false],
  ])('outlives a clock that stood at %d ms, and lives while it did: %p', async (wrong, isLive) => {
    await using process = await openProcess({}, { now })
    await process.store.add('a', true)
    process.time.now = wrong
    expect(await process.isLive('a')).toBe(isLive)
    await process.store.add('meanwhile', true)
    expect(await process.isLive('meanwhile')).toBeTrue()
    process.time.now = now
    expect(await process.isLive('a')).toBeTrue()
  })

  test('can not be forged, nor its time', async () => {
    await using before = await openProcess()
    for (const id of ['first', 'old', 'last']) await before.store.add(id, true)
    expect(await before.saved()).not.toContain('first')
    const [first = '', old = '', last = ''] = (await before.saved()).split('\n')
    const [key, line]: [string, { at: number; seal: string }] = JSON.parse(old.slice(9))
    const digest = new Bun.CryptoHasher('sha256').update('forged').digest('hex')
    const forged = encodeLines([
      [key, { ...line, at: line.at + 1 }],
      [digest, line],
      [digest.replace('a', 'b'), { at: 'soon', seal: null }],
    ])
    await writeFile(before.at(file), `${first}\n${forged}${last}\n`)
    await using process = await before.another()
    const ids = ['first', 'old', 'forged', 'last', '', '../../etc/passwd', '\0']
    const live = await Promise.all(ids.map(process.isLive))
    expect(ids.filter((_, index) => live[index])).toEqual(['first', 'last'])
  })

  test('goes first of more than 10,000, with those that end with the process, if unused for longest', async () => {
    await using process = await openProcess()
    const { store } = process
    const all = ['remembered 1', 'own 1', 'remembered 2', 'own 2', 'remembered 3']
    for (const id of all) {
      process.time.now += 1000
      await store.add(id, id.startsWith('remembered'))
    }
    for (const id of ['own 1', 'remembered 1']) {
      process.time.now += 1000
      expect(await process.isLive(id)).toBeTrue()
    }
    for (let id = all.length; id < 10_000; id += 1) await store.add(`${id}`, false)
    expect(store.size).toBe(10_000)
    const live = () => all.filter((id) => store.isLive(id))
    expect(live()).toEqual(all)
    await store.add('another own', false)
    expect(live()).toEqual(['remembered 1', 'own 1', 'own 2', 'remembered 3'])
    await store.add('another remembered', true)
    await store.add('one more remembered', true)
    await store.add('one more own', false)
    expect(live()).toEqual(['remembered 1'])
    expect(store.size).toBe(10_000)
    await using restarted = await process.another()
    const remembered = ['remembered 1', 'remembered 2', 'remembered 3', 'one more remembered']
    const kept = await Promise.all(remembered.map(restarted.isLive))
    expect(kept).toEqual([true, false, false, true])
  })
})
