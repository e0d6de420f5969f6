import { expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { heifHeader, size } from '../../support/heif.ts'
import { quadrants } from '../../support/pixels.ts'

const files = Object.fromEntries([
  ...[1, 2, 3, 4].map((side) => [`${side}.heic`, heifHeader([size(side, side + 1)])] as const),
  ...[60, 70].map((side) => [`${side}.png`, quadrants(side + 1, side)] as const),
])

/** Its decoder is no program, as where an update is half way. */
const service = sharedApp({ files, decoder: '/dev/null' })

/** The path of the picture that a frame gets in a size. */
async function sentTo(frame: string, query: string) {
  const answer = await service().ask(
    `GET /api/images/random?as=image&format=png&frame=${frame}&${query}`,
  )
  expect(answer.status).toBe(200)
  return answer.headers.get('x-image-path')
}

test('a frame gets no picture twice in a row, where others can not be scaled for the moment', async () => {
  let before: string | null = null
  for (let count = 0; count < 30; count += 1) {
    const path = await sentTo('hall', 'width=20')
    expect(path).not.toBe(before)
    before = path
  }
})

test('a time slot has a picture that can be scaled, which stays', async () => {
  for (let frame = 0; frame < 10; frame += 1) {
    const path = await sentTo(`slot-${frame}`, 'every=30d&width=20')
    expect(path).toEndWith('.png')
    expect(await sentTo(`slot-${frame}`, 'every=30d&width=30')).toBe(path)
  }
})

test('a time slot keeps its picture where none can be scaled for the moment', async () => {
  const query = 'frame=none&every=30d&orientation=portrait'
  const described = async () => {
    const { headers } = await service().ask(`GET /api/images/random?${query}`)
    return [headers.get('etag'), headers.get('last-modified')]
  }
  const before = await described()
  const scaled = await service().ask(`GET /api/images/random?as=image&width=20&${query}`)
  expect(scaled.status).toBe(400)
  expect(await described()).toEqual(before)
})
