import { afterEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { slotAt } from '../../src/frames/slots/slot-at.ts'

const minute = 60
const hour = 60 * minute
const aDay = 24 * hour
const { TZ = 'UTC' } = process.env

afterEach(() => {
  process.env.TZ = TZ
})

test.each([
  // Counted from local midnight, from its very edge on.
  ['UTC', 30 * minute, '2026-05-17T10:29:59.999Z', '2026-05-17T10:00', '2026-05-17T10:30'],
  ['UTC', 30 * minute, '2026-05-17T10:30Z', '2026-05-17T10:30', '2026-05-17T11:00'],
  ['Asia/Kathmandu', 6 * hour, '2026-05-17T18:16Z', '2026-05-17T18:15', '2026-05-18T00:15'],
  // Ends with the day where it does not fit into it.
  ['UTC', 7 * hour, '2026-05-17T22:00Z', '2026-05-17T21:00', '2026-05-18T00:00'],
  // In Zurich, 02:00 becomes 03:00 on 29 March and 03:00 becomes 02:00 on 25 October 2026.
  ['Europe/Zurich', hour, '2026-03-29T01:30Z', '2026-03-29T01:00', '2026-03-29T02:00'],
  ['Europe/Zurich', hour, '2026-10-25T00:30Z', '2026-10-25T00:00', '2026-10-25T01:00'],
  ['Europe/Zurich', 12 * hour, '2026-03-29T21:59Z', '2026-03-29T11:00', '2026-03-29T22:00'],
  // In Santiago, midnight of 6 September 2026 becomes 01:00.
  ['America/Santiago', hour, '2026-09-06T04:10Z', '2026-09-06T04:00', '2026-09-06T05:00'],
  // The day, however long.
  ['Europe/Zurich', aDay, '2026-03-29T12:00Z', '2026-03-28T23:00', '2026-03-29T22:00'],
  // Of more days, slots follow others from 1970 on, by the clock on the wall.
  ['UTC', 3 * aDay, '1970-01-05T12:00Z', '1970-01-04T00:00', '1970-01-07T00:00'],
  ['Europe/Zurich', 7 * aDay, '2026-10-25T12:00Z', '2026-10-21T22:00', '2026-10-28T23:00'],
])('in %s, a slot of %d s at %s', (zone, length, moment, from, to) => {
  process.env.TZ = zone
  const { start, end } = slotAt(Date.parse(moment), length)
  expect([start, end]).toEqual([Date.parse(`${from}Z`), Date.parse(`${to}Z`)])
})

test('slots cover all time without a gap, and hold the moment that they are asked for', () => {
  const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: Date.UTC(2040, 0) }),
      fc.oneof(
        fc.integer({ min: 1, max: 24 * 60 }).map((minutes) => minutes * minute),
        fc.integer({ min: 1, max: 30 }).map((days) => days * aDay),
      ),
      (zone, moment, length) => {
        process.env.TZ = zone
        const { start, end } = slotAt(moment, length)
        expect(start).toBeLessThanOrEqual(moment)
        expect(end).toBeGreaterThan(moment)
        expect(slotAt(start, length)).toEqual({ start, end })
        expect(slotAt(end - 1, length)).toEqual({ start, end })
        expect(slotAt(end, length).start).toBe(end)
      },
    ),
    { numRuns: 3000 },
  )
})
