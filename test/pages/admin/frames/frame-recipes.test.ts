import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { describeConditions } from '../../../../src/pages/admin/frames/condition-fields.ts'
import { frameKinds, queryOf } from '../../../../src/pages/admin/frames/frame-recipes.ts'

test.each([
  ['', ''],
  ['folder=Summer+2024&exclude=a%26b', 'from Summer 2024, not from a&b'],
  ['orientation=portrait&since=30d', 'portrait only, of the last 30 days'],
  ['order=newest&every=20m', 'newest first, a new one every 20m'],
  ['on=today&days=5', 'this day in any year, 5 days around it'],
  ['later=yes', 'later yes'],
])('the conditions %j are said as %j', (query, words) => {
  expect(describeConditions(query)).toBe(words)
})

test('whatever a folder is called, no shell runs it and every query gives it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (folder) => {
      fc.pre(folder.isWellFormed())
      const query = queryOf({ folder, order: '' })
      expect(query).toMatch(/^folder=[\w.!~*()%/-]*$/)
      expect(new URLSearchParams(query).get('folder')).toBe(folder)
    }),
  )
})

test.each(frameKinds.map((kind) => [kind.id, kind] as const))(
  'the line for %s names the service',
  (_, { line }) => {
    expect(line('http://192.168.1.20:3000', 'frame=hall')).toContain('http://192.168.1.20:3000')
  },
)
