const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** Writes a size for a person, such as `2.4 MB`. */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  const value = bytes / 1024 ** power
  const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 })
  return `${number.format(value)} ${units[power] ?? ''}`
}

export const formatDate = (iso: string) =>
  new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Writes a moment of these days, such as `14:30`; of another day, with the day. */
export function formatMoment(moment: number, now = Date.now()): string {
  const date = new Date(moment)
  const isToday = date.toDateString() === new Date(now).toDateString()
  const day = isToday ? {} : ({ weekday: 'short', day: 'numeric', month: 'short' } as const)
  return date.toLocaleString(undefined, { ...day, hour: '2-digit', minute: '2-digit' })
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** Writes how long ago a moment was, such as `5 minutes ago`. */
export function formatAgo(iso: string, now = Date.now()): string {
  const ago = now - Date.parse(iso)
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const [unit, length] = steps.find(([, each]) => ago >= each) ?? ['second', 1000]
  return format.format(-Math.round(Math.max(ago, 0) / length), unit)
}

/** Writes a time that is left, such as `2 min`. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

export const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString()} ${number === 1 ? one : many}`

/** How many names are listed; the others are counted. */
const maxNames = 3

/** Names the first of many, such as `a, b, c and 2 others`. */
export function listNames(names: readonly string[]): string {
  const first = names.slice(0, maxNames).join(', ')
  return names.length > maxNames ? `${first} and ${count(names.length - maxNames, 'other')}` : first
}

export const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
