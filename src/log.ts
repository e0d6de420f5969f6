import type { Clock } from './lib/clock.ts'

type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one line about something that happened. */
export type Log = (level: LogLevel, message: string) => void

/**
 * Makes a log of lines like `2026-01-31T12:00:00.000Z info started`.
 * @param lowest the lowest level that is written: `info` leaves out debug lines.
 */
export function createLog(
  lowest: 'debug' | 'info',
  clock: Clock,
  write: (line: string) => void,
): Log {
  return (level, message) => {
    if (level === 'debug' && lowest !== 'debug') return
    const line = message.replace(lineBreak, ' | ')
    write(`${new Date(clock()).toISOString()} ${level} ${line}`)
  }
}

/**
 * A line break with the space around it. Begins where a space does: a name that somebody sends may
 * have thousands, and to try each of them takes quadratic time.
 */
const lineBreak = /(?<!\s)\s*[\r\n]\s*/g

/** Formats an error with all its causes. Only for the log: it holds stacks and disk paths. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause === undefined) return error.stack ?? error.message
  return `${error.message} (cause: ${describeError(error.cause)})`
}
