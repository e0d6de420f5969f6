import { expect, test } from 'bun:test'
import manifest from '../../../package.json' with { type: 'json' }
import type { ErrorCode } from '../../../src/errors.ts'
import { failed, sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const empty = sharedApp()
const full = sharedApp({ files: { 'a.jpg': picture('a') } })
const headers = { Prefer: 'handling=lenient' }

/** Expects a failure that is answered with 200. */
async function expectLenient(answer: Response, code: ErrorCode): Promise<void> {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('preference-applied')).toBe('handling=lenient')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual(failed(code))
}

test.each(['handling=lenient', 'wait=10, Handling="lenient"', 'handling = lenient; x'])(
  'a client that sends Prefer: %s gets no error for want of pictures',
  async (prefer) => {
    const sent = { headers: { Prefer: prefer } }
    await expectLenient(
      await empty().app.request('/api/images/random', sent),
      'NO_IMAGES_AVAILABLE',
    )
  },
)

test('a client that sends it may ask whether it is logged in without an error', async () => {
  const ask = (path: string, init: RequestInit = {}) => empty().app.request(path, init)
  await expectLenient(await ask('/api/frames', { headers }), 'AUTHENTICATION_REQUIRED')
  expect((await ask('/api/frames')).status).toBe(401)
  expect((await ask('/api/frames/hall/next', { method: 'POST', headers })).status).toBe(401)
})

test.each(['handling=strict', 'nothandling=lenient', ''])('others get 404: %p', async (prefer) => {
  const answer = await empty().ask('GET /api/images/random', { headers: { Prefer: prefer } })
  expect(answer.status).toBe(404)
  expect(answer.headers.has('preference-applied')).toBeFalse()
})

test('other failures and successes stay as they are for such a client', async () => {
  expect((await full().ask('GET /api/images/random?width=0', { headers })).status).toBe(400)
  expect((await full().ask('GET /api/folders?path=none', { headers })).status).toBe(404)
  const dealt = await full().ask('GET /api/images/random', { headers })
  expect(dealt.status).toBe(200)
  expect(dealt.headers.has('preference-applied')).toBeFalse()
})

test('whatever a frame is answered tells the version of the service', async () => {
  for (const query of ['', '?folder=none', '?width=0']) {
    const answer = await full().ask(`GET /api/images/random${query}`)
    expect(answer.headers.get('x-version')).toBe(manifest.version)
  }
})
