import { describe, expect, test } from 'bun:test'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkCollection, type Finding } from '../../src/collection/check.ts'
import { codeOf } from '../support/collection.ts'
import { realPictures } from '../support/real-pictures.ts'
import { canMount, smallDisk, temporaryFolder } from '../support/temporary.ts'

const pictures = await realPictures()
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0)
const [jpg, png] = [picture('baseline.jpg'), picture('noise.png')]

/** What the checkup of a collection of these files finds, sorted. */
async function findings(files: Record<string, Uint8Array>, arrange?: (path: string) => unknown) {
  await using folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), content)
  }
  await arrange?.(folder.path)
  const found: Finding[] = []
  const steps: [number, number][] = []
  await checkCollection(folder.path, {
    onFinding: (finding) => found.push(finding),
    onProgress: (...step) => steps.push(step),
  })
  const texts = found.map(({ path, problem }) => `${path}: ${problem}`)
  return { texts: texts.toSorted(), kinds: found.map(({ kind }) => kind), steps }
}

test('whole pictures of every kind, in folders too, are all well', async () => {
  const files = Object.entries(pictures).flatMap(([name, content]) => [
    [name, content] as const,
    [`2024/Été & co/${name}`, content] as const,
  ])
  const { texts, steps } = await findings(Object.fromEntries(files))
  expect(texts).toEqual([])
  expect(steps).toEqual(Array.from({ length: files.length + 1 }, (_, n) => [n, files.length]))
})

test('an empty collection is all well', async () => {
  expect(await findings({})).toEqual({ texts: [], kinds: [], steps: [[0, 0]] })
})

test('what is cut off, damaged or no picture at all is found, and what it is said', async () => {
  const broken = Buffer.from(png)
  broken[60] = ~(broken[60] ?? 0)
  const { texts, kinds } = await findings({
    'a/cut.jpg': jpg.subarray(0, jpg.length / 2),
    'a/header.jpg': jpg.subarray(0, 30),
    'a/whole.jpg': jpg,
    'broken.png': broken,
    'empty.gif': Buffer.alloc(0),
    'text.webp': Buffer.from('hello'),
  })
  expect(texts).toEqual([
    'a/cut.jpg: cut off or damaged after its beginning',
    'a/header.jpg: damaged or incomplete',
    'broken.png: cut off or damaged after its beginning',
    'empty.gif: not a JPEG, PNG, GIF or WebP',
    'text.webp: not a JPEG, PNG, GIF or WebP',
  ])
  expect(new Set(kinds)).toEqual(new Set(['unreadable']))
})

test('a copy that has its whole length, but not yet its content, is found', async () => {
  const halfCopied = Object.entries(pictures).filter(([name]) => !name.endsWith('.webp'))
  const files = halfCopied.map(([name, content]) => [
    name,
    Buffer.concat([content.subarray(0, content.length - 8), Buffer.alloc(8)]),
  ])
  const { texts } = await findings(Object.fromEntries(files))
  expect(texts).toHaveLength(halfCopied.length)
})

describe('a wrong extension', () => {
  test('is told with the right one', async () => {
    const { texts, kinds } = await findings({
      'x.jpg': png,
      'x.PNG': jpg,
      'cut.gif': png.subarray(0, 50),
      'right.JPEG': jpg,
    })
    expect(texts).toEqual([
      'cut.gif: cut off or damaged after its beginning',
      'cut.gif: holds a PNG picture: its name should end in .png',
      'x.PNG: holds a JPEG picture: its name should end in .jpg',
      'x.jpg: holds a PNG picture: its name should end in .png',
    ])
    expect(kinds.toSorted()).toEqual(['extension', 'extension', 'extension', 'unreadable'])
  })

  test('that hides a picture is told, but not what was put away under a name of its own', async () => {
    const { texts } = await findings({
      'holiday.jfif': jpg,
      'saved/as': png,
      'saved/README': Buffer.from('hello'),
      'notes.txt': jpg,
      'x.jpg.bak': jpg,
      '.hidden': jpg,
      '.photo-frame/staging/0': jpg,
    })
    expect(texts).toEqual([
      'holiday.jfif: is not shown, but holds a JPEG picture: its name should end in .jpg',
      'saved/as: is not shown, but holds a PNG picture: its name should end in .png',
    ])
  })
})

test('symbolic links are not followed', async () => {
  const { texts, steps } = await findings({ 'a.jpg': jpg }, async (path) => {
    await symlink('/etc/hostname', join(path, 'link.jpg'))
    await symlink('/etc', join(path, 'etc'))
  })
  expect(texts).toEqual([])
  expect(steps.at(-1)).toEqual([1, 1])
})

test('a picture that is deleted meanwhile is none that is wrong', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'a.jpg'), jpg)
  const found: Finding[] = []
  const gone: Promise<void>[] = []
  await checkCollection(folder.path, {
    onFinding: (finding) => found.push(finding),
    onProgress: (checked) => {
      if (checked === 0) gone.push(rm(join(folder.path, 'a.jpg')))
    },
  })
  await Promise.all(gone)
  expect(found).toEqual([])
})

test('an uploads folder that is missing, or a file, is a failure and no empty collection', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), 'x')
  const nothing = { onFinding: () => undefined, onProgress: () => undefined }
  for (const name of ['missing', 'file']) {
    expect(await codeOf(checkCollection(join(folder.path, name), nothing))).toBe(
      'FILE_SYSTEM_ERROR',
    )
  }
})

test.skipIf(!(await canMount()))('a disk that goes away meanwhile is a failure', async () => {
  await using disk = await smallDisk(1024 ** 2)
  await disk.mount()
  for (let number = 0; number < 50; number += 1) {
    await writeFile(join(disk.path, `${number}.jpg`), jpg)
  }
  const found: Finding[] = []
  const away: Promise<unknown>[] = []
  const check = checkCollection(disk.path, {
    onFinding: (finding) => found.push(finding),
    onProgress: (checked) => {
      if (checked === 1) away.push(disk.unmount())
    },
  })
  // On a machine that is fast enough all was read before the disk was gone.
  expect([undefined, 'FILE_SYSTEM_ERROR']).toContain(await codeOf(check))
  await Promise.all(away)
  expect(found).toEqual([])
})
