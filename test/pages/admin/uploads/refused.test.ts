import { expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  describeInEachBrowser,
  describeInBrowser,
  phone,
} from '../../../support/browsers/installed-browsers.ts'
import { tags, tiff, withTiff } from '../../../support/exif.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { folderWith } from '../../../support/temporary.ts'
import { readExif } from '../../../../src/formats/exif/exif.ts'
import { dateOf, writeDate } from '../../../../src/pages/admin/uploads/exif-date.ts'

const date = '2019:08:03 17:42:11'
const exif = tiff({
  [tags.orientation]: { short: 6 },
  [tags.exifDirectory]: { directory: { [tags.dateTimeOriginal]: date } },
})

/** 5,000 × 3,000 pixels that lie on their side, from 3 MB. */
async function largePhoto(): Promise<Buffer> {
  const jpeg = await new Bun.Image(noise(60, 40, 1))
    .resize(5000, 3000)
    .jpeg({ quality: 70 })
    .bytes()
  return Buffer.concat([withTiff(jpeg, exif), Buffer.alloc(3 * 1024 ** 2)])
}

describeInEachBrowser('files that the service would refuse', ({ openAdmin }) => {
  test('are refused before anything is sent, or made smaller with their date', async () => {
    await using service = await startServer({ env: { MAX_FILE_SIZE: '2MB' } })
    const photo = await largePhoto()
    await using photos = await folderWith({
      'broken.jpg': Buffer.concat([photo.subarray(0, 4), Buffer.alloc(3 * 1024 ** 2)]),
      'film.jpg': Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), photo]),
      'large.jpg': photo,
      'larger.jpeg': Buffer.concat([photo, Buffer.from(' ')]),
    })
    await using page = await openAdmin(phone, service)
    await page.ask(`(() => {
      window.sent = 0
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        window.sent += 1
        return send.call(this, body)
      }
    })()`)
    await page.addFiles(photos.paths)
    await page.untilText('2 of 4 photos stored, 2 did not work')
    await page.untilText('2 photos were made smaller, to 2\u00a0MB at most.')
    expect(await page.texts('.refused .note')).toEqual([
      expect.stringContaining('can’t convert the photo'),
      'This is not a photo that can be shown.',
    ])
    expect(await page.ask<boolean>(`document.body.innerText.includes('gain')`)).toBe(false)
    expect(await page.ask<number>('sent')).toBe(2)
    await page.untilPictures(2)
    for (const name of ['large.jpg', 'larger.jpeg']) {
      const stored = Buffer.from(await Bun.file(service.at(name)).bytes())
      expect(await new Bun.Image(stored).metadata()).toMatchObject({ width: 2400, height: 4000 })
      const taken = await page.ask<string>(
        `fetch('/api/folders').then((answer) => answer.json()).then(({ data }) =>
          data.images.find(({ name }) => name === '${name}').taken)`,
      )
      expect(taken).toBe('2019-08-03T17:42:11')
    }
  })
})

describeInBrowser('the pickers', ({ name, openAdmin }) => {
  test.each([
    ['with', undefined],
    ['without', { PATH: '/none' }],
  ])('take HEIC of a service %s a decoder alone', async (which, env) => {
    await using service = await startServer(env === undefined ? {} : { env })
    await using page = await openAdmin(phone, service)
    const decoder = await page.ask<string | null>(
      `fetch('/api/admin').then((answer) => answer.json()).then(({ data }) => data.heifDecoder)`,
    )
    const accept = await page.ask<string>(`document.querySelector('input[type=file]').accept`)
    expect(accept.split(',').includes('image/heic')).toBe(decoder !== null)
    if (which === 'without') expect(accept).toBe('image/jpeg,image/png,image/gif,image/webp')
  })

  test.skipIf(name === 'Firefox')('take a folder with all in it', async () => {
    await using service = await startServer()
    const files = { 'Trip/1.png': noise(60, 40, 1), 'Trip/Day 2/2.png': noise(60, 40, 2) }
    const others = { 'Trip/notes.txt': 'none', 'Trip/.thumbnails/3.png': noise(60, 40, 3) }
    await using photos = await folderWith({ ...files, ...others })
    await using page = await openAdmin(phone, service)
    await page.driver.chooseFiles('input[webkitdirectory]', [join(photos.path, 'Trip')])
    await page.untilText('2 of 2 photos stored')
    expect(await Bun.file(service.at('Trip/1.png')).exists()).toBe(true)
    expect(await Bun.file(service.at('Trip/Day 2/2.png')).exists()).toBe(true)
  })
})

test.each(['BE', 'LE'] as const)('a date is copied from EXIF data: %s', async (order) => {
  const directory = { [tags.dateTimeDigitized]: date }
  const photo = withTiff(
    Buffer.of(0xff, 0xd8, 0xff, 0xd9),
    tiff({ [tags.exifDirectory]: { directory } }, { order }),
  )
  const found = await dateOf(new Blob([photo]))
  expect(found).toBe(date)
  const copy = Buffer.from(await writeDate(new Blob(['\xff\xd8']), found).arrayBuffer())
  const start = copy.indexOf('Exif\0\0', 0, 'latin1')
  expect(readExif(copy.subarray(start + 6)).taken).toBe(Date.parse('2019-08-03T17:42:11Z') / 1000)
})

test('no bytes of EXIF data that are cut off or damaged give a wrong date or a failure', async () => {
  const whole = withTiff(Buffer.of(0xff, 0xd8), exif)
  for (let at = 0; at < whole.length; at += 1) {
    expect([date, undefined]).toContain(await dateOf(new Blob([whole.subarray(0, at)])))
    const damaged = Buffer.from(whole)
    damaged[at] = 0xff
    expect(await dateOf(new Blob([damaged]))).toSatisfy(
      (found) => found === undefined || /^[\d: ]{19}$/.test(found),
    )
  }
})
