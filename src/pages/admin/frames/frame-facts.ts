import { daySeconds } from '../../../library/dates/wall-time.ts'
import { slotAt } from '../../../frames/slots/slot-at.ts'
import type { Frame } from '../../../http/response/frame-entry.ts'
import { screenAt, whenOn } from '../../../http/request/frame/screen.ts'
import { capitalize, formatAgo, formatMoment, formatNumber, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { panelOf } from './panels.ts'
import { describeConditions, settingFields } from './setting-fields.ts'

export type { Frame }

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 3600, d: daySeconds }

/** What TRMNL devices wait at least before they ask again, in milliseconds. */
const shortestRefresh = 300_000

/** How long a page may take for a picture besides the time of each, in milliseconds. */
const pageDelay = 60_000

/** What people call a frame, or what may stand for that. */
export const titleOf = (frame: Frame) => frame.label ?? proposalFor(frame)

/** Proposes a name for a frame that nobody has named. */
export function proposalFor({ name, kind }: Frame): string {
  if (isTrmnl({ name })) return `TRMNL ${name.slice(-4).toUpperCase()}`
  return name || (kind === 'page' ? t.frames.tablet : t.frames.noName)
}

/** Sorts frames by what people call them; those that can't be steered come last. */
export const sortFrames = (frames: readonly Frame[]): Frame[] =>
  frames.toSorted(
    (one, other) =>
      Number(one.name === '') - Number(other.name === '') ||
      titleOf(one).localeCompare(titleOf(other), undefined, { numeric: true }) ||
      (one.address ?? '').localeCompare(other.address ?? ''),
  )

/** Devices of TRMNL's protocol are named by their MAC address: they have no address of their own. */
export const isTrmnl = ({ name }: Pick<Frame, 'name'>) => /^[\da-f]{12}$/.test(name)

/** Says so where the address of a frame has something in place of a setting. */
export function describeOverride(frame: Frame, name: string): string {
  const address = new URLSearchParams(isTrmnl(frame) ? '' : frame.conditions)
  const names = [...address.keys(), ...(address.get('looks') ?? '').split(',')]
  return names.includes(name) ? t.frames.addressWins : ''
}

/** The conditions that count for a frame. */
export function conditionsOf(frame: Frame): [string, string][] {
  const isCondition = (name: string) => settingFields.pictures.some((each) => each.name === name)
  const set = Object.entries(frame.settings).flatMap(([name, value]) =>
    isCondition(name) ? [value].flat().map((each): [string, string] => [name, `${each}`]) : [],
  )
  const asked = [...new URLSearchParams(frame.conditions)].filter(([name]) => name !== 'looks')
  const [first, second] = isTrmnl(frame) ? [set, asked] : [asked, set]
  return [...first, ...second.filter(([name]) => !first.some(([other]) => other === name))]
}

/** How often a frame wants another picture, in seconds, where that is known. */
function intervalOf(frame: Frame): number | undefined {
  const [, every = ''] = conditionsOf(frame).find(([name]) => name === 'every') ?? []
  const unit = unitSeconds[every.slice(-1)]
  return unit === undefined ? undefined : unit * Number.parseInt(every)
}

/** Whether a frame has not asked for three of its intervals, and for at least a day. */
export function isSilent(frame: Frame, now = Date.now()): boolean {
  if (frame.lastSeen === null) return false
  const interval = intervalOf(frame) ?? daySeconds
  return now - Date.parse(frame.lastSeen) > 1000 * Math.max(3 * interval, daySeconds)
}

/** Whether a frame is a page or a device that sleeps, by its requests or what is set for it, where these say so. */
export const kindOf = (frame: Frame): Frame['kind'] =>
  frame.kind ?? (isTrmnl(frame) || 'palette' in frame.settings ? 'device' : null)

const isSleeper = (frame: Frame) => kindOf(frame) === 'device'

/** Says when a device that sleeps will hear of a change; an empty text for any other frame. */
export function describeHearing(frame: Frame, now = Date.now()): string {
  if (!isSleeper(frame) || frame.lastSeen === null) return ''
  const next = nextRequest(frame, Date.parse(frame.lastSeen))
  return next === undefined || next <= now
    ? t.frames.hearsNext
    : t.frames.hearsAt(formatMoment(next, now))
}

function nextRequest(frame: Frame, lastSeen: number): number | undefined {
  const interval = intervalOf(frame)
  if (interval === undefined) return undefined
  const { end } = slotAt(lastSeen, interval)
  if (!isTrmnl(frame)) return end
  return whenOn(Math.max(end, lastSeen + shortestRefresh), frame)
}

/** Says until when a frame shows a picture. */
const describeEnd = ({ until }: NonNullable<Frame['show']>): string =>
  until === null ? t.frames.untilAnother : t.frames.until(formatMoment(Date.parse(until)))

/** Says how much a battery still holds; an empty text where the device does not say it. */
export function describeBattery({ device: { batteryPercent, batteryVolts } }: Frame): string {
  if (batteryPercent !== null) {
    return t.frames.battery(formatNumber(batteryPercent / 100, 0, 'percent'))
  }
  return batteryVolts === null ? '' : t.frames.battery(`${formatNumber(batteryVolts, 2)}\u00A0V`)
}

/** Whether a battery is almost empty, by its percent or the volts of a lithium cell. */
export const isBatteryLow = ({ device: { batteryPercent, batteryVolts } }: Frame) =>
  batteryPercent === null ? (batteryVolts ?? 5) < 3.5 : batteryPercent < 20

/** Says in one line how a frame is. */
export function describeState(frame: Frame, now = Date.now()): string {
  const { lastSeen, show } = frame
  if (lastSeen === null) return t.frames.neverAsked
  if (isBatteryLow(frame)) return t.frames.batteryLow
  const seen = Date.parse(lastSeen)
  const asked = t.frames.asked(formatAgo(lastSeen, now))
  if (isSilent(frame, now)) return asked
  const { screen, until } = screenAt(now, frame)
  const wakes = isSleeper(frame) ? nextRequest(frame, seen) : screen === 'off' && until
  if (wakes && wakes > now) return t.frames.asleep(formatMoment(wakes, now))
  // A page that shows a chosen picture asks for no other.
  if (show !== null) return t.frames.showsThis(describeEnd(show))
  const wait = intervalOf(frame) ?? Number(frame.settings['seconds'] ?? 15)
  const isAwake = !isSleeper(frame) && screen === 'on' && now - seen < 1000 * wait + pageDelay
  return isAwake ? t.frames.showsNow : asked
}

/** Lists what else is known of a frame: its picture, its device, its conditions. */
export function detailsOf(frame: Frame): string[] {
  const { name, address, display, image, lastSeen, settings, show, device } = frame
  const size = display === null ? '' : `${display.width} × ${display.height}`
  return [
    listFacts([show?.path ?? image?.path ?? '', show === null ? '' : describeEnd(show)]),
    lastSeen === null ? '' : t.frames.asked(formatAgo(lastSeen)),
    listFacts([
      titleOf(frame) === name ? '' : name,
      address ?? '',
      panelOf(settings) || size,
      describeBattery(frame),
      device.signalDbm === null ? '' : `${device.signalDbm} dBm`,
      device.firmware === null ? '' : t.frames.firmware(device.firmware),
    ]),
    capitalize(describeConditions(conditionsOf(frame))),
    describeHearing(frame),
  ].filter(Boolean)
}
