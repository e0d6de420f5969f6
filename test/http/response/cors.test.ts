import { expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const origin = { Origin: 'https://elsewhere.example', Host: 'photos.example' }
const service = sharedApp({ files: { 'a.jpg': picture('a') } })

const corsOf = (answer: { headers: Pick<Headers, 'get'> }) =>
  ['origin', 'methods', 'headers', 'credentials'].map((field) =>
    answer.headers.get(`access-control-allow-${field}`),
  )

test.each(['/api/folders', '/api/images/random', '/api/health', '/api/docs', '/uploads/a.jpg'])(
  '%s can be read by a page of any site, with headers of its own',
  async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await service().ask(`${method} ${path}`, { headers: origin })
      expect(answer.status).toBe(200)
      expect(corsOf(answer)).toEqual(['*', null, null, null])
    }
    const wish = { 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-a' }
    const answer = await service().ask(`OPTIONS ${path}`, { headers: { ...origin, ...wish } })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(corsOf(answer)).toEqual(['*', 'GET,HEAD', 'x-a', null])
  },
)
