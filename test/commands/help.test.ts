import { expect, test } from 'bun:test'
import { version } from '../../package.json' with { type: 'json' }
import { readConfig, variables } from '../../src/config.ts'
import { operating, readme } from '../support/documents.ts'
import { runToEnd } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const names = variables().map(([name]) => name)

test.each(['--help', '-h'])(
  '%s lists every variable, its meaning and its default',
  async (option) => {
    const { stdout, stderr, status } = await runToEnd({}, [option])
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    const said = stdout.replace(/\s+/g, ' ')
    for (const [name, { meaning, default: byDefault }] of variables()) {
      // The default differs between the source and an executable.
      const shown = name === 'UPLOADS_DIR' ? '' : `${byDefault}) ${meaning}.`
      expect(said).toContain(` ${name} (${shown}`)
    }
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  },
)

test.each(['--version', '-v'])('%s prints the version of the package', async (option) => {
  const said = { stdout: `photo-frame ${version}\n`, stderr: '', status: 0 }
  expect(await runToEnd({}, [option])).toEqual(said)
})

test.each([
  [['check', '--help']],
  [['hash-password', '-h']],
  [['--help', 'check']],
  [['--version', '--help']],
])('%j prints help, with bad settings too', async (words) => {
  const { stdout, status } = await runToEnd({ PORT: 'x' }, words)
  expect(stdout).toContain('Usage:')
  expect(status).toBe(0)
})

test.each([
  [['serve'], "Unknown command 'serve'"],
  [[''], "Unknown command ''"],
  [['--port', '80'], "Unknown option '--port'"],
  [['-x'], "Unknown option '-x'"],
  [['check', 'photos'], "Unexpected argument 'photos'"],
  [['check', '--fast'], "Unknown option '--fast'"],
  [['check', '--version'], "Unknown option '--version'"],
  [['check', 'check'], "Unexpected argument 'check'"],
  [['--version', 'check'], "Unexpected argument 'check'"],
  [['kiosk'], 'Say kiosk on or kiosk off'],
  [['kiosk', 'on', 'hall'], "Unexpected argument 'hall'"],
  [['kiosk', 'on', 'ftp://192.0.2.1/'], "Unexpected argument 'ftp://192.0.2.1/'"],
  [['kiosk', 'off', 'http://192.0.2.1/'], "Unexpected argument 'http://192.0.2.1/'"],
  [['kiosk', 'on', 'http://192.0.2.1/', 'now'], "Unexpected argument 'now'"],
  [['set-password', 'secret'], "Unexpected argument 'secret'"],
  [['check', '--help=all'], "Option '-h, --help' does not take an argument"],
])('%j is not understood: status 2, and nothing happens', async (words, complaint) => {
  await using folder = await temporaryFolder()
  const said = await runToEnd({ UPLOADS_DIR: `${folder.path}/missing` }, words)
  const stderr = `photo-frame: ${complaint}. See photo-frame --help.\n`
  expect(said).toEqual({ stdout: '', stderr, status: 2 })
})

test('the defaults that are values are those that apply', () => {
  const values = variables()
    .filter(
      ([, { default: value }]) =>
        !['none', 'inside', '5%', 'heif-dec or'].some((start) => value.startsWith(start)),
    )
    .map(([name, { default: value }]) => [name, value])
  const settings = readConfig(Object.fromEntries(values))
  expect(readConfig({})).toEqual(settings)
})

const rows = new Map(
  Array.from(
    `${readme}${operating}`.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm),
    ([, ...cells]) => {
      const [name = '', byDefault = '', meaning = ''] = cells.map((cell) =>
        cell.replaceAll('`', ''),
      )
      return [name, { byDefault, meaning }]
    },
  ),
)

test('the README and the page on operating list the same variables as --help, in the same words', () => {
  expect(Array.from(rows.keys()).filter((name) => names.includes(name))).toEqual(names)
  for (const [name, { meaning, default: byDefault }] of variables()) {
    const row = rows.get(name)
    expect(row?.meaning).toBe(meaning)
    if (name !== 'UPLOADS_DIR') expect(row?.byDefault).toBe(byDefault)
  }
})
