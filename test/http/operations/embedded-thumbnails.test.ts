import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { pictureFormats } from '../../../src/formats/picture-formats.ts'
import { openApp } from '../../support/app.ts'
import { countedSource } from '../../support/byte-source.ts'
import { jpeg, png } from '../../support/pictures.ts'
import { quadrants, quadrantsOf } from '../../support/pixels.ts'
import { withThumbnail } from '../../support/thumbnails.ts'

const small = Buffer.from(await new Bun.Image(quadrants(160, 120)).jpeg({ quality: 90 }).bytes())
const large = jpeg({ width: 4000, height: 3000 })

const line = (path: string) => `GET /uploads/${path}?thumbnail=embedded`

test('the thumbnail of a camera is sent as it is', async () => {
  await using service = await openApp({
    files: { 'a.jpg': withThumbnail(large, small, { order: 'LE' }) },
  })
  const answer = await service.ask(line('a.jpg'))
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const bytes = Buffer.from(await answer.bytes())
  expect(bytes.subarray(-small.length + 2).equals(small.subarray(2))).toBe(true)
  expect(await quadrantsOf(bytes)).toEqual(['red', 'green', 'blue', 'white'])
})

test('it is turned as the picture, also where that was rotated, and gone where that is replaced', async () => {
  const files = { 'a.jpg': withThumbnail(large, small, { orientation: 6 }) }
  await using service = await openApp({ files })
  const first = await service.ask(line('a.jpg'))
  expect(await quadrantsOf(await first.bytes())).toEqual(['blue', 'red', 'white', 'green'])
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
  const again = () => service.ask(line('a.jpg'), { headers })
  expect((await again()).status).toBe(304)
  await service.told('POST /api/images/rotate', { images: ['a.jpg'], turn: 90 })
  expect(await quadrantsOf(await (await again()).bytes())).toEqual([
    'white',
    'blue',
    'green',
    'red',
  ])
  await writeFile(service.at('a.jpg'), large)
  expect((await again()).status).toBe(404)
})

test('an image without one, or with one of another shape, says so', async () => {
  const upright = await new Bun.Image(quadrants(90, 160)).jpeg().bytes()
  const files = {
    'none.jpg': large,
    'cropped.jpg': withThumbnail(large, upright),
    'other.png': png({ width: 4, height: 3 }),
    'html.jpg': withThumbnail(large, Buffer.from('<script>alert(1)</script>')),
    'half.jpg': withThumbnail(large, Buffer.from('\xff\xd8\xff<script>', 'latin1')),
    'broken.jpg': Buffer.from('no picture'),
  }
  await using service = await openApp({ files })
  for (const path of [...Object.keys(files), 'gone.jpg']) {
    const answer = await service.ask(line(path))
    expect([path, answer.status]).toEqual([path, 404])
    const sentence = path === 'gone.jpg' ? 'There is no such image.' : 'no thumbnail'
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining(sentence) })
  }
  expect((await service.ask('GET /uploads/none.jpg?thumbnail=other')).status).toBe(400)
  expect((await service.ask('GET /uploads/none.jpg?thumbnail=embedded&width=9')).status).toBe(400)
})

test('it comes in place of a rendition that is not made, where there is one', async () => {
  const files = { 'a.jpg': withThumbnail(large, small), 'none.png': quadrants(600, 400) }
  await using service = await openApp({ files })
  const bytesOf = async (query: string) => {
    const answer = await service.ask(`GET /uploads/${query}`)
    return { status: answer.status, tag: answer.headers.get('etag'), bytes: await answer.bytes() }
  }
  const size = 'height=40&format=jpeg'
  const embedded = await bytesOf('a.jpg?thumbnail=embedded')
  expect(await bytesOf(`a.jpg?${size}&thumbnail=meanwhile`)).toEqual(embedded)
  const made = await bytesOf(`a.jpg?${size}`)
  expect(made.tag).not.toBe(embedded.tag)
  expect(await bytesOf(`a.jpg?${size}&thumbnail=meanwhile`)).toEqual(made)
  const first = await bytesOf(`none.png?${size}&thumbnail=meanwhile`)
  expect(await new Bun.Image(first.bytes).metadata()).toMatchObject({ height: 40 })
  expect((await bytesOf('a.jpg?thumbnail=meanwhile')).status).toBe(400)
  expect((await bytesOf(`gone.jpg?${size}&thumbnail=meanwhile`)).status).toBe(404)
})

test('it takes one read of the start of the file', async () => {
  const file = withThumbnail(large, small)
  const source = countedSource(Buffer.concat([file, Buffer.alloc(4 * 1024 ** 2)]))
  expect(await pictureFormats.readThumbnail('jpg', source)).toBeDefined()
  expect(source.reads).toEqual([72 * 1024])
})
