import type { Steered } from '../../../frames/steering.ts'
import { dayOf, startOfDay, type WallTime } from '../../../library/dates/wall-time.ts'

/** Whether a screen shows anything. */
interface Screen {
  screen: 'on' | 'off'
  /** When that changes by itself, in milliseconds since 1970; null where it does not. */
  until: number | null
}

/** What decides whether the screen of a frame is on: what is set for it, else its quiet hours. */
type Deciding = Pick<Steered, 'screen' | 'settings'>

/**
 * Says whether the screen of a frame is on.
 * @param moment in milliseconds since 1970.
 */
export function screenAt(moment: number, { screen, settings }: Deciding, time: WallTime): Screen {
  if (screen !== null) return { screen, until: null }
  const quiet = settings['quiet']
  if (quiet === undefined) return { screen: 'on', until: null }
  const { isQuiet, until } = quietAt(moment, String(quiet), time)
  return { screen: isQuiet ? 'off' : 'on', until }
}

/** Gives the moment at which a screen goes on by itself that is off; any other moment as it is. */
export function whenOn(moment: number, deciding: Deciding, time: WallTime): number {
  const { screen, until } = screenAt(moment, deciding, time)
  return screen === 'on' ? moment : (until ?? moment)
}

const pattern = /^(\d+):(\d+)-(\d+):(\d+)$/

/**
 * Says whether a moment lies within quiet hours, and when that changes; never for hours that are none.
 * @param moment in milliseconds since 1970.
 * @param quiet such as `22:00-07:00`, by the clock on the wall.
 */
function quietAt(
  moment: number,
  quiet: string,
  time: WallTime,
): { isQuiet: boolean; until: number | null } {
  const [fromHour, fromMinute, toHour, toMinute] = (pattern.exec(quiet) ?? []).slice(1).map(Number)
  const from = secondsOf(fromHour, fromMinute)
  const to = secondsOf(toHour, toMinute)
  if (from === to) return { isQuiet: false, until: null }
  const wall = time.at(moment)
  const today = startOfDay(dayOf(wall))
  const second = wall - today
  const [isBefore, isAfter] = [second < to, second >= from]
  const isQuiet = from < to ? isAfter && isBefore : isAfter || isBefore
  const next = isQuiet ? to : from
  const day = second < next ? today : startOfDay(dayOf(wall) + 1)
  return { isQuiet, until: time.momentOf(day + next) }
}

const secondsOf = (hour = 0, minute = 0) => 3600 * hour + 60 * minute
