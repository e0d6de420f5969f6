import { expect, test } from 'bun:test'
import { dependencies } from '../../package.json' with { type: 'json' }
import { runToEnd } from '../support/server.ts'

test('--licenses prints the licence of everything that is part of an executable', async () => {
  const { stdout, stderr, status } = await runToEnd({}, ['--licenses'])
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const sections = stdout.split(`\n${'-'.repeat(80)}\n\n`)
  const titles = sections.map((section) => section.split('\n', 1)[0])
  expect(titles).toEqual(
    expect.arrayContaining(Object.entries(dependencies).map((pair) => pair.join(' '))),
  )
  expect(stdout).not.toContain('see https://')
  // Those that Bun is linked with, too.
  for (const name of ['JavaScriptCore', 'boringssl', 'libjpeg-turbo'])
    expect(stdout).toContain(name)
  for (const section of sections) expect(section).toMatch(/^\S+ \d\S+\n\n[^]*licen[cs]/i)
})
