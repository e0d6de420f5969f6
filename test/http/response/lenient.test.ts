import { expect, test } from 'bun:test'
import manifest from '../../../package.json' with { type: 'json' }
import { failed, openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

test.each(['handling=lenient', 'wait=10, Handling="lenient"', 'handling = lenient; x'])(
  'a client that sends Prefer: %s gets no error for want of pictures',
  async (prefer) => {
    await using service = await openApp()
    const headers = { Prefer: prefer }
    const answer = await service.app.request('/api/images/random', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('preference-applied')).toBe('handling=lenient')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual(failed('NO_IMAGES_AVAILABLE'))
  },
)

test('a client that sends it may ask whether it is logged in without an error', async () => {
  await using service = await openApp()
  const headers = { Prefer: 'handling=lenient' }
  const answer = await service.app.request('/api/frames', { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('preference-applied')).toBe('handling=lenient')
  expect(await answer.json()).toEqual(failed('AUTHENTICATION_REQUIRED'))
  expect((await service.app.request('/api/frames')).status).toBe(401)
  const other = await service.app.request('/api/frames/hall/next', { method: 'POST', headers })
  expect(other.status).toBe(401)
})

test.each(['handling=strict', 'nothandling=lenient', ''])('others get 404: %p', async (prefer) => {
  await using service = await openApp()
  const answer = await service.ask('GET /api/images/random', { headers: { Prefer: prefer } })
  expect(answer.status).toBe(404)
  expect(answer.headers.has('preference-applied')).toBeFalse()
})

test('other failures and successes stay as they are for such a client', async () => {
  await using service = await openApp({ files: { 'a.jpg': picture('a') } })
  const headers = { Prefer: 'handling=lenient' }
  expect((await service.ask('GET /api/images/random?width=0', { headers })).status).toBe(400)
  expect((await service.ask('GET /api/folders?path=none', { headers })).status).toBe(404)
  const dealt = await service.ask('GET /api/images/random', { headers })
  expect(dealt.status).toBe(200)
  expect(dealt.headers.has('preference-applied')).toBeFalse()
})

test('whatever a frame is answered tells the version of the service', async () => {
  await using service = await openApp({ files: { 'a.jpg': picture('a') } })
  for (const query of ['', '?folder=none', '?width=0']) {
    const answer = await service.ask(`GET /api/images/random${query}`)
    expect(answer.headers.get('x-version')).toBe(manifest.version)
  }
})
