import { expect, test } from 'bun:test'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { screenScript } from '../../src/commands/kiosk-screen.ts'
import { freeAddresses } from '../support/free-addresses.ts'
import { lacks } from '../support/programs.ts'
import { eventually, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Runs the script of a slideshow, which asks often and waits for no hour, with stand-ins for what a desktop has. */
async function openPanel(page: string, { pause = '0.05', zone = 'UTC' } = {}) {
  const home = await temporaryFolder()
  const at = (name: string) => join(home.path, name)
  await mkdir(at('bin'))
  for (const program of ['wlopm', 'swayidle']) {
    const noting = `#!/bin/sh\nprintf '%s\\n' "$*" >>'${at(program)}'\n`
    await Bun.write(at(`bin/${program}`), noting)
    await chmod(at(`bin/${program}`), 0o755)
  }
  await Bun.write(at('later'), '0')
  const script = screenScript(new URL(page))
    .replace('pause=6', `pause=${pause}`)
    .replace('> 3600', '> 1')
    .replace('SECONDS - lit', `SECONDS - lit + $(cat '${at('later')}'; echo >>'${at('rounds')}')`)
  const env = { PATH: `${at('bin')}:${process.env['PATH']}`, TZ: zone }
  const panel = Bun.spawn(['bash', '-c', script], { env, stderr: 'inherit', detached: true })
  const calls = async () => {
    const file = Bun.file(at('wlopm'))
    const lines = (await file.exists()) ? (await file.text()).trim().split('\n') : []
    // What is on may be switched on again.
    return lines.filter((line, index) => line !== lines[index - 1])
  }
  return {
    calls,
    /** Has so many seconds more pass since a touch. */
    later: (seconds: number) => Bun.write(at('later'), String(seconds)),
    /** Touches the panel, and waits until the script has looked since. */
    touch: async () => {
      const [, resume = ''] = /resume (.*)/.exec(await Bun.file(at('swayidle')).text()) ?? []
      await Bun.spawn(['sh', '-c', resume], { env }).exited
      const { size } = Bun.file(at('rounds'))
      await eventually(async () => Bun.file(at('rounds')).size > size + 1)
    },
    untilCalled: (...all: string[]) =>
      eventually(async () =>
        Bun.deepEquals(
          await calls(),
          all.map((each) => `--${each} *`),
        ),
      ),
    [Symbol.asyncDispose]: async () => {
      process.kill(-panel.pid)
      await panel.exited
      await home[Symbol.asyncDispose]()
    },
  }
}

test.skipIf(lacks('curl'))(
  'the panel of a kiosk goes off and on as its frame is set, and is lit by a touch',
  async () => {
    await using service = await startServer({ env: { TZ: 'UTC' } })
    await using panel = await openPanel(`${service.url}/?frame=the+hall`)
    const set = (body: object) => service.admin('PUT /api/frames/the%20hall', body)
    await set({ screen: 'off' })
    await panel.untilCalled('off')
    await panel.touch()
    expect(await panel.calls()).toEqual(['--off *', '--on *'])
    await panel.later(121)
    await panel.untilCalled('off', 'on', 'off')
    await set({ screen: null })
    await panel.untilCalled('off', 'on', 'off', 'on')
    await set({ settings: { quiet: '00:00-23:59' } })
    await panel.untilCalled('off', 'on', 'off', 'on', 'off')
    // The hours in its address come first, but not before a switch.
    await using lit = await openPanel(`${service.url}/?frame=the+hall&quiet=00:00-00:00`)
    await set({ screen: 'off' })
    await lit.untilCalled('off')
    await set({ screen: null, settings: { quiet: '00:00-00:00' } })
    await lit.untilCalled('off', 'on')
    await using dark = await openPanel(`${service.url}/?frame=the+hall&quiet=00:00-23:59`)
    await dark.untilCalled('off')
    await set({ screen: 'on' })
    await dark.untilCalled('off', 'on')
  },
)

test.skipIf(lacks('curl'))(
  'the hours in the address of a kiosk count by its own clock, and those that are set by that of the service',
  async () => {
    await using service = await startServer({ env: { TZ: 'UTC' } })
    const hourIn = (hours: number) => new Date(Date.now() + 3_600_000 * hours).getUTCHours()
    const quiet = `${hourIn(4)}:00-${hourIn(8)}:00`
    // Six hours east of Greenwich.
    const zone = 'Etc/GMT-6'
    await using own = await openPanel(`${service.url}/?frame=hall&quiet=${quiet}`, { zone })
    await own.untilCalled('off')
    await using other = await openPanel(`${service.url}/?frame=desk`, { zone })
    await service.admin('PUT /api/frames/desk', {
      settings: { quiet: `${hourIn(-2)}:00-${hourIn(2)}:00` },
    })
    await other.untilCalled('off')
  },
)

test.skipIf(lacks('curl'))('the panel of a kiosk goes off with the first answer', async () => {
  await using service = await startServer()
  await service.admin('PUT /api/frames/hall', { screen: 'off' })
  await using panel = await openPanel(`${service.url}/?frame=hall`, { pause: '3600' })
  await panel.untilCalled('off')
})

test.skipIf(lacks('curl'))(
  'the panel of a kiosk stays as it is where the service is away, and goes by the hours it knew last',
  async () => {
    const [address = ''] = await freeAddresses(1)
    const env = { PORT: address.split(':')[1] }
    await using panel = await openPanel(`http://${address}/?frame=hall`)
    {
      await using service = await startServer({ env })
      const set = (body: object) => service.admin('PUT /api/frames/hall', body)
      await set({ screen: 'on', settings: { quiet: '00:00-23:59' } })
      await eventually(async () => (await service.ask('GET /api/frames/hall')).ok)
      await set({ screen: 'off' })
      await panel.untilCalled('off')
      await set({ screen: 'on' })
      await panel.untilCalled('off', 'on')
    }
    await panel.untilCalled('off', 'on', 'off')
    // Lit by a touch, it goes off again.
    await panel.touch()
    await panel.later(121)
    await panel.untilCalled('off', 'on', 'off', 'on', 'off')
  },
)
