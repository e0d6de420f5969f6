import { describe, expect, test } from 'bun:test'
import { RereadSchedule } from '../../../src/library/scan/reread-schedule.ts'

/** A schedule whose checks take as long as they are told, two seconds after one another. */
function schedule() {
  let now = 0
  const clock = () => now
  const rereads = new RereadSchedule(clock, clock)
  /** Checks a folder whose names no time covers. Gives whether it was read. */
  const check = async (duration: number, between = 2000) => {
    now += between
    rereads.begin()
    const isRead = rereads.includes(false)
    if (isRead) await rereads.run(async () => (now += duration))
    rereads.end()
    return isRead
  }
  return { rereads, check, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('folders whose names no modification time covers', () => {
  test('are read in every check of a disk that is quick', async () => {
    const { check } = schedule()
    for (let count = 0; count < 20; count += 1) expect(await check(5)).toBeTrue()
  })

  test('take at most a twentieth of the time of a disk that is slow', async () => {
    const { check } = schedule()
    for (let count = 0; count < 4; count += 1) await check(1000)
    const isRead: boolean[] = []
    for (let count = 0; count < 30; count += 1) isRead.push(await check(1000))
    expect(isRead.filter(Boolean).length).toBe(3)
  })

  test('are read again soon after they have taken long a few times', async () => {
    const { check } = schedule()
    for (const duration of [5, 60_000, 60_000, 60_000, 5, 5])
      expect(await check(duration)).toBeTrue()
  })

  test('are not put off by what else a check does', async () => {
    const { check, rereads, pass } = schedule()
    for (let count = 0; count < 3; count += 1) {
      expect(await check(5)).toBeTrue()
      rereads.begin()
      pass(10_000)
      rereads.end()
    }
  })

  test('take as long as all of them together where several are read at a time', async () => {
    const { rereads, check, pass } = schedule()
    for (let count = 0; count < 4; count += 1) {
      pass(2000)
      rereads.begin()
      const both = [0, 1].map(() => rereads.run(() => Promise.resolve()))
      pass(90)
      await Promise.all(both)
      rereads.end()
    }
    expect(await check(5)).toBeTrue()
  })
})
