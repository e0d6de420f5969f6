import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkSettings } from '../../../../src/http/request/frame/frame-settings.ts'
import { formWords } from '../../../../src/http/request/frame/form-fields.ts'
import { setMessages } from '../../../../src/pages/admin/lib/messages.ts'
import english from '../../../../src/pages/languages/en.json'
import { frameKinds, frameQuery } from '../../../../src/pages/admin/frames/frame-kinds.ts'
import { panelOf, panels, panelSettings } from '../../../../src/pages/admin/frames/panels.ts'
import { describeConditions } from '../../../../src/pages/admin/frames/setting-fields.ts'

setMessages({ ...english, settings: formWords() }, 'en')

test.each([
  ['', ''],
  ['folder=Summer+2024&exclude=a%26b', 'from Summer 2024, not from a&b'],
  ['orientation=portrait&since=30d', 'portrait only, from the last 30 days'],
  ['from=2024-06-01', 'since June 1, 2024'],
  ['order=newest&every=20m', 'newest first, a new one every 20m'],
  ['on=today&days=5', 'this day in any year, 5 days around it'],
  ['later=yes', 'later yes'],
])('the conditions %j are said as %j', (query, words) => {
  expect(describeConditions(new URLSearchParams(query))).toBe(words)
})

test('whatever a frame is called, no shell runs it and every query gives it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
      fc.pre(name.isWellFormed())
      const query = frameQuery(name)
      expect(query).toMatch(/^frame=[\w.!~*()%-]*$/)
      expect(new URLSearchParams(query).get('frame')).toBe(name)
    }),
  )
})

test.each(frameKinds.map((kind) => [kind.id, kind] as const))(
  'the line for %s names the service, the frame, and nothing that is a setting',
  (_, { line, hasNoName }) => {
    const text = line('http://192.168.1.20:3000', 'frame=hall')
    const [address = ''] = /http:[^ ']*/.exec(text) ?? []
    const { origin, searchParams } = new URL(address)
    expect(origin).toBe('http://192.168.1.20:3000')
    searchParams.delete('as')
    expect(searchParams.toString()).toBe(hasNoName === true ? '' : 'frame=hall')
  },
)

test('the service takes the settings of each panel, and each is recognised by them', () => {
  const labels = panels.map(([label]) => label)
  for (const label of labels) {
    const filled = Object.entries(panelSettings(label)).filter(([, value]) => value !== '')
    const settings = checkSettings(Object.fromEntries(filled))
    expect(panelOf(settings)).toBe(label)
    expect(panelOf({ ...settings, width: Number(settings['width']), fit: 'pad' })).toBe(label)
  }
  for (const { panel } of frameKinds) expect([undefined, '', ...labels]).toContain(panel)
  expect(panelOf({})).toBe('')
})
