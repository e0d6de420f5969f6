import { expect } from 'bun:test'
import { dataOf, formOf } from '../support/app.ts'
import { gif } from '../support/pictures.ts'
import { noise } from '../support/pixels.ts'
import { jsonOf, type Place } from './place.ts'

export const latin = (text: string) => Buffer.from(text, 'latin1')

/** Pictures that are not damaged. */
export const whole: Record<string, () => Promise<Buffer>> = {
  'a PNG': async () => noise(24, 24),
  'a JPEG': async () =>
    Buffer.from(await new Bun.Image(noise(48, 48)).jpeg({ quality: 90 }).bytes()),
  'a WebP': async () =>
    Buffer.from(await new Bun.Image(noise(48, 48)).webp({ quality: 90 }).bytes()),
  'a GIF': async () => gif({ width: 40, height: 30, salt: 'x'.repeat(1100) }),
}

export const uploadTo = (place: Place, files: Record<string, Uint8Array>) =>
  place.send('/api/upload', {
    method: 'POST',
    headers: { Cookie: place.cookie },
    body: formOf(files, 'new'),
  })

/** Sends, lists, scales, deals and deletes a picture that ends early, at every so many bytes of its first kilobyte. */
export async function expectHarmlessCuts(place: Place, content: Buffer, step: number) {
  const cut = (length: number) => content.subarray(0, length)
  const count = Math.min(1024, content.length) / step
  const lengths = Array.from({ length: count }, (_, index) => index * step)
  for (const length of lengths) await place.put(`cut/${length}.jpg`, cut(length))
  const before = place.outside()
  place.passTime()
  await place.judge(await place.send('/api/folders?path=cut'), before)
  for (const length of lengths) {
    const answer = await uploadTo(place, { [`${length}.jpg`]: cut(length) })
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
