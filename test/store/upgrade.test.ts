import { expect, test } from 'bun:test'
import { copyFile, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { openApp, type TestApp } from '../support/app.ts'
import { blackPng } from '../support/bombs.ts'
import { noise } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { pngWithXmp, subjects } from '../support/xmp.ts'

/** When the files in `written-before` were written, by the process of the version before. */
const written = Date.parse('2026-03-01T12:00:00Z')

/** What a process had made of this collection, and handed out. */
const cookie = 'session=53ed419d-a315-4f77-b940-b3cf091103ac'
const token = 'pf_07dcd529d8255e9a040f6b1a45b1be22'
const invitation = '9t8wn4912mrheqntt3kdrpehv'
const trashed = ['009a7721d6ff63287fa4042af033067c', 'e58dd841ec09761836b31aa77906edeb'] as const

const tagged = (width: number, ...tags: string[]) =>
  pngWithXmp(noise(width, 8), subjects(...tags), 'IEND')

const pictures: Record<string, Uint8Array> = {
  'large.png': blackPng(8000, 5000),
  'cut.png': noise(40, 8).subarray(0, 200),
  'trip/a.png': tagged(33, 'sea', 'Anna'),
  'trip/b.png': tagged(34, 'sea'),
  'trip/guest.png': tagged(38, 'sea'),
  [`.photo-frame/trash/${trashed[0]}`]: noise(36, 8),
  [`.photo-frame/trash/${trashed[1]}/c.png`]: noise(35, 8),
}
for (let number = 1; number <= 20; number += 1) pictures[`${number}.png`] = noise(8 + number, 8)

async function upgraded() {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(pictures)) {
    await Bun.write(join(folder.path, path), content)
    await utimes(join(folder.path, path), written / 1000 - 3600, written / 1000 - 3600)
  }
  const from = join(import.meta.dir, 'written-before')
  for (const name of await readdir(from)) {
    // The names in the folder end in `.json`, which tools would take the copies here for.
    const full = /^id$|[.]bin$/.test(name) ? name : `${name}.json`
    await copyFile(join(from, name), join(folder.path, '.photo-frame', full))
  }
  const open = () =>
    openApp({ uploadsDir: folder.path, collectionClock: () => written + 3_600_000 })
  return { open, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** The data that is answered to whoever shows this. */
async function asked(app: TestApp, line: string, headers: Record<string, string> = { cookie }) {
  const answer = await app.ask(line, { headers })
  expect([line, answer.status]).toEqual([line, 200])
  return JSON.parse(await answer.text()).data
}

/** Expects all that does not change when somebody looks. */
async function expectAll(app: TestApp): Promise<void> {
  const about = (line: string) => asked(app, line)
  const { checked, unreadable } = await about('GET /api/admin')
  expect(checked).toBe(25)
  const cut = { path: 'cut.png', error: 'cut off or damaged after its beginning' }
  expect(unreadable).toContainEqual(cut)
  const { images } = await about('GET /api/folders')
  const marked = images.map((image: Record<string, unknown>) => [
    image['name'],
    image['hidden'],
    image['favourite'],
  ])
  expect(marked.slice(0, 4)).toEqual([
    ['1.png', true, false],
    ['2.png', false, true],
    ['3.png', false, true],
    ['4.png', false, false],
  ])
  expect(images[19].dimensions).toEqual({ width: 28, height: 8 })
  expect((await about('GET /api/folders?path=trip')).images[2]).toMatchObject({
    name: 'guest.png',
    hidden: true,
    waiting: true,
    invitation: { label: 'Guests' },
  })
  expect(await about('GET /api/tags')).toEqual({
    tags: [
      { tag: 'sea', imageCount: 2 },
      { tag: 'Anna', imageCount: 1 },
    ],
  })
  const { frames } = await about('GET /api/frames')
  expect(new Set(frames.map(({ name }: { name: string }) => name))).toEqual(
    new Set(['hall', 'desk']),
  )
  expect(frames).toContainEqual(
    expect.objectContaining({
      label: 'The hall',
      settings: { caption: 'date', seconds: 30 },
      screen: 'off',
    }),
  )
  expect((await about('GET /api/frames/hall')).next).toBe(1)
  expect((await about('GET /api/auth/tokens')).tokens).toMatchObject([{ label: 'a script' }])
  await asked(app, 'GET /api/admin', { authorization: `Bearer ${token}` })
  const guest = { authorization: `Bearer ${invitation}` }
  const { folder, filesLeft } = await asked(app, 'GET /api/invitations/current', guest)
  expect([folder, filesLeft]).toEqual(['trip', 4])
  const { items } = await about('GET /api/trash')
  expect(items).toMatchObject([
    { id: trashed[0], path: 'gone.png', kind: 'image', size: 940 },
    { id: trashed[1], path: 'old', kind: 'folder', totalImages: 1 },
  ])
  expect(app.collection.parts.hosts.get('photos.example.org')).toBeNumber()
  expect(await app.deal(1, 'frame=desk&every=30d')).toEqual(['9.png'])
  const scaled = await app.ask('GET /uploads/large.png?width=7000')
  expect(await scaled.text()).toContain('The service ended while it scaled this picture')
}

test('all that the version before has kept is there after an upgrade, and after the next start', async () => {
  await using before = await upgraded()
  const dealt: string[] = []
  for (let start = 0; start < 2; start += 1) {
    await using app = await before.open()
    await app.collection.parts.hosts.refresh()
    await expectAll(app)
    // Of a round of 23 the frame has had 21.
    dealt.push(...(await app.deal(1, 'frame=hall')))
    const hall = expect.objectContaining({ name: 'hall', requests: 22 + start })
    expect((await asked(app, 'GET /api/frames')).frames).toContainEqual(hall)
  }
  expect(dealt.toSorted()).toEqual(['7.png', '8.png'])
})
