import { expect, test } from 'bun:test'
import { progressOn } from '../../src/commands/progress.ts'

/** Shows every step of some work, and gives what was written. */
function written(
  all: number,
  stream: { isTTY?: boolean; columns?: number },
  terminal?: string,
): string[] {
  const texts: string[] = []
  const progress = progressOn({ ...stream, write: (text) => texts.push(text) }, terminal)
  for (let done = 0; done <= all; done += 1) progress.show(done, all)
  progress.clear()
  return texts
}

/** What a terminal shows in the end: `\r` moves the cursor back, `ESC[K` erases the line. */
const seen = (texts: string[]) =>
  (texts.join('').split('\r').at(-1) ?? '').replaceAll('\u001b[K', '')

test('a bar fills one line, which is empty once cleared', () => {
  const texts = written(5000, { isTTY: true, columns: 60 })
  expect(texts.join('')).not.toContain('\n')
  expect(seen(texts.slice(0, 1))).toMatch(/^\[-+\] 0 % \(0 of 5000\)$/)
  expect(seen(texts.slice(0, -1))).toMatch(/^\[#+\] 100 % \(5000 of 5000\)$/)
  expect(seen(texts)).toBe('')
})

test('a bar fits into a terminal, is visible where its width is unknown, and drawn now and then', () => {
  for (const columns of [1, 2, 10, 24, 40, 80, 500]) {
    for (const text of written(100, { isTTY: true, columns })) {
      expect(seen([text]).length).toBeLessThan(columns)
    }
  }
  const [text = ''] = written(100, { isTTY: true, columns: 0 })
  expect(seen([text])).toMatch(/^\[-{50}\] 0 % \(0 of 100\)$/)
  expect(written(5000, { isTTY: true }).length).toBeLessThan(1000)
})

test.each([
  ['without a terminal', {}, 'xterm'],
  ['on a terminal that can not rewrite a line', { isTTY: true, columns: 80 }, 'dumb'],
])('%s there is at most one plain line for each tenth', (_, stream, terminal) => {
  const lines = written(5000, stream, terminal)
  expect(lines).toHaveLength(11)
  expect(lines[5]).toBe('50 % (2500 of 5000)\n')
  expect(lines.join('')).toMatch(/^[\d %()of\n]+$/)
})

test('no work at all counts as done', () => {
  expect(written(0, {})).toEqual(['100 % (0 of 0)\n'])
})
