import { afterEach, describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { slotAt } from '../../src/frames/slots/slot-at.ts'
import { WallTime } from '../../src/library/wall-time.ts'

const minute = 60
const hour = 60 * minute
const aDay = 24 * hour
const { TZ = 'UTC' } = process.env

afterEach(() => {
  process.env.TZ = TZ
})

/** The slot of a moment, as times in UTC. */
function slotIn(zone: string, moment: string, length: number) {
  process.env.TZ = zone
  const { start, end } = slotAt(Date.parse(moment), length, new WallTime())
  return [new Date(start).toISOString(), new Date(end).toISOString()]
}

describe('a slot of less than a day', () => {
  test('is counted from local midnight', () => {
    expect(slotIn('UTC', '2026-05-17T10:29:59.999Z', 30 * minute)).toEqual([
      '2026-05-17T10:00:00.000Z',
      '2026-05-17T10:30:00.000Z',
    ])
    expect(slotIn('Asia/Kathmandu', '2026-05-17T18:16:00Z', 6 * hour)).toEqual([
      '2026-05-17T18:15:00.000Z',
      '2026-05-18T00:15:00.000Z',
    ])
  })

  test('begins at its very edge', () => {
    const [start] = slotIn('UTC', '2026-05-17T10:30:00.000Z', 30 * minute)
    expect(start).toBe('2026-05-17T10:30:00.000Z')
  })

  test('ends with the day where it does not fit into it', () => {
    expect(slotIn('UTC', '2026-05-17T22:00:00Z', 7 * hour)).toEqual([
      '2026-05-17T21:00:00.000Z',
      '2026-05-18T00:00:00.000Z',
    ])
  })

  test('is as long on the days on which clocks change', () => {
    // In Zurich, 02:00 becomes 03:00 on 29 March and 03:00 becomes 02:00 on 25 October 2026.
    expect(slotIn('Europe/Zurich', '2026-03-29T01:30:00Z', hour)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T02:00:00.000Z',
    ])
    expect(slotIn('Europe/Zurich', '2026-10-25T00:30:00Z', hour)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ])
    expect(slotIn('Europe/Zurich', '2026-03-29T21:59:00Z', 12 * hour)).toEqual([
      '2026-03-29T11:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
  })

  test('is found on a day that begins at one o’clock', () => {
    // In Santiago, midnight of 6 September 2026 becomes 01:00.
    expect(slotIn('America/Santiago', '2026-09-06T04:10:00Z', hour)).toEqual([
      '2026-09-06T04:00:00.000Z',
      '2026-09-06T05:00:00.000Z',
    ])
  })
})

describe('a slot of a day or more', () => {
  test('of one day is the day, however long', () => {
    expect(slotIn('Europe/Zurich', '2026-03-29T12:00:00Z', aDay)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ])
  })

  test('of more follows others from 1970 on, by the clock on the wall', () => {
    expect(slotIn('UTC', '1970-01-05T12:00:00Z', 3 * aDay)).toEqual([
      '1970-01-04T00:00:00.000Z',
      '1970-01-07T00:00:00.000Z',
    ])
    const [start, end] = slotIn('Europe/Zurich', '2026-10-25T12:00:00Z', 7 * aDay)
    expect(start?.slice(11)).toBe('22:00:00.000Z')
    expect(end?.slice(11)).toBe('23:00:00.000Z')
  })
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
        const time = new WallTime()
        const { start, end } = slotAt(moment, length, time)
        expect(start).toBeLessThanOrEqual(moment)
        expect(end).toBeGreaterThan(moment)
        expect(slotAt(start, length, time)).toEqual({ start, end })
        expect(slotAt(end - 1, length, time)).toEqual({ start, end })
        expect(slotAt(end, length, time).start).toBe(end)
      },
    ),
    { numRuns: 3000 },
  )
})
