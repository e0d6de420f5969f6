import type { Steered } from '../../../frames/steering.ts'
import { dayOf, momentOf, startOfDay, wallTimeAt } from '../../../library/dates/wall-time.ts'

/** Whether a screen shows anything. */
interface Screen {
  screen: 'on' | 'off'
  /** When that changes by itself, in milliseconds since 1970; null where it does not. */
  until: number | null
}

/** What decides whether the screen of a frame is on: what is set for it, else its quiet hours. */
type Deciding = Pick<Steered, 'screen' | 'settings'>

const hours = /^(\d+):(\d+)-(\d+):(\d+)$/

/**
 * Says whether the screen of a frame is on. Quiet hours, such as `22:00-07:00`, count by the clock on the wall.
 * @param moment in milliseconds since 1970.
 */
export function screenAt(moment: number, { screen, settings }: Deciding): Screen {
  if (screen !== null) return { screen, until: null }
  const times = hours.exec(String(settings['quiet'] ?? '')) ?? []
  const [fromHour, fromMinute, toHour, toMinute] = times.slice(1).map(Number)
  const [from, to] = [secondsOf(fromHour, fromMinute), secondsOf(toHour, toMinute)]
  if (from === to) return { screen: 'on', until: null }
  const wall = wallTimeAt(moment)
  const today = startOfDay(dayOf(wall))
  const second = wall - today
  const [isBefore, isAfter] = [second < to, second >= from]
  const isQuiet = from < to ? isAfter && isBefore : isAfter || isBefore
  const next = isQuiet ? to : from
  const day = second < next ? today : startOfDay(dayOf(wall) + 1)
  return { screen: isQuiet ? 'off' : 'on', until: momentOf(day + next) }
}

/** Gives the moment at which a screen goes on by itself that is off; any other moment as it is. */
export function whenOn(moment: number, deciding: Deciding): number {
  const { screen, until } = screenAt(moment, deciding)
  return screen === 'on' ? moment : (until ?? moment)
}

const secondsOf = (hour = 0, minute = 0) => 3600 * hour + 60 * minute
