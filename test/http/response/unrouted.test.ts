import { describe, expect, test } from 'bun:test'
import { failed, openApp } from '../../support/app.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const known: [string, string[]][] = [
  ['/', ['GET', 'HEAD']],
  ['/api/auth/login', ['POST']],
  ['/api/auth/logout', ['POST']],
  ['/api/folders', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
  ['/api/images/random', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/images', ['DELETE']],
  ['/api/images/move', ['POST']],
  ['/api/upload', ['POST']],
  ['/api/invitations/current/images', ['DELETE']],
  ['/api/admin', ['GET', 'HEAD']],
  ['/api/frames', ['GET', 'HEAD']],
  ['/api/frames/hall', ['DELETE', 'GET', 'HEAD', 'PUT']],
  ['/api/frames/a%2Fb', ['DELETE', 'GET', 'HEAD', 'PUT']],
  ['/api/frames/hall/next', ['POST']],
  ['/admin', ['GET', 'HEAD']],
  ['/api/health', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/openapi.json', ['GET', 'HEAD', 'OPTIONS']],
  ['/api/docs', ['GET', 'HEAD', 'OPTIONS']],
  ['/uploads/a.jpg', ['GET', 'HEAD', 'OPTIONS']],
  ['/uploads/trips/nothing', ['GET', 'HEAD', 'OPTIONS']],
]

describe.each(known)('%s', (path, allowed) => {
  const others = methods.filter((method) => !allowed.includes(method))

  test.each(others)('refuses %s and lists the right methods', async (method) => {
    await using service = await openApp()
    const cookie = await service.login()
    const answer = await service.ask(`${method} ${path}`, { cookie })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    if (method === 'HEAD') return
    expect(await answer.json()).toEqual(failed('METHOD_NOT_ALLOWED', { allow: allowed }))
  })

  test('refuses none of those that it lists', async () => {
    await using service = await openApp()
    for (const method of allowed) {
      const answer = await service.ask(`${method} ${path}`, { headers: { Host: 'localhost' } })
      expect(answer.status).not.toBe(405)
    }
  })
})

describe('any other path', () => {
  test.each([
    '/api',
    '/api/',
    '/api/folder',
    '/api/folders/',
    '/api/folders/trips',
    '/api/frames/',
    '/api/frames//next',
    '/api/frames/hall/',
    '/api/frames/hall/next/x',
    '/API/folders',
    '/api//folders',
    '/api/images/',
    '/api/images/a.jpg',
    '/api/auth',
    '/api/auth/login/x',
    '/api/upload/x',
    '/api/%',
    '/api/%ff',
    '/api/%00',
    '/api/*',
    '/api/:id',
    '/uploadsx',
    '/upload',
    '/robots.txt',
    '/.env',
    '/src/index.ts',
    '/%2e%2e/etc/passwd',
    '/api/constructor/__proto__',
  ])('like %s is not there, whatever the method', async (path) => {
    await using service = await openApp()
    for (const method of methods) {
      const answer = await service.ask(`${method} ${path}`)
      expect(answer.status).toBe(404)
      if (method !== 'HEAD') expect(await answer.json()).toEqual(failed('NOT_FOUND'))
    }
  })
})
