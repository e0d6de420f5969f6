import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { gif, jpeg, png, webp } from '../support/pictures.ts'
import { expectHarmlessCuts, latin, uploadTo, whole } from './cuts.ts'
import { jsonOf, openPlace, type Place } from './place.ts'

let place: Place
beforeEach(async () => {
  place = await openPlace()
})
afterEach(() => place[Symbol.asyncDispose]())

const upload = (files: Record<string, Uint8Array>) => uploadTo(place, files)

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
  ['one byte', latin('\xff')],
  ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a web page', latin('<!doctype html><script>alert(1)</script>')],
  ['a TIFF', latin('II*\0\x08\0\0\0\0\0')],
  ['a BMP', latin(`BM${'\0'.repeat(60)}`)],
  ['a HEIC', latin('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['an AVIF', latin('\0\0\0\x18ftypavif\0\0\0\0mif1avif')],
  ['an icon', latin('\0\0\x01\0\x01\0\x10\x10\0\0')],
  ['a PDF', latin('%PDF-1.7')],
  ['a ZIP', latin('PK\x03\x04')],
  ['a JPEG of 0×0', jpeg({ width: 0, height: 0 })],
  ['a JPEG of 0×9', jpeg({ width: 0, height: 9 })],
  ['a PNG of 0×0', png({ width: 0, height: 0 })],
  ['a GIF of 0×0', gif({ width: 0, height: 0 })],
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
    expectHarmlessCuts(place, await make(), 8))

  test('with any bytes changed does no harm', async () => {
    const content = await make()
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

  test('is taken whole', async () => {
    expect((await upload({ 'whole.jpg': await make() })).status).toBe(200)
  })
})
