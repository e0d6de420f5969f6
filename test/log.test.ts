import { describe, expect, test } from 'bun:test'
import { createLog, describeError } from '../src/log.ts'

function collect(lowest: 'debug' | 'info') {
  const lines: string[] = []
  const clock = () => Date.parse('2026-01-31T12:00:00.000Z')
  return { lines, log: createLog(lowest, clock, (line) => lines.push(line)) }
}

describe('the log', () => {
  test('writes the time, the level and the message', () => {
    const { lines, log } = collect('info')
    log('info', 'started')
    log('warn', 'careful')
    log('error', 'failed')
    expect(lines).toEqual([
      '2026-01-31T12:00:00.000Z info started',
      '2026-01-31T12:00:00.000Z warn careful',
      '2026-01-31T12:00:00.000Z error failed',
    ])
  })

  test('writes debug lines only when asked to', () => {
    for (const lowest of ['info', 'debug'] as const) {
      const { lines, log } = collect(lowest)
      log('debug', 'detail')
      expect(lines).toHaveLength(lowest === 'debug' ? 1 : 0)
    }
  })

  test('writes one line, so that no request can forge another', () => {
    const { lines, log } = collect('info')
    log('warn', 'path a\r\n2026-01-31T12:00:00.000Z info logged in\n\n  at x')
    expect(lines).toEqual([
      '2026-01-31T12:00:00.000Z warn path a | 2026-01-31T12:00:00.000Z info logged in | at x',
    ])
  })

  test('keeps the spaces of a name, however many it has', () => {
    const { lines, log } = collect('info')
    // To look for a line break from each of them would take hours.
    const name = `a${' '.repeat(1_000_000)}b`
    log('warn', name)
    expect(lines).toEqual([`2026-01-31T12:00:00.000Z warn ${name}`])
  })
})

describe('an error in the log', () => {
  test('is its stack', () => {
    const error = new Error('broken')
    expect(describeError(error)).toBe(error.stack ?? 'a stack')
  })

  test('is its message with all its causes, and the stack of the first of them', () => {
    const first = new TypeError('disk')
    const error = new Error('outer', { cause: new Error('inner', { cause: first }) })
    expect(describeError(error)).toBe(`outer (cause: inner (cause: ${first.stack}))`)
  })

  test.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [42, '42'],
  ])('may be no error at all (%p)', (thrown, text) => {
    expect(describeError(thrown)).toBe(text)
  })
})
