import { describe, expect, test } from 'bun:test'
import { sharedApp } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const from = { Origin: 'https://elsewhere.example', Host: 'photos.example' }
const service = sharedApp({ files: { 'a.jpg': picture('a') } })
const open = ['/api/folders', '/api/images/random', '/api/health', '/api/docs', '/uploads/a.jpg']

const corsOf = (answer: { headers: Pick<Headers, 'get'> }) =>
  ['origin', 'methods', 'headers', 'credentials'].flatMap((field) => {
    const value = answer.headers.get(`access-control-allow-${field}`)
    return value === null ? [] : [`${field}: ${value}`]
  })

describe('what anybody may read', () => {
  test.each(open)('%s can be read by a page of any site', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      for (const headers of [from, {}]) {
        const answer = await service().ask(`${method} ${path}`, { headers })
        expect(answer.status).toBe(200)
        expect(corsOf(answer)).toEqual(['origin: *'])
      }
    }
  })

  test.each(open)('%s may be asked for with headers of its own', async (path) => {
    const asked = {
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'x-a',
    }
    const answer = await service().ask(`OPTIONS ${path}`, { headers: { ...from, ...asked } })
    expect(answer.status).toBe(204)
    expect(await answer.text()).toBe('')
    expect(corsOf(answer)).toEqual(['origin: *', 'methods: GET,HEAD', 'headers: x-a'])
  })
})
