import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { dataOf, formOf } from '../support/app.ts'
import { gif, jpeg, png, webp } from '../support/pictures.ts'
import { noise } from '../support/pixels.ts'
import { jsonOf, openPlace, type Place } from './place.ts'

let place: Place
beforeEach(async () => {
  place = await openPlace()
})
afterEach(() => place[Symbol.asyncDispose]())

const latin = (text: string) => Buffer.from(text, 'latin1')

/** Pictures that are not damaged. */
const whole: Record<string, () => Promise<Buffer>> = {
  'a PNG': async () => noise(24, 24),
  'a JPEG': async () =>
    Buffer.from(await new Bun.Image(noise(48, 48)).jpeg({ quality: 90 }).bytes()),
  'a WebP': async () =>
    Buffer.from(await new Bun.Image(noise(48, 48)).webp({ quality: 90 }).bytes()),
  'a GIF': async () => gif({ width: 40, height: 30, salt: 'x'.repeat(1100) }),
}

const upload = (files: Record<string, Uint8Array>) =>
  place.send('/api/upload', {
    method: 'POST',
    headers: { Cookie: place.cookie },
    body: formOf(files, 'new'),
  })

/** Sends, lists, scales, deals and deletes a picture that ends early, at 128 places of its first kilobyte. */
async function expectHarmlessCuts(content: Buffer) {
  const cut = (length: number) => content.subarray(0, length)
  const count = Math.min(1024, content.length) / 8
  const lengths = Array.from({ length: count }, (_, index) => index * 8)
  for (const length of lengths) await place.put(`cut/${length}.jpg`, cut(length))
  const before = place.outside()
  place.passTime()
  await place.judge(await place.send('/api/folders?path=cut'), before)
  for (const length of lengths) {
    const answer = await upload({ [`${length}.jpg`]: cut(length) })
    expect([200, 400]).toContain(answer.status)
    const rendition = await place.send(`/uploads/cut/${length}.jpg?width=4`)
    expect([200, 400]).toContain(rendition.status)
  }
  for (const _ of lengths.slice(0, 50)) {
    const random = await place.send('/api/images/random?folder=cut')
    expect([200, 404]).toContain(random.status)
  }
  const images = lengths.map((length) => `cut/${length}.jpg`)
  const removed = await place.send('/api/images', jsonOf('DELETE', { images }, place.cookie))
  expect(await dataOf(removed.clone())).toMatchObject({ totalDeleted: lengths.length })
  await place.judge(removed, before)
}

/** Sends a file to every operation that takes one, or finds one. */
async function expectHarmless(content: Buffer, name = 'odd.jpg'): Promise<number> {
  const before = place.outside()
  const sent = await upload({ [name]: content })
  await place.judge(sent, before)
  await place.put(`odd/${name}`, content)
  place.passTime()
  const listed = await place.send('/api/folders?path=odd')
  await place.judge(listed, before)
  for (const path of [
    '/api/images/random?folder=odd',
    '/api/images/random?folder=odd&as=image&width=8',
    `/uploads/odd/${name}`,
    `/uploads/odd/${name}?width=8&format=jpeg`,
  ]) {
    const answer = await place.send(path)
    const type = answer.headers.get('content-type')
    if (type === 'application/octet-stream') expectQuiet(answer)
    else await place.judge(answer, before)
  }
  const admin = await place.send('/api/admin', { headers: { Cookie: place.cookie } })
  expect(admin.status).toBe(200)
  const images = [`odd/${name}`, 'new/odd.jpg']
  const removed = await place.send('/api/images', jsonOf('DELETE', { images }, place.cookie))
  await place.judge(removed, before)
  return sent.status
}

function expectQuiet(answer: Response) {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
}

const wrong: [string, Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a web page', latin('<!doctype html><script>alert(1)</script>')],
  ['a HEIC', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['a JPEG of 0×0', jpeg({ width: 0, height: 0 })],
  ['a JPEG of nothing but fill bytes', Buffer.alloc(5000, 0xff)],
  ['a JPEG whose segment has no length', latin('\xff\xd8\xff\xe0\0\0\xff\xc0\0\0')],
  ['a JPEG of nothing but empty segments', Buffer.from(`ffd8${'ffe00002'.repeat(2e5)}`, 'hex')],
  ['a RIFF that is a sound', latin('RIFF\x24\0\0\0WAVEfmt ')],
]

test.each(wrong)('%s is refused, and harmless where it lies on the disk', async (_, content) => {
  expect(await expectHarmless(content)).toBe(400)
})

const script = '*/=1;alert(1)//<script>alert(1)</script><?php exec("id") ?>'
const right: [string, Buffer][] = [
  ['a JPEG of 65535×65535', jpeg({ width: 65_535, height: 65_535 })],
  ['a PNG of 65535×65535', png({ width: 65_535, height: 65_535 })],
  ['a PNG of 2147483647×2147483647', png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 })],
  ['a GIF of 65535×65535', gif({ width: 65_535, height: 65_535 })],
  ['a WebP of 16777216×16777216', webp({ width: 2 ** 24, height: 2 ** 24 })],
  ['a GIF that is also a script', latin(`GIF89a/*\x05\0\0\0\0${script}`)],
  ['a JPEG that is also a page', jpeg({ width: 4, height: 3, salt: `<html>${script}` })],
  ['a PNG that is also a ZIP', png({ width: 4, height: 3, salt: 'PK\x03\x04' })],
]

test.each(right)('%s is a picture and nothing else', async (_, content) => {
  expect(await expectHarmless(content)).toBe(200)
  const path = JSON.parse(await (await upload({ 'shell.php': content })).text()).data
    .uploadedFiles[0].path
  expect(path).toMatch(/^new\/shell\.(jpg|png|gif|webp)$/)
  const served = await place.send(`/uploads/${path}`)
  expectQuiet(served)
  expect(served.headers.get('content-type')).toStartWith('image/')
  expect(content.equals(await served.bytes())).toBeTrue()
})

describe.each(Object.entries(whole))('%s', (_, make) => {
  test('that ends at one of 128 places in its first kilobyte does no harm', async () =>
    expectHarmlessCuts(await make()))

  test('with any bytes changed does no harm', async () => {
    const content = await make()
    expect((await upload({ 'whole.jpg': content })).status).toBe(200)
    const change = fc.tuple(
      fc.nat(Math.min(content.length, 700) - 1),
      fc.integer({ min: 1, max: 255 }),
    )
    const changes = fc.array(change, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(changes, async (flips) => {
        const damaged = Buffer.from(content)
        for (const [at, mask] of flips) damaged[at] = (damaged[at] ?? 0) ^ mask
        expect([200, 400]).toContain(await expectHarmless(damaged))
      }),
      { numRuns: 25 },
    )
  })
})
