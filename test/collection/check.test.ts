import { expect, test } from 'bun:test'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkCollection } from '../../src/collection/check.ts'
import type { Finding } from '../../src/library/checkup/check-file.ts'
import { jpegOfScans } from '../support/bombs.ts'
import { codeOf } from '../support/collection.ts'
import { insertAt } from '../support/orientation.ts'
import { pictureOf } from '../support/pictures.ts'
import { chunk, paint } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { realPictures } from '../support/real-pictures.ts'
import { folderWith, smallDisk } from '../support/temporary.ts'

const pictures = await realPictures()
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0)
const [jpg, png] = [picture('baseline.jpg'), picture('noise.png')]

/** What the checkup of a collection of these files finds. */
async function findings(
  files: Record<string, Uint8Array>,
  arrange?: (path: string) => unknown,
  decode = false,
) {
  await using folder = await folderWith(files)
  await arrange?.(folder.path)
  const found: Finding[] = []
  const steps: [number, number][] = []
  await checkCollection(folder.path, {
    decode,
    onFinding: (finding) => found.push(finding),
    onProgress: (...step) => steps.push(step),
  })
  return { found, steps }
}

test.each([false, true])(
  'whole pictures of every kind, in folders too, are all well',
  async (decode) => {
    const rgb = paint(8, 8, () => [200, 10, 30])
    const extra = Buffer.concat([chunk('tRNS', Buffer.alloc(6)), chunk('PLTE', Buffer.alloc(12))])
    // A palette that no pixel is of is no damage, wherever it stands.
    const all = { ...pictures, 'palette.png': insertAt(rgb, 33, extra) }
    const files = Object.entries(all).flatMap(([name, content]) => [
      [name, content] as const,
      [`2024/Été & co/${name}`, content] as const,
    ])
    const { found, steps } = await findings(
      Object.fromEntries(files),
      // Links are not followed.
      async (path) => {
        await symlink('/etc/hostname', join(path, 'link.jpg'))
        await symlink('/etc', join(path, 'etc'))
      },
      decode,
    )
    expect(found).toEqual([])
    expect(steps).toEqual(Array.from({ length: files.length + 1 }, (_, n) => [n, files.length]))
  },
)

test('an empty collection is all well', async () => {
  expect(await findings({})).toEqual({ found: [], steps: [[0, 0]] })
})

const wrongEnd = (what: string, end: string) =>
  `holds ${what} picture: its name should end in .${end}`
const overlooked = (what: string, end: string) =>
  `extension: is not shown, but ${wrongEnd(what, end)}`
const foreign = (name: string) =>
  expect.stringContaining(`foreign: is not shown because it is a ${name} picture: `)
const isCut = 'unreadable: cut off or damaged after its beginning'
const noPicture = 'unreadable: not a JPEG, PNG, GIF, WebP, HEIC or AVIF'
const decoderMissing =
  'foreign: HEIC takes a decoder that is missing: ' +
  'install the package libheif-examples and restart the service, or save it as JPEG'
const sameName = expect.stringMatching(/^hidden: is not shown because the name beside it looks the/)
const unsafeName = expect.stringMatching(
  /^name: .* a character in its name: rename it in UTF-8, without/,
)
const [nfc, nfd] = ['\u00e9', 'e\u0301']

/** A copy with another byte behind what is found, and the checksum of a PNG's header that goes with it. */
function changed(file: Buffer, behind: Uint8Array, by: number, value: number): Buffer {
  const copy = Buffer.from(file)
  copy.writeUInt8(value, copy.indexOf(behind) + by)
  if (copy.indexOf('IHDR') === 12) copy.writeUInt32BE(Bun.hash.crc32(copy.subarray(12, 29)), 29)
  return copy
}
const latin = (text: string) => Buffer.from(text, 'latin1')
const gif = picture('animation.gif')
const frame = Buffer.of(0x2c, 0, 0, 0, 0)
const intel = latin('II*\0\x08\0\0\0')
const motorola = latin('MM\0*\0\0\0\x08')
const large = [8, 12].reduce((file, at) => changed(file, latin('IHDR'), at - 3, 1), png)

