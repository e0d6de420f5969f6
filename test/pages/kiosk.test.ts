import { expect, test } from 'bun:test'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readme } from '../support/documents.ts'
import { freeAddresses } from '../support/free-addresses.ts'
import { lacks } from '../support/programs.ts'
import { eventually, runToEnd, startServer } from '../support/server.ts'
import { slideshowPattern } from '../../src/http/request/frame/slideshow-options.ts'
import { slideshowPage } from '../support/slideshow-page.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Shows what `kiosk on` would write for an address. */
const printed = (address: string) =>
  runToEnd({}, ['kiosk', 'on', address, '--print', '--user=root'])

/** A program that only writes down how it was called. */
const noting = (file: string) => `#!/bin/sh\nprintf '%s\\n' "$@" >>'${file}'\n`

test('the line of the README is one that the command takes', async () => {
  const [, address = ''] = /^sudo photo-frame kiosk on '([^']+)'$/m.exec(readme) ?? []
  const { stdout, status } = await printed(address)
  expect(status).toBe(0)
  expect(stdout).toContain(`'${address}'\n`)
})

test.skipIf(lacks('curl'))(
  'the browser of a kiosk waits for a service that starts later than the board',
  async () => {
    await using home = await temporaryFolder()
    const at = (name: string) => join(home.path, name)
    await mkdir(at('bin'))
    for (const program of ['chromium', 'pkill', 'sleep']) {
      await Bun.write(at(`bin/${program}`), noting(at(`${program}.calls`)))
      await chmod(at(`bin/${program}`), 0o755)
    }
    const env = { PATH: `${at('bin')}:${process.env['PATH']}`, HOME: home.path }
    const calls = async (program: string) =>
      (await Bun.file(at(`${program}.calls`)).text()).split('\n')

    const [address = ''] = await freeAddresses(1)
    const { stdout } = await printed(`http://${address}/?frame=hall&caption=it's`)
    const [, script = ''] = /kiosk\.sh:\n([^]*?)\n# \//.exec(stdout) ?? []
    await using kiosk = Bun.spawn(['sh', '-c', script], { env })
    await eventually(async () => (await calls('sleep')).length > 5)
    expect(await Bun.file(at('chromium.calls')).exists()).toBeFalse()
    await using service = await startServer({ env: { PORT: address.split(':')[1] } })
    await eventually(() => Bun.file(at('chromium.calls')).exists())
    await kiosk.exited
    const words = await calls('chromium')
    expect(words).toContain('--kiosk')
    const page = new URL(words.find((argument) => argument.startsWith('http')) ?? '')
    expect(page.host).toBe(new URL(service.url).host)
    expect(page.searchParams.get('caption')).toBe("it's")
    expect((await fetch(page)).status).toBe(200)
  },
)

test('every condition and option of the README is one that the service and its page know', async () => {
  const [, frames = ''] = readme.split('\n## Frames\n')
  const named = [...frames.matchAll(/^\| `([a-z]+=[^`]+)`/gm)].map(([, option = '']) => option)
  expect(named).toContain('every=1h')
  expect(named).toContain('layout=pair')
  const passedOn = /data-parameters="([^"]*)"/.exec(slideshowPage)?.[1]?.split(' ') ?? []
  await using service = await startServer()
  for (const option of named) {
    if (RegExp(slideshowPattern).test(option)) continue
    const [name = ''] = option.split('=')
    expect([option, passedOn.includes(name)]).toEqual([option, true])
    const url = `${service.url}/api/images/random`
    expect((await fetch(`${url}?${option}`)).status).toBe(404)
  }
})
