import { expect, test } from 'bun:test'
import { openApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

test.each([
  '/api/folders',
  '/api/images/random',
  '/api/health',
  '/api/openapi.json',
  '/api/docs',
  '/uploads/Été.jpg',
  '/',
  '/api/folders?path=none',
  '/api/images/random?as=bad',
  '/api/admin',
  '/api/none',
  '/uploads/none.jpg',
])('HEAD %s tells the length of what GET sends, and the rest as GET does', async (path) => {
  await using service = await openApp({ files: { 'Été.jpg': picture('one') } })
  const [whole, head] = [await service.ask(`GET ${path}`), await service.ask(`HEAD ${path}`)]
  expect(head.status).toBe(whole.status)
  expect(await head.text()).toBe('')
  const { 'content-length': length, ...rest } = Object.fromEntries(head.headers)
  expect(length).toBe(String((await whole.bytes()).length))
  expect(Object.fromEntries(whole.headers)).toMatchObject(rest)
})