/** Files with what is found of them. */
const cases: Record<string, [content: Uint8Array, ...expected: unknown[]]> = {
  'damaged/cut.jpg': [jpg.subarray(0, jpg.length / 2), isCut],
  'damaged/header.jpg': [jpg.subarray(0, 30), 'unreadable: damaged or incomplete'],
  'damaged/broken.png': [changed(png, latin('IDAT'), 20, 0xaa), isCut],
  'damaged/empty.gif': [Buffer.alloc(0), noPicture],
  'damaged/text.webp': [latin('hello'), noPicture],

  // What decoders refuse because of the header alone.
  'header/code.gif': [
    changed(gif, Buffer.of(2, 1, 0x44), 0, 12),
    "unscalable: can't be scaled: its data is damaged",
  ],
  'header/empty-frame.gif': [
    changed(changed(gif, frame, 5, 0), frame, 6, 0),
    "unscalable: can't be scaled: its data is damaged",
  ],
  'header/interlacing.png': [
    changed(png, latin('IHDR'), 16, 2),
    'unreadable: damaged or incomplete',
  ],
  'header/large.png': [large, "unscalable: can't be scaled: too many pixels"],
  'header/no-key-frame.webp': [
    changed(picture('lossy.webp'), latin('VP8 '), 8, 0x31),
    'unreadable: its data is damaged',
  ],
  'header/sampling.jpg': [
    changed(jpg, Buffer.of(0xff, 0xc0), 11, 0x51),
    'unreadable: its data is damaged',
  ],
  'header/scans.jpg': [await jpegOfScans(5000), "unscalable: can't be scaled: too many scans"],
  'header/IMG_1.HEIC': [pictureOf.heic({ width: 4, height: 3 }), decoderMissing],

  'ends/x.jpg': [png, `extension: ${wrongEnd('a PNG', 'png')}`],
  'ends/x.PNG': [jpg, `extension: ${wrongEnd('a JPEG', 'jpg')}`],
  'ends/cut.gif': [png.subarray(0, 50), isCut, `extension: ${wrongEnd('a PNG', 'png')}`],
  'ends/right.JPEG': [jpg],
  'ends/holiday.jfif': [jpg, overlooked('a JPEG', 'jpg')],
  'ends/as': [png, overlooked('a PNG', 'png')],
  'ends/heif': [pictureOf.avif({ width: 4, height: 3 }), overlooked('an AVIF', 'avif')],
  'ends/IMG_2.tif': [jpg, overlooked('a JPEG', 'jpg')],
  // Put away under a name of its own.
  'ends/README': [latin('hello')],
  'ends/notes.txt': [jpg],
  'ends/x.jpg.bak': [jpg],
  'ends/.hidden': [jpg],
  'ends/.hidden.tif': [intel],
  '.photo-frame/staging/0': [jpg],

  'foreign/scan.tif': [intel, foreign('TIFF')],
  'foreign/scan': [motorola, foreign('TIFF')],
  'foreign/DSC_1.NEF': [motorola, foreign('RAW')],
  'foreign/a.bmp': [latin('BM'), foreign('BMP')],
  'foreign/a.psd': [latin('8BPS'), foreign('Photoshop')],
  'foreign/a.jpg': [latin('8BPS'), noPicture, foreign('Photoshop')],
  'foreign/a.jxl': [latin('\xff\x0a'), foreign('JPEG XL')],
  'foreign/mini': [latin('\0\0\0\x10ftypmif3avif\0\0\0\x08mini'), foreign('low-overhead HEIF')],

  'names/12:30.jpg': [jpg, unsafeName],
  'names/who?.txt': [jpg],
  'names/.who?.jpg': [jpg],
  [`names/${nfc}.jpg`]: [jpg],
  [`names/${nfd}.jpg`]: [jpg, sameName],
  [`names/b/${nfd}.jpg`]: [jpg],
  [`names/${nfc}.txt`]: [jpg],
  [`names/${nfd}.txt`]: [jpg],
}

test.each([false, true])(
  'what an admin should see to is found, and what it is said, decoded: %p',
  async (decode) => {
    const files = Object.entries(cases).map(([path, [content]]) => [path, content] as const)
    const folders = { [`${nfc}/a.jpg`]: jpg, [`${nfd}/b.jpg`]: jpg, '24:12/a.jpg': jpg }
    const { found } = await findings(
      { ...Object.fromEntries(files), ...folders },
      undefined,
      decode,
    )
    const said = (path: string) =>
      found.flatMap((each) => (each.path === path ? `${each.kind}: ${each.problem}` : []))
    for (const [path, [, ...expected]] of Object.entries(cases)) {
      expect<unknown[]>([path, ...said(path)]).toEqual([path, ...expected])
    }
    expect(said(nfd)).toEqual([sameName])
    expect(said('24:12')).toEqual([unsafeName])
  },
)

test('a picture that is deleted meanwhile is none that is wrong', async () => {
  await using folder = await folderWith({ 'a.jpg': jpg })
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
