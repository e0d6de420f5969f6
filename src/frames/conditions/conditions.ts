import { dayOf } from '../../library/dates/wall-time.ts'
import type { Dates, Now } from '../../library/dates/dates.ts'
import type { TagTable } from '../../library/facts/tag-table.ts'
import type { Image } from '../../library/tree/nodes.ts'
import type { Criteria, FactsTest } from './condition.ts'

/** Which pictures a frame gets, and in which order: what all conditions of a query ask. */
export interface Conditions extends Required<Pick<Criteria, 'folders' | 'excluded' | 'order'>> {
  /** The same conditions have the same key, however they were given. */
  readonly key: string
  /** Whether newcomers of a round come before the rest of it. */
  readonly isNewFirst: boolean
  /** In seconds. */
  readonly slotLength: number | undefined
  readonly tests: readonly FactsTest[]
  /** Whether the date of a picture decides whether it is dealt. */
  readonly needsDates: boolean
  /** The conditions, with rounds of their own, for a day of which there is no picture. */
  readonly fallback: Conditions | undefined
}

/** 96 bits: what is kept of conditions stays short, however many folders they name. */
const hashOf = (text: string) =>
  new Bun.CryptoHasher('sha256').update(text).digest('base64url').slice(0, 16)

/** Criteria, by the name of their condition's first parameter. */
type NamedCriteria = readonly [name: string, criteria: Criteria]

/** Puts the criteria of several conditions together. */
export function combine(rows: readonly NamedCriteria[], keySuffix = ''): Conditions {
  const named = rows.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))
  const tests = rows.flatMap(([, { test }]) => test ?? [])
  const all: Criteria = Object.assign({}, ...rows.map(([, criteria]) => criteria))
  const { folders = [''], excluded = [], order = 'shuffle', isNewFirst = false, slotLength } = all
  const lasting = rows.filter(([, { isOfToday }]) => isOfToday !== true)
  return {
    key: hashOf(JSON.stringify(named) + keySuffix),
    folders,
    excluded,
    order,
    isNewFirst,
    slotLength,
    tests,
    needsDates: tests.some(({ needs }) => needs === 'date'),
    fallback:
      lasting.length < rows.length
        ? combine(lasting, ` without ${JSON.stringify(named)}`)
        : undefined,
  }
}

/** Whether a picture that has been probed meets all conditions but those on folders. */
export function meetsTests(
  image: Image,
  { tests, needsDates }: Conditions,
  { dates, tags }: { dates: Dates; tags: TagTable },
  getNow: () => Now,
): boolean {
  let [day, today] = [0, 0]
  if (needsDates) {
    const now = getNow()
    const date = dates.of(image, now)
    if (date === 0) return false
    day = dayOf(date)
    today = now.today
  }
  return tests.every(({ matches }) => matches(image, day, today, tags))
}
