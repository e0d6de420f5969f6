import { expect, test } from 'bun:test'
import { FrameLog, noDevice, type SeenFrame, type Sighting } from '../../src/frames/frame-log.ts'
import type { Frames } from '../../src/frames/frames.ts'
import { openCollection } from '../support/collection.ts'
import { temporaryFolder } from '../support/temporary.ts'

const day = 24 * 60 * 60_000

const hall: Sighting = {
  name: 'hall',
  address: '10.0.0.7',
  display: { width: 800, height: 480 },
  conditions: 'folder=2024',
  path: '2024/a.jpg',
  device: noDevice,
}

/** What was recorded of the frames, in the order of the list. */
const seen = async (frames: Frames): Promise<SeenFrame[]> =>
  (await frames.list()).flatMap((frame) => frame.seen ?? [])

/** What is kept of frames in a folder, of which none is steered. */
const frameLog = (root: string, clock: () => number) =>
  new FrameLog(
    { folder: { root, path: '', verify: async () => undefined }, onNotice: () => undefined },
    clock,
    { get: () => undefined },
  )

test('a frame is listed as it asked last, the one that asked last first', async () => {
  await using opened = await openCollection()
  const { frames } = opened.collection.parts
  frames.log.record(hall)
  frames.log.record({ ...hall, name: '', address: '10.0.0.8' })
  frames.log.record({ ...hall, name: '', address: '10.0.0.9' })
  opened.passTime()
  frames.log.record({ ...hall, path: 'b.jpg', display: null })
  expect(
    (await seen(frames)).map(({ name, address, requests }) => [name, address, requests]),
  ).toEqual([
    ['hall', '10.0.0.7', 2],
    ['', '10.0.0.8', 1],
    ['', '10.0.0.9', 1],
  ])
  expect((await seen(frames))[0]).toMatchObject({ path: 'b.jpg', display: null })
})

test('frames are known after a restart, and forgotten after 30 days', async () => {
  await using folder = await temporaryFolder()
  {
    await using opened = await openCollection({}, { uploadsDir: folder.path })
    opened.collection.parts.frames.log.record(hall)
  }
  await using opened = await openCollection({}, { uploadsDir: folder.path })
  expect(await seen(opened.collection.parts.frames)).toEqual([
    { ...hall, requests: 1, days: 1, lastSeen: expect.any(Number) },
  ])
  await using later = await openCollection(
    {},
    { uploadsDir: folder.path, clock: () => Date.now() + 31 * day },
  )
  expect(await seen(later.collection.parts.frames)).toEqual([])
})

test('steered frames are known for good, and displaced by nobody, whatever comes before their next request', async () => {
  await using folder = await temporaryFolder()
  {
    await using opened = await openCollection({}, { uploadsDir: folder.path })
    const { frames } = opened.collection.parts
    frames.log.record(hall)
    await frames.steer('hall', { label: 'Hall' }, () => undefined)
    for (let n = 0; n < 1000; n += 1) frames.log.record({ ...hall, name: `a${n}`, address: `${n}` })
    expect((await frames.get('hall')).seen).toMatchObject(hall)
    for (let n = 0; n < 10; n += 1) {
      frames.log.record({ ...hall, name: `steered-${n}` })
      await frames.steer(`steered-${n}`, {}, () => undefined)
    }
  }
  await using later = await openCollection(
    {},
    { uploadsDir: folder.path, clock: () => Date.now() + 31 * day },
  )
  const { frames } = later.collection.parts
  frames.log.record(hall)
  for (let n = 0; n < 1100; n += 1) frames.log.record({ ...hall, name: `b${n}`, address: `${n}` })
  expect(await seen(frames)).toHaveLength(1011)
  expect((await seen(frames)).filter(({ name }) => /hall|steered/.test(name))).toHaveLength(11)
  expect((await frames.get('hall')).seen).toMatchObject(hall)
})

test('the card is written to for a new frame, and seldom for one that goes on asking', async () => {
  await using folder = await temporaryFolder()
  let [now, writes] = [0, 0]
  const frames = frameLog(folder.path, () => now)
  const ask = async (name: string) => {
    frames.record({ ...hall, name })
    if ((await frames.save()) > 0) writes += 1
    return writes
  }
  expect(await ask('a')).toBe(1)
  for (now = 0; now < 14 * 60_000; now += 30_000) expect(await ask('a')).toBe(1)
  expect(await ask('b')).toBe(2)
  now += 15 * 60_000
  expect(await ask('a')).toBe(3)
})
