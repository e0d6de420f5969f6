import { expect, test } from 'bun:test'
import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freeAddresses } from '../support/free-addresses.ts'
import { lacks } from '../support/programs.ts'
import { eventually, startServer } from '../support/server.ts'
import { slideshowPatterns } from '../../src/http/request/slideshow-options.ts'
import { slideshowPage } from '../support/slideshow-page.ts'
import { temporaryFolder } from '../support/temporary.ts'

const readme = await Bun.file(resolve(import.meta.dir, '../../README.md')).text()
const [, section = ''] = readme.split('### A Raspberry Pi with a screen')
const lines = /```sh\n([^]*?)```/.exec(section)?.[1] ?? ''

/** A program that only writes down how it was called. */
const noting = (file: string) => `#!/bin/sh\nprintf '%s\\n' "$@" >>'${file}'\n`

test.skipIf(lacks('curl'))(
  'the browser of a kiosk waits for a service that starts later than the board',
  async () => {
    await using home = await temporaryFolder()
    const at = (name: string) => join(home.path, name)
    await mkdir(at('bin'))
    for (const program of ['chromium', 'raspi-config']) {
      await Bun.write(at(`bin/${program}`), noting(at(`${program}.calls`)))
      await chmod(at(`bin/${program}`), 0o755)
    }
    await Bun.write(at('bin/sudo'), '#!/bin/sh\nexec "$@"\n')
    await chmod(at('bin/sudo'), 0o755)
    const env = { PATH: `${at('bin')}:${process.env['PATH']}`, HOME: home.path }

    const [address = ''] = await freeAddresses(1)
    const typed = lines.replace('192.168.1.20:3000', address)
    expect(typed).not.toBe(lines)
    expect(await Bun.spawn(['bash', '-ec', typed], { env }).exited).toBe(0)
    expect(await Bun.file(at('raspi-config.calls')).text()).toContain('do_blanking')

    await using autostart = Bun.spawn(['sh', '-c', '. "$HOME/.config/labwc/autostart"; wait'], {
      env,
    })
    await Bun.sleep(3000)
    expect(await Bun.file(at('chromium.calls')).exists()).toBeFalse()
    await using service = await startServer({ env: { PORT: address.split(':')[1] } })
    await eventually(() => Bun.file(at('chromium.calls')).exists())
    await autostart.exited
    const calls = (await Bun.file(at('chromium.calls')).text()).split('\n')
    expect(calls).toContain('--kiosk')
    const page = calls.find((argument) => argument.startsWith('http')) ?? ''
    expect(new URL(page).host).toBe(new URL(service.url).host)
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
    const [name = ''] = option.split('=')
    if (Object.hasOwn(slideshowPatterns, name)) continue
    expect([option, passedOn.includes(name)]).toEqual([option, true])
    const url = `${service.url}/api/images/random`
    expect((await fetch(`${url}?${option}`)).status).toBe(404)
  }
})
