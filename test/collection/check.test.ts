import { describe, expect, test } from 'bun:test'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkCollection } from '../../src/collection/check.ts'
import type { Finding } from '../../src/library/checkup/check-file.ts'
import { jpegOfScans } from '../support/bombs.ts'
import { codeOf } from '../support/collection.ts'
import { insertAt } from '../support/orientation.ts'
import { pictureOf } from '../support/pictures.ts'
import { chunk, paint } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { realPictures } from '../support/real-pictures.ts'
import { smallDisk, temporaryFolder } from '../support/temporary.ts'

const pictures = await realPictures()
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0)
const [jpg, png] = [picture('baseline.jpg'), picture('noise.png')]

/** What the checkup of a collection of these files finds, sorted. */
async function findings(
  files: Record<string, Uint8Array>,
  arrange?: (path: string) => unknown,
  decode = false,
) {
  await using folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), content)
  }
  await arrange?.(folder.path)
  const found: Finding[] = []
  const steps: [number, number][] = []
  await checkCollection(folder.path, {
    decode,
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
    'empty.gif: not a JPEG, PNG, GIF, WebP, HEIC or AVIF',
    'text.webp: not a JPEG, PNG, GIF, WebP, HEIC or AVIF',
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

test('names that are hidden by others are named, in folders and of folders', async () => {
  const [nfc, nfd] = ['\u00e9', 'e\u0301']
  const { texts, kinds } = await findings({
    [`${nfc}/a.jpg`]: jpg,
    [`${nfd}/b.jpg`]: jpg,
    [`a/${nfc}.jpg`]: jpg,
    [`a/${nfd}.jpg`]: jpg,
    [`b/${nfd}.jpg`]: jpg,
    [`${nfc}.txt`]: jpg,
    [`${nfd}.txt`]: jpg,
  })
  expect(texts.map((text) => text.split(' is ')[0])).toEqual([`a/${nfd}.jpg:`, `${nfd}:`])
  expect(kinds).toEqual(['hidden', 'hidden'])
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

test.skipIf(lacks('mount'))('a disk that goes away meanwhile is a failure', async () => {
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

describe('pictures of formats that are not shown', () => {
  test('are named by content or by name, with what to do', async () => {
    const { texts, kinds } = await findings({
      'scan.tif': Buffer.from('II*\0\x08\0\0\0', 'latin1'),
      'old/scan': Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
      'DSC_1.NEF': Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
      'a.bmp': Buffer.from('BM', 'latin1'),
      'a.psd': Buffer.from('8BPS', 'latin1'),
      'a.jxl': Buffer.from('\xff\x0a', 'latin1'),
      mini: Buffer.from('\0\0\0\x10ftypmif3avif\0\0\0\x08mini', 'latin1'),
      'notes.txt': Buffer.from('hello'),
      '.hidden.tif': Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    })
    const told = texts.map((text) =>
      /^(.*): is not shown because it is a (.*) picture: \w/.exec(text),
    )
    expect(told.map((match) => match?.slice(1))).toEqual([
      ['DSC_1.NEF', 'RAW'],
      ['a.bmp', 'BMP'],
      ['a.jxl', 'JPEG XL'],
      ['a.psd', 'Photoshop'],
      ['mini', 'low-overhead HEIF'],
      ['old/scan', 'TIFF'],
      ['scan.tif', 'TIFF'],
    ])
    expect(new Set(kinds)).toEqual(new Set(['foreign']))
  })

  test('are told apart from pictures that only have such a name', async () => {
    const { texts } = await findings({ 'IMG_2.tif': jpg })
    const wrong = 'is not shown, but holds a JPEG picture: its name should end in .jpg'
    expect(texts).toEqual([`IMG_2.tif: ${wrong}`])
  })

  test('are named, too, where they are called like one that is shown', async () => {
    const { texts, kinds } = await findings({ 'a.jpg': Buffer.from('8BPS', 'latin1') })
    expect(texts[0]).toStartWith('a.jpg: is not shown because it is a Photoshop picture: export')
    expect(texts[1]).toBe('a.jpg: not a JPEG, PNG, GIF, WebP, HEIC or AVIF')
    expect(kinds.toSorted()).toEqual(['foreign', 'unreadable'])
  })
})

test('a picture that takes a decoder which is missing is named with what to do', async () => {
  const { texts, kinds } = await findings({
    'IMG_1.HEIC': pictureOf.heic({ width: 4, height: 3 }),
    'saved/picture': pictureOf.avif({ width: 4, height: 3 }),
  })
  const remedy = 'install the package libheif-examples and restart the service, or save it as JPEG'
  expect(texts).toEqual([
    `IMG_1.HEIC: HEIC takes a decoder that is missing: ${remedy}`,
    'saved/picture: is not shown, but holds an AVIF picture: its name should end in .avif',
  ])
  expect(kinds.toSorted()).toEqual(['extension', 'foreign'])
})

test('a picture that can not be scaled is named with the reason', async () => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(20_000, 16)
  bytes.writeUInt32BE(20_000, 20)
  bytes.writeUInt32BE(Bun.hash.crc32(bytes.subarray(12, 29)), 29)
  const { texts, kinds } = await findings({ 'large.png': bytes })
  expect(texts).toEqual(["large.png: can't be scaled: too many pixels"])
  expect(kinds).toEqual(['unscalable'])
})

/** A copy with another byte behind what is found, and the checksum of a PNG's header that goes with it. */
function changed(file: Buffer, behind: Uint8Array, by: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt8(value, copy.indexOf(behind) + by)
  if (copy.indexOf('IHDR') === 12) copy.writeUInt32BE(Bun.hash.crc32(copy.subarray(12, 29)), 29)
  return copy
}

test('what decoders refuse because of the header alone is found without decoding', async () => {
  const gif = picture('animation.gif')
  const frame = Buffer.of(0x2c, 0, 0, 0, 0)
  const files = {
    'code-length.gif': changed(gif, Buffer.of(2, 1, 0x44), 0, 12),
    'empty-frame.gif': changed(changed(gif, frame, 5, 0), frame, 6, 0),
    'interlacing.png': changed(png, Buffer.from('IHDR'), 16, 2),
    'no-key-frame.webp': changed(picture('lossy.webp'), Buffer.from('VP8 '), 8, 0x31),
    'sampling.jpg': changed(jpg, Buffer.of(0xff, 0xc0), 11, 0x51),
    'scans.jpg': await jpegOfScans(5000),
  }
  const damaged = ['no-key-frame.webp', 'sampling.jpg'].map(
    (name) => `${name}: its data is damaged`,
  )
  const { texts } = await findings(files)
  expect(texts).toEqual([
    "code-length.gif: can't be scaled: its data is damaged",
    "empty-frame.gif: can't be scaled: its data is damaged",
    'interlacing.png: damaged or incomplete',
    ...damaged,
    "scans.jpg: can't be scaled: too many scans",
  ])
  expect((await findings(files, undefined, true)).texts).toEqual(texts)
})

test('a palette that no pixel is of is no damage, wherever it stands', async () => {
  const rgb = paint(8, 8, () => [200, 10, 30])
  const extra = Buffer.concat([chunk('tRNS', Buffer.alloc(6)), chunk('PLTE', Buffer.alloc(12))])
  const { texts } = await findings({ 'a.png': insertAt(rgb, 33, extra) }, undefined, true)
  expect(texts).toEqual([])
})

describe('with decoding', () => {
  test('whole pictures of every kind are all well', async () => {
    expect((await findings(pictures, undefined, true)).texts).toEqual([])
  })

  test('damage inside the data of a picture is found', async () => {
    const files = { 'a.gif': Buffer.from(picture('animation.gif')), 'b.jpg': jpg }
    // A code that there is none of yet, behind the one that clears the table.
    files['a.gif'].writeUInt8(0x3c, files['a.gif'].indexOf(Buffer.of(2, 1, 0x44)) + 2)
    expect((await findings(files)).texts).toEqual([])
    const { texts, kinds } = await findings(files, undefined, true)
    expect(texts).toEqual(['a.gif: its data is damaged'])
    expect(kinds).toEqual(['unreadable'])
  })
})
