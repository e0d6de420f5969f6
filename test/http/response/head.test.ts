import { expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const service = sharedApp({ files: { 'Été.png': quadrants(60, 40) } })

const paths = [
  ['/api/folders', '/api/images/random', '/api/health', '/api/openapi.json', '/api/docs'],
  ['/uploads/Été.png', '/uploads/Été.png?width=10', '/', '/api/folders?path=none'],
  ['/api/images/random?as=bad', '/api/admin', '/api/none', '/uploads/none.jpg'],
].flat()

test.each(paths)(
  'HEAD %s tells the length of what GET sends, whatever range, and the rest as GET does',
  async (path) => {
    const headers = { Range: 'bytes=0-3' }
    const whole = await service().ask(`GET ${path}`)
    for (const head of [
      await service().ask(`HEAD ${path}`),
      await service().ask(`HEAD ${path}`, { headers }),
    ]) {
      expect(head.status).toBe(whole.status)
      expect(await head.text()).toBe('')
      const { 'content-length': length, ...rest } = Object.fromEntries(head.headers)
      expect(length).toBe(String((await whole.clone().bytes()).length))
      expect(Object.fromEntries(whole.headers)).toMatchObject(rest)
    }
  },
)
