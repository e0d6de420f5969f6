import { describe, expect, spyOn, test } from 'bun:test'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { SlotTable } from '../../src/frames/slots/slot-table.ts'
import { renameFolder } from '../../src/uploads/change-folders.ts'
import { moveImages } from '../../src/uploads/change-images.ts'
import { openCollection, permitted, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { eventually } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const hour = 60 * 60
const files = Object.fromEntries(
  Array.from({ length: 12 }, (_, number) => [`${number}.jpg`, picture(number)]),
)

/** A collection with a clock that only the test sets. */
async function withClock() {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder.path, name), content)
  }
  const time = { now: Date.UTC(2026, 4, 17, 10, 20) }
  const open = () => openCollection({}, { uploadsDir: folder.path, clock: () => time.now })
  return {
    time,
    open,
    /** The slots on the disk, once they contain a text. */
    saved: async (wanted: string) => {
      const read = () => readFile(join(folder.path, '.photo-frame/slots.table'), 'utf8')
      await eventually(async () => (await read().catch(() => '')).includes(wanted))
      return read()
    },
    at: (path: string) => join(folder.path, path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const pick = ({ collection }: OpenedCollection, every = '1h', frame = 'hall') =>
  collection.pick({ frame, conditions: readConditions({ every }) })

describe('a picture for a time slot', () => {
  test('stays until the slot ends, and every slot deals the next of the round', async () => {
    await using place = await withClock()
    await using opened = await place.open()
    const dealt: string[] = []
    for (let slot = 0; slot < 12; slot += 1) {
      const first = await pick(opened)
      place.time.now += 35 * 60_000
      expect((await pick(opened)).path).toBe(first.path)
      dealt.push(first.path)
      place.time.now += 25 * 60_000
    }
    expect(new Set(dealt).size).toBe(12)
  })

  test('says when its slot began, when it was dealt and how long it stays', async () => {
    await using place = await withClock()
    await using opened = await place.open()
    const start = Date.UTC(2026, 4, 17, 10)
    const slot = { start, dealtAt: start, changedAt: 0, secondsLeft: 40 * 60 }
    expect((await pick(opened)).slot).toEqual(slot)
    place.time.now += 100
    expect((await pick(opened)).slot).toEqual(slot)
  })

  test('is on the disk at once, should the power go off, for one steered frame right after another', async () => {
    await using place = await withClock()
    await using before = await place.open()
    for (const frame of ['hall', 'kitchen', 'attic']) {
      await before.collection.parts.frames.steer(frame, { label: frame }, () => undefined)
      const { path } = await pick(before, '1h', frame)
      // Nobody has closed the collection; what it holds on the disk is all that is left.
      const saved = await place.saved(`"${frame}\\"`)
      const line = saved.split('\n').find((each) => each.includes(frame))
      expect(line).toContain(JSON.stringify(path))
    }
  })

  test('is on the disk at once for a frame that has asked on another day, and for no made-up one', async () => {
    await using place = await withClock()
    await using opened = await place.open()
    using save = spyOn(SlotTable.prototype, 'save')
    for (let n = 0; n < 10; n += 1) await pick(opened, '1h', n === 0 ? 'hall' : `made-up-${n}`)
    // What is saved at once is behind the next timer.
    await Bun.sleep(1)
    expect(save).not.toHaveBeenCalled()
    place.time.now += 24 * hour * 1000
    await pick(opened)
    expect(await place.saved('"hall\\"')).toContain('"days":2')
  })

  test('goes on from the clock as it then is', async () => {
    await using place = await withClock()
    await using opened = await place.open()
    const now = place.time.now
    const dealt: string[] = []
    for (const jump of [0, -Date.UTC(2026, 4, 16), 3 * hour * 1000, 9 * 365 * 24 * hour * 1000]) {
      place.time.now = now + jump
      const picked = await pick(opened)
      expect(picked.slot?.secondsLeft).toBeLessThanOrEqual(hour)
      expect(picked.slot?.secondsLeft).toBeGreaterThan(0)
      dealt.push(picked.path)
    }
    for (let rest = 4; rest < 12; rest += 1) {
      place.time.now += hour * 1000
      dealt.push((await pick(opened)).path)
    }
    expect(new Set(dealt).size).toBe(12)
  })

  test('stays where the admin moves it or renames its folder, also over a restart, and says its new path', async () => {
    await using place = await withClock()
    const conditions = readConditions({ exclude: ['away'], every: '1d' })
    const get = ({ collection }: OpenedCollection) => collection.pick({ frame: 'hall', conditions })
    const move = ({ collection }: OpenedCollection, path: string, to: string) =>
      collection.changes.run(moveImages, permitted, [path], [to])
    let path: string
    {
      await using opened = await place.open()
      const first = await get(opened)
      await move(opened, first.path, 'trip')
      path = `trip/${first.path}`
      place.time.now += 1000
      expect(await get(opened)).toMatchObject({ path, slot: { dealtAt: place.time.now } })
    }
    await using opened = await place.open()
    expect((await get(opened)).path).toBe(path)
    await opened.collection.changes.run(renameFolder, permitted, 'trip', ['rome'])
    path = path.replace('trip', 'rome')
    expect((await get(opened)).path).toBe(path)
    await move(opened, path, 'away')
    expect((await get(opened)).path).not.toContain('/')
  })

  test('is replaced when its folder is put out of play, and when it is moved out of reach', async () => {
    await using place = await withClock()
    await using opened = await place.open()
    const conditions = readConditions({ exclude: ['away'], every: '1d' })
    const get = () => opened.collection.pick({ frame: 'hall', conditions })
    const first = await get()
    await opened.put('away/x.jpg', picture('x'))
    await rename(place.at(first.path), place.at(`away/${first.image.name}`))
    place.time.now += 2500
    const second = await get()
    expect(second.path).not.toBe(first.path)
    expect(second.slot?.dealtAt).toBe(place.time.now)
    await writeFile(place.at('.nomedia'), '')
    place.time.now += 2500
    expect(await Promise.resolve(get()).catch(({ code }) => code)).toBe('NO_IMAGES_AVAILABLE')
  })
})
