import { describe, expect, test } from 'bun:test'
import { authRoutes } from '../../../src/http/routes/auth.ts'
import { errorHandler } from '../../../src/http/response/error-handler.ts'
import { folderRoutes } from '../../../src/http/routes/folders.ts'
import { SessionStore } from '../../../src/http/middleware/session-store.ts'
import { cookieOf, openApp, password } from '../../support/app.ts'

const made = (id: string) => ({
  _id: id,
  _data: {},
  _expire: null,
  _delete: false,
  _accessed: null,
})

describe('the store of sessions', () => {
  test('holds a session for each login and nothing else', async () => {
    await using service = await openApp()
    const { dependencies } = service
    const store = new SessionStore()
    const auth = authRoutes({ ...dependencies, store }).onError(errorHandler(dependencies.log))
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
    expect(store.getSessionById('chosen-by-a-client')).toBeUndefined()
    await auth.request('/logout', { method: 'POST', headers: { Cookie: cookies[0] ?? '' } })
    expect(store.size).toBe(1)
  })

  test('lets the least recently used of more than 10,000 go', () => {
    const store = new SessionStore()
    for (let id = 0; id < 10_000; id += 1) store.createSession(`${id}`, made(`${id}`))
    store.getSessionById('0')
    store.createSession('one more', made('one more'))
    expect(store.size).toBe(10_000)
    expect(store.getSessionById('1')).toBeUndefined()
    expect(store.getSessionById('0')).toBeDefined()
    expect(store.getSessionById('one more')).toBeDefined()
  })

  test('neither adopts nor brings back an id that is saved by a request in flight', () => {
    const store = new SessionStore()
    store.persistSessionData('foreign', made('foreign'))
    store.createSession('own', made('own'))
    store.deleteSession('own')
    store.persistSessionData('own', made('own'))
    expect(store.size).toBe(0)
  })
})
