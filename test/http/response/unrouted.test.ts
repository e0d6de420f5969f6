import { expect, test } from 'bun:test'
import { expectFailed, sharedApp } from '../../support/app.ts'
import { document, publicPaths } from '../openapi/operations.ts'

const service = sharedApp()
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** What is asked of a path of the document, with what follows from its methods. */
const known = Object.entries(document.paths).map(([path, item]): [string, string[]] => {
  const documented = Object.keys(item).map((method) => method.toUpperCase())
  const more = [
    ...(documented.includes('GET') ? ['HEAD'] : []),
    // It might be an invitation's id.
    ...(path === '/api/invitations/current' ? ['DELETE'] : []),
    ...(publicPaths.includes(path) ? ['OPTIONS'] : []),
  ]
  return [path.replace(/{\w+}/, 'a'), [...documented, ...more].toSorted()]
})

test.each([
  ...known,
  ['/admin', ['GET', 'HEAD']] as [string, string[]],
  ['/api/frames/a%2Fb', ['DELETE', 'GET', 'HEAD', 'PUT']] as [string, string[]],
])('%s refuses all methods but %j, and lists these', async (path, allowed) => {
  for (const method of methods.filter((each) => !allowed.includes(each))) {
    const answer = await service().admin(`${method} ${path}`)
    expect([method, answer.status]).toEqual([method, 405])
    expect(answer.headers.get('allow')).toBe(allowed.join(', '))
    expect(answer.headers.has('access-control-allow-origin')).toBeFalse()
    if (method !== 'HEAD') await expectFailed(answer, 'METHOD_NOT_ALLOWED', { allow: allowed })
  }
  for (const method of allowed) {
    const answer = await service().ask(`${method} ${path}`, { headers: { Host: 'localhost' } })
    expect([method, answer.status]).not.toEqual([method, 405])
  }
})

const unknown = [
  ['/api', '/api/', '/api/folder', '/api/folders/', '/api/folders/trips', '/api/frames/'],
  ['/api/frames//next', '/api/frames/hall/', '/api/frames/hall/next/x', '/API/folders'],
  ['/api//folders', '/api/images/', '/api/images/a.jpg', '/api/auth', '/api/auth/login/x'],
  ['/api/upload/x', '/api/%', '/api/%ff', '/api/%00', '/api/*', '/api/:id', '/uploadsx'],
  ['/upload', '/robots.txt', '/.env', '/src/index.ts', '/%2e%2e/etc/passwd'],
  ['/api/constructor/__proto__', '/api/nothing'],
].flat()

test.each(unknown)('%s is not there, whatever the method', async (path) => {
  for (const method of methods) {
    const answer = await service().ask(`${method} ${path}`)
    expect(answer.status).toBe(404)
    expect(answer.headers.has('access-control-allow-origin')).toBeFalse()
    if (method !== 'HEAD') await expectFailed(answer, 'NOT_FOUND')
  }
})
