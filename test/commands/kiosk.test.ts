import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import * as fc from 'fast-check'
import { kioskFiles } from '../../src/commands/kiosk-files.ts'
import { withBlock, withoutBlock } from '../../src/commands/kiosk-files.ts'
import { runToEnd } from '../support/server.ts'

const linesOfOthers = fc
  .array(fc.string({ unit: 'grapheme' }).map((line) => line.replaceAll(/[\r\n]/g, '')))
  .map((lines) => lines.map((line) => `${line}\n`).join(''))

test('a block in a file of others is there once, and taken out without a trace', () => {
  fc.assert(
    fc.property(linesOfOthers, linesOfOthers, linesOfOthers, (others, first, second) => {
      const once = withBlock(others, first)
      expect(once).toStartWith(others)
      expect(once).toContain(first)
      expect(withBlock(once, second)).toBe(withBlock(others, second))
      expect(withoutBlock(once)).toBe(others)
    }),
  )
})

test('a block begins on a line of its own', () => {
  expect(withBlock('last line', 'block\n')).toMatch(/^last line\n#/)
})

test('the pointer of a kiosk is a cursor of one pixel that is transparent', () => {
  const files = kioskFiles(new URL('http://192.0.2.1:3000/'))
  const cursors = files.filter(({ path }) => path.includes('/cursors/'))
  expect(cursors).toHaveLength(2)
  for (const { content } of cursors) {
    const bytes = Buffer.from(content)
    expect(bytes.toString('latin1', 0, 4)).toBe('Xcur')
    const start = bytes.readUInt32LE(24)
    const at = (field: number) => bytes.readUInt32LE(start + 4 * field)
    expect([at(0), at(4), at(5), at(9)]).toEqual([36, 1, 1, 0])
    expect(bytes).toHaveLength(start + 40)
  }
})

test.each([
  ['http://192.0.2.1:8080', /'http:\/\/192\.0\.2\.1:8080\/\?frame=[\w-]+'/],
  ['http://192.0.2.1/?clock', /'http:\/\/192\.0\.2\.1\/\?clock'/],
  [undefined, /'http:\/\/localhost:\d+\/\?frame=[\w-]+'/],
])('kiosk on %p --print shows the address that opens, and writes nothing', async (given, shown) => {
  const words = ['kiosk', 'on', ...(given === undefined ? [] : [given]), '--print', '--user=root']
  const { stdout, stderr, status } = await runToEnd({}, words)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout).toMatch(shown)
  expect(existsSync('/root/.config/photo-frame')).toBe(false)
})

test('the browser of a kiosk asks nothing, however little memory there is', () => {
  const [script] = kioskFiles(new URL('http://192.0.2.1:3000/'))
  expect(script?.content).toContain('--no-memcheck')
})

test('kiosk names the option for a user who is not there', async () => {
  const { stderr, status } = await runToEnd({}, ['kiosk', 'on', '--user=no-such-user'])
  expect(stderr).toContain('--user=NAME')
  expect(status).toBe(1)
})
