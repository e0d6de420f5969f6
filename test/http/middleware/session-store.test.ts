import { describe, expect, test } from 'bun:test'
import { authRoutes } from '../../../src/http/routes/auth.ts'
import { errorHandler } from '../../../src/http/response/error-handler.ts'
import { folderRoutes } from '../../../src/http/routes/folders.ts'
import { SessionStore } from '../../../src/http/middleware/session.ts'
import { cookieOf, openApp, password } from '../../support/app.ts'

describe('the store of sessions', () => {
  test('holds a session for each login and nothing else', async () => {
    await using service = await openApp()
    const { dependencies } = service
    const store = new SessionStore()
    const auth = authRoutes({ ...dependencies, trustProxy: false, store }).onError(
      errorHandler(dependencies.log),
    )
    const folders = folderRoutes(dependencies.collection, store)
    folders.onError(errorHandler(dependencies.log))
    const log = (attempt: string, cookie = '') =>
      auth.request('/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookie },
        body: JSON.stringify({ password: attempt }),
      })
    const foreign = 'session=chosen-by-a-client'
    await log('wrong', foreign)
    await auth.request('/logout', { method: 'POST', headers: { Cookie: foreign } })
    await folders.request('/', { headers: { Cookie: foreign } })
    await folders.request('/', { method: 'POST', headers: { Cookie: foreign } })
    expect(store.size).toBe(0)

    const cookies = [cookieOf(await log(password, foreign)), cookieOf(await log(password))]
    expect(store.size).toBe(2)
    expect(cookies).not.toContain(foreign)
    expect(store.isLive('chosen-by-a-client')).toBeFalse()
    await auth.request('/logout', { method: 'POST', headers: { Cookie: cookies[0] ?? '' } })
    expect(store.size).toBe(1)
  })

  test('lets the least recently used of more than 10,000 go', () => {
    const store = new SessionStore()
    for (let id = 0; id < 10_000; id += 1) store.add(`${id}`)
    store.isLive('0')
    store.add('one more')
    expect(store.size).toBe(10_000)
    expect(['0', '1', 'one more'].map((id) => store.isLive(id))).toEqual([true, false, true])
  })

  test('neither adopts nor brings back an id that is saved by a request in flight', () => {
    const store = new SessionStore()
    const data = { _data: {}, _expire: null, _delete: false, _accessed: null }
    void store.opening.persistSessionData('foreign', data)
    void store.opening.createSession('own', data)
    store.delete('own')
    void store.opening.persistSessionData('own', data)
    expect(store.size).toBe(0)
  })
})
