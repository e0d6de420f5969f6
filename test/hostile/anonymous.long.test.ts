import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { heapStats } from 'bun:jsc'
import { SessionStore } from '../../src/http/middleware/session-store.ts'
import { formOf } from '../support/app.ts'
import { picture } from '../support/pictures.ts'
import { jsonOf, openPlace, type Place } from './place.ts'

/** What 50,000 requests may leave: the records of 10,000 addresses and 1,000 rounds, no more. */
const maxGrowth = 12 * 1024 ** 2

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place[Symbol.asyncDispose]())

/** One of every kind, each as different from those before as it can be. */
const kinds: ((number: number) => Promise<Response>)[] = [
  () => place.send('/'),
  () => place.send('/api/health'),
  (number) => place.send(`/api/health?${number}`, { headers: cookieOf(number) }),
  () => place.send('/api/folders'),
  (number) => place.send(`/api/folders?path=none-${number}`),
  (number) => place.send(`/api/images/random?frame=frame-${number}`),
  (number) => place.send(`/api/images/random?folder=${number}`),
  (number) => place.send(`/uploads/${number}.jpg`, { headers: cookieOf(number) }),
  () => place.send('/uploads/a.jpg', { method: 'HEAD' }),
  (number) => place.send(`/nowhere/${number}`),
  (number) => place.send('/api/admin', { headers: cookieOf(number) }),
  () => place.send('/api/folders', { method: 'OPTIONS' }),
  () => place.send('/api/health', { method: 'PATCH' }),
  (number) =>
    place.send('/api/folders', jsonOf('POST', { path: 'x', name: 'x' }, `session=${number}`)),
  () => place.send('/api/images', jsonOf('DELETE', { images: ['a.jpg'] })),
  () => place.send('/api/upload', { method: 'POST', body: formOf({ 'x.jpg': picture('x') }) }),
  () => place.send('/api/auth/login', jsonOf('POST', '{')),
  (number) => place.send('/api/auth/login', wrongPassword(number), addressOf(number)),
  (number) => place.send('/api/auth/login', { ...wrongPassword(number), headers: evil }),
]

const evil = { Origin: 'https://evil.example', Host: 'frame.example' }
const cookieOf = (number: number) => ({ Cookie: `session=chosen-${number}; other=${number}` })
const wrongPassword = (number: number) => jsonOf('POST', { password: `guess ${number}` })
const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

async function ask(from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1) {
    const answer = await kinds[number % kinds.length]?.(number)
    if (answer?.headers.has('set-cookie') !== false) throw new Error(`request ${number}: a cookie`)
    if (answer.status >= 500) throw new Error(`request ${number}: ${answer.status}`)
    await answer.bytes()
  }
}

function heapSize(): number {
  Bun.gc(true)
  return heapStats().heapSize
}

test('50,000 anonymous requests leave no session, no cookie and the memory where it was', async () => {
  const created = spyOn(SessionStore.prototype, 'add')
  const before = place.fingerprint()
  await ask(0, 2000)
  place.lines.length = 0
  const size = heapSize()
  await ask(2000, 52_000)
  place.lines.length = 0
  expect(heapSize() - size).toBeLessThan(maxGrowth)
  expect(created).not.toHaveBeenCalled()
  created.mockRestore()
  expect(place.fingerprint()).toEqual(before)
}, 60_000)
