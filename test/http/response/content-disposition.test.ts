import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { contentDisposition } from '../../../src/http/response/content-disposition.ts'
import { openApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

test.each([
  ['Summer day.png', '', 'inline; filename="Summer day.png"'],
  ['Summer day.png', '?format=jpeg', 'inline; filename="Summer day.jpg"'],
  ['a.b.PNG', '?width=20', 'inline; filename="a.b.PNG"'],
  ['É 1%.png', '', `inline; filename="_ 1_.png"; filename*=UTF-8''%C3%89%201%25.png`],
  ["it's (1)#;,.png", '', `inline; filename="it's (1)#;,.png"`],
])('a picture that is saved gets its own name: %s%s', async (name, query, header) => {
  await using service = await openApp({ files: { [`2024/${name}`]: quadrants(30, 20) } })
  const answer = await service.ask(`GET /uploads/2024/${encodeURIComponent(name)}${query}`)
  expect(answer.headers.get('content-disposition')).toBe(header)
  const separator = query === '' ? '?' : '&'
  const dealt = await service.ask(`GET /api/images/random${query}${separator}as=image`)
  expect(dealt.headers.get('content-disposition')).toBe(header)
})

test('a picture that is saved gets its own name whatever characters it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const header = contentDisposition(`folder/${text.replaceAll('/', '')}.png`, 'image/png')
      expect(header).toMatch(
        /^inline; filename="[ !#$&-[\]-~]*"(; filename\*=UTF-8''[\w!#$&+.^`|~%-]+)?$/,
      )
      const extended = /UTF-8''(.*)$/.exec(header)?.[1]
      if (extended === undefined) return
      expect(decodeURIComponent(extended)).toBe(`${text.replaceAll('/', '')}.png`.toWellFormed())
    }),
  )
})
