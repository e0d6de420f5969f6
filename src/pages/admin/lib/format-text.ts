import { locale, t } from './messages.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Writes a size for a person, such as `2.4 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = bytes / 1024 ** power
  return writeUnit(value, units[power] ?? 'byte', {
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  })
}

/** Keeps the number and its unit on one line. @param unit of those that ECMA-402 names. */
const writeUnit = (value: number, unit: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, ...options })
    .format(value)
    .replaceAll(' ', '\u00a0')

/** Writes a date and its time, such as `Jul 14, 2024, 6:30 PM`; `full` with the day of the week. */
export const formatDate = (iso: string, dateStyle: 'medium' | 'full' = 'medium') =>
  new Date(iso).toLocaleString(locale, { dateStyle, timeStyle: 'short' })

/** Writes a day such as `2026-11-20`. */
export const formatDay = (day: string) =>
  new Date(day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

/**
 * Writes a month such as `2024-06`, as a heading; `''` is that of no date.
 * @param until another month, where all between the two are meant.
 */
export function formatMonth(month: string, until = month): string {
  if (month === '') return t.rows.undated
  if (month === until) return write(month, { year: 'numeric', month: 'long' })
  const short = { year: 'numeric', month: 'short', timeZone: 'UTC' } as const
  const format = new Intl.DateTimeFormat(locale, short)
  const [first, last] = [month, until].toSorted()
  return capitalize(format.formatRange(new Date(first ?? ''), new Date(last ?? '')))
}

/** Writes the year of a month such as `2024-06`. */
export const formatYear = (month: string) => write(month, { year: 'numeric' })

const write = (month: string, options: Intl.DateTimeFormatOptions) =>
  capitalize(new Date(month).toLocaleDateString(locale, { ...options, timeZone: 'UTC' }))

/** Writes a moment of these days, such as `14:30`; of another day, with the day. */
export function formatMoment(moment: number, now = Date.now()): string {
  const date = new Date(moment)
  const isToday = date.toDateString() === new Date(now).toDateString()
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  const text = date.toLocaleString(locale, { ...day, hour: 'numeric', minute: '2-digit' })
  // As East Asia writes it.
  return text.replace(/ ?\(([^ -~]+)\)/, '（$1）')
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Writes how long ago a moment was, such as `5 minutes ago`; of a day such as `2026-11-20`, in days. */
export function formatAgo(iso: string, now = Date.now()): string {
  const ago = now - Date.parse(iso)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const isDay = !iso.includes('T')
  const [unit, length] = steps.find(([, each]) => isDay || ago >= each) ?? ['second', 1000]
  const count = Math.max(ago, 0) / length
  return format.format(-(isDay ? Math.floor(count) : Math.round(count)), unit)
}

/** Writes a time that is left, such as `2 min`. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return writeUnit(seconds, 'second', {})
  if (seconds < 3600) return writeUnit(Math.ceil(seconds / 60), 'minute', {})
  return writeUnit(seconds / 3600, 'hour', { maximumFractionDigits: 1 })
}

/** How many names are listed; the others are counted. */
const maxNames = 3

/** Names the first of many, such as `a, b, c and 2 others`. */
export function listNames(names: readonly string[]): string {
  const others = names.length - maxNames
  const all = others > 0 ? [...names.slice(0, maxNames), t.count.others(others)] : names
  return new Intl.ListFormat(locale).format(all)
}

/** Lists facts side by side, such as `3 pictures, 2 folders`; what is empty is left out. */
export const listFacts = (facts: readonly string[]) => facts.filter(Boolean).join(t.app.comma)

/** Puts sentences one after the other; what is empty is left out. A full stop of East Asia has its space. */
export const joinSentences = (...sentences: readonly string[]) =>
  sentences.filter(Boolean).join(' ').replaceAll('。 ', '。')

/** Writes a number. @param style `percent` for a share of 1. */
export const formatNumber = (value: number, digits = 0, style: 'decimal' | 'percent' = 'decimal') =>
  new Intl.NumberFormat(locale, {
    style,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

/** Begins a text with a capital letter. */
export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
