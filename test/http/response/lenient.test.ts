import { expect, test } from 'bun:test'
import manifest from '../../../package.json' with { type: 'json' }
import type { ErrorCode } from '../../../src/errors.ts'
import { failed, sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const empty = sharedApp()
const full = sharedApp({ files: { 'a.jpg': picture('a') } })
const headers = { Prefer: 'handling=lenient' }

test.each<[string, string, ErrorCode]>([
  ['handling=lenient', '/api/images/random', 'NO_IMAGES_AVAILABLE'],
  ['wait=10, Handling="lenient"', '/api/images/random', 'NO_IMAGES_AVAILABLE'],
  ['handling = lenient; x', '/api/images/random', 'NO_IMAGES_AVAILABLE'],
  ['handling=lenient', '/api/frames', 'AUTHENTICATION_REQUIRED'],
])('with Prefer: %s no error comes of %s', async (prefer, path, code) => {
  const answer = await empty().app.request(path, { headers: { Prefer: prefer } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('preference-applied')).toBe('handling=lenient')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual(failed(code))
})

test('failures of others stay as they are, and other failures and successes of such a client', async () => {
  for (const Prefer of ['handling=strict', 'nothandling=lenient', '']) {
    const answer = await empty().ask('GET /api/images/random', { headers: { Prefer } })
    expect([answer.status, answer.headers.has('preference-applied')]).toEqual([404, false])
  }
  expect((await empty().ask('POST /api/frames/hall/next', { headers })).status).toBe(401)
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
