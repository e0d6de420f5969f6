import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { screenAt, whenOn } from '../../../src/http/request/frame/screen.ts'
import { unsteered } from '../../../src/frames/steering.ts'

/** A moment of two days in May, by the clock of this computer: `24:00` is the beginning of the second. */
const at = (text: string) => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return new Date(2026, 4, 17, hour, minute).getTime()
}
const quiet = (hours: string) => ({ ...unsteered, settings: { quiet: hours } })

test.each([
  ['22:00-07:00', '21:59', 'on', '22:00'],
  ['22:00-07:00', '22:00', 'off', '31:00'],
  ['22:00-07:00', '24:00', 'off', '31:00'],
  ['22:00-07:00', '06:59', 'off', '07:00'],
  ['22:00-07:00', '07:00', 'on', '22:00'],
  ['13:00-14:30', '12:59', 'on', '13:00'],
  ['13:00-14:30', '13:00', 'off', '14:30'],
  ['13:00-14:30', '14:30', 'on', '37:00'],
  ['9:00-9:00', '09:00', 'on', null],
])(
  'the screen of a frame with quiet hours at %s is at %s %s, until %s',
  (hours, now, screen, until) => {
    expect<unknown>(screenAt(at(now), quiet(hours))).toEqual({
      screen,
      until: until === null ? null : at(until),
    })
  },
)

test('the screen of a frame is what was set, whatever its hours say, and on where nothing is', () => {
  for (const screen of ['on', 'off'] as const) {
    const steered = { ...quiet('22:00-07:00'), screen }
    expect(screenAt(at('23:00'), steered)).toEqual({ screen, until: null })
  }
  expect(screenAt(at('23:00'), unsteered)).toEqual({ screen: 'on', until: null })
  expect(whenOn(at('23:00'), { ...unsteered, screen: 'off' })).toBe(at('23:00'))
})

test('the screen of a frame changes at the moment that is told, and not before', () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  const clock = (minute: number) =>
    `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
  const moment = fc.integer({ min: at('00:00'), max: at('9000:00') })
  fc.assert(
    fc.property(minutes, minutes, moment, fc.nat(999), (from, to, now, part) => {
      fc.pre(from !== to)
      const steered = quiet(`${clock(from)}-${clock(to)}`)
      const { screen, until } = screenAt(now, steered)
      if (until === null) throw new Error('It never changes.')
      expect(until).toBeGreaterThan(now)
      const between = now + Math.floor(((until - 1 - now) * part) / 1000)
      expect(screenAt(between, steered)).toEqual({ screen, until })
      expect(screenAt(until, steered).screen).not.toBe(screen)
      expect(whenOn(now, steered)).toBe(screen === 'on' ? now : until)
    }),
  )
})
