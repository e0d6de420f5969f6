import { afterEach, expect, test } from 'bun:test'
import { z } from 'zod'
import { type AdminPage, openAdmin } from '../../../support/admin-page.ts'
import { violationsOn } from '../../../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { invite } from '../../../support/inviting.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer, type TestServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const files = {
  '1.png': noise(60, 40, 1),
  '2.png': noise(60, 40, 2),
  'Summer/3.png': noise(60, 40, 3),
  'Winter/4.png': noise(60, 40, 4),
}

const steeringSchema = z.object({
  data: z.object({
    settings: z.record(z.string(), z.unknown()),
    show: z.object({ path: z.string(), until: z.string() }).nullable(),
    next: z.number(),
  }),
})

async function steeringOf(url: string, name: string) {
  const answer = await fetch(`${url}/api/frames/${encodeURIComponent(name)}`)
  return steeringSchema.parse(await answer.json()).data
}

/** For how many minutes a picture is to be shown from this moment on. */
const minutesOf = (show: { until: string } | null) =>
  Math.round((Date.parse(show?.until ?? '') - Date.now()) / 60_000)

const ask = (url: string, query: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/images/random?${query}`, { headers })

/** Logs in, and gives what steers a frame from then on, or forgets it. */
async function steering({ url, login }: TestServer) {
  const headers = { Cookie: (await login()).cookie, 'Content-Type': 'application/json' }
  return async (name: string, wish?: unknown) => {
    const init = wish ? { method: 'PUT', body: JSON.stringify(wish) } : { method: 'DELETE' }
    const answer = await fetch(`${url}/api/frames/${encodeURIComponent(name)}`, {
      headers,
      ...init,
    })
    expect(wish ? [200] : [200, 404]).toContain(answer.status)
  }
}

/** The control with a label, as an expression. */
const control = (label: string) =>
  `[...document.querySelectorAll('dialog label')].find((each) =>
    each.firstChild.textContent === ${JSON.stringify(label)})?.querySelector('input, select')`

const fill = (page: AdminPage, label: string, value: string) =>
  page.ask(`(() => {
    const control = ${control(label)}
    control.value = ${JSON.stringify(value)}
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)

const untilClosed = (page: AdminPage) => page.until(`!document.querySelector('dialog')`)

describeInBrowser('the frames of the admin page', ({ open }) => {
  const server = sharedServer({ files })

  afterEach(async () => {
    const forget = await steering(server())
    for (const name of ['hall', 'desk', 'Küche.1']) await forget(name)
  })

  test('are steered from their cards', async () => {
    const service = server()
    const { url } = service
    await ask(url, 'frame=hall')
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.untilText('hall')

    await page.press('Next')
    await page.untilText('gets another picture')
    expect(await steeringOf(url, 'hall')).toMatchObject({ next: 1, show: null })

    await page.press('Show a picture …')
    await page.until(`!!document.querySelector('.choices .picture')`)
    await page.press('Summer')
    await page.until(`!!document.querySelector('.choices [aria-label="3.png"]')`)
    await page.click('.choices [aria-label="3.png"]')
    await page.press('Show')
    await untilClosed(page)
    const { show } = await steeringOf(url, 'hall')
    expect(show?.path).toBe('Summer/3.png')
    expect(minutesOf(show)).toBe(60)
    await page.untilText('Summer/3.png until')

    await page.press('Settings')
    await fill(page, 'What people call it', 'Up the stairs')
    await fill(page, 'Order', 'newest')
    await fill(page, 'Quiet hours', '21:30-6:15')
    await page.press('Choose')
    await page.press('Winter')
    await page.press('Choose')
    await page.until(`document.querySelectorAll('dialog').length === 1`)
    await page.press('Save')
    await untilClosed(page)
    expect((await steeringOf(url, 'hall')).settings).toEqual({
      order: 'newest',
      quiet: '21:30-6:15',
      exclude: ['Winter'],
    })
    await page.untilText('Up the stairs')
    await page.untilText('Newest first, not from Winter')

    await page.choose('Forget')
    await page.untilText('Forget “Up the stairs”?')
    await page.press('Forget')
    await page.untilText('No frame has asked for a picture yet.')
    expect((await steeringOf(url, 'hall')).settings).toEqual({})
  })

  test('show the code of an invitation, which is chosen by its name', async () => {
    const service = server()
    const { url } = service
    await ask(url, 'frame=hall')
    const party = await invite(service, { folder: 'Summer', label: 'The party' })
    await invite(service, { folder: 'Winter' })
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.untilText('hall')
    const choices = () =>
      page.ask<string[]>(`[...${control('Code for guests')}.options].map(({ text }) => text)`)
    const openSettings = async (last: string) => {
      await page.press('Settings')
      await page.until(`[...${control('Code for guests')}?.options ?? []].length === 3`)
      await page.until(`${control('Code for guests')}.textContent.includes('${last}')`)
    }
    await openSettings('Winter')
    expect(await choices()).toEqual(['None', 'The party, Summer', 'Add your photos, Winter'])
    const { value } = await page.ask<{ value: string }>(`(() => {
      const [, { value }] = ${control('Code for guests')}.options
      return { value } })()`)
    await fill(page, 'Code for guests', value)
    await page.press('Save')
    await untilClosed(page)
    expect((await steeringOf(url, 'hall')).settings).toEqual({ invite: value })
    expect((await fetch(`${url}/api/frames/hall/invitation`)).status).toBe(200)

    // One that has ended is called so, and shows nothing.
    await party.end()
    expect((await steeringOf(url, 'hall')).settings).toEqual({})
    await openSettings('ended')
    expect(await choices()).toEqual([
      'None',
      'An invitation that has ended',
      'Add your photos, Winter',
    ])
    await fill(page, 'Code for guests', '')
    await page.press('Save')
    await untilClosed(page)
  })

  test('keep what the form does not know, and are told what their address has instead', async () => {
    const service = server()
    const { url } = service
    const settings = {
      folder: ['Summer', 'Winter'],
      every: '20m',
      seconds: 45,
      clock: true,
      width: 800,
      height: 480,
      palette: 'bw',
      dither: 'none',
    }
    await ask(url, 'frame=Küche.1&order=name')
    await (
      await steering(service)
    )('Küche.1', { settings })
    await using page = await openAdmin(open, desktop, service, 'frames')
    await page.untilText('Küche.1')
    await page.press('Settings')
    await page.untilText('Its address wins: by name')
    expect(await page.ask<string>(`${control('Time of each picture')}.value`)).toBe('45')
    expect(await page.ask<string>(`${control('Clock')}.value`)).toBe('on')
    await page.click('dialog [aria-label="Take away Summer"]')
    // Days around no day are left out, since the service would refuse them.
    await fill(page, 'Days around it', '3')
    await page.press('Save')
    await untilClosed(page)
    expect((await steeringOf(url, 'Küche.1')).settings).toEqual({
      ...settings,
      folder: ['Winter'],
      seconds: '45',
      clock: 'on',
      width: '800',
      height: '480',
    })
  })

  test('say why a setting is refused, and keep what was typed', async () => {
    const service = server()
    await ask(service.url, 'frame=hall')
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.untilText('hall')
    await page.press('Settings')
    await fill(page, 'Quiet hours', 'at night')
    await page.press('Save')
    await page.untilText('Give the quiet hours as 22:00-07:00')
    expect(await page.ask<string>(`${control('Quiet hours')}.value`)).toBe('at night')
  })

  test('say how a device is, and when it hears of a change', async () => {
    await using service = await startServer({ files })
    const { url } = service
    const device = { ID: 'AA:BB:CC:DD:EE:FF', 'Battery-Voltage': '3.21', RSSI: '-61' }
    await fetch(`${url}/api/display`, { headers: device })
    await ask(url, '')
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.untilText('signal -61 dBm')
    await page.untilText('Hears of a change at about')
    expect(await page.ask<string>(`document.querySelector('.frame .warning').textContent`)).toMatch(
      /3\.21/,
    )
    // Nothing can be set for a frame without a name.
    await page.untilText('Put a name into its address')
    expect(await page.ask<number>(`document.querySelectorAll('.frames .buttons').length`)).toBe(1)
  })

  test.each([
    [390, 844],
    [320, 568],
  ])('are connected by a code on the first screen of a phone: %d × %d', async (width, height) => {
    await using page = await openAdmin(open, { width, height }, server(), 'frames')
    await page.press('Connect a frame')
    await page.until(`!!document.querySelector('.qr')`)
    await page.untilStill()
    const bottom = await page.ask<number>(
      `document.querySelector('.qr').getBoundingClientRect().bottom`,
    )
    expect(bottom).toBeLessThan(height)
    await fill(page, 'Name', 'Am Flur!. ')
    await page.until(`document.querySelector('.line').textContent.endsWith('/?frame=Am%20Flur-')`)
  })

  test('get the pictures of their panel at an address that names nothing else', async () => {
    const service = server()
    const { url } = service
    await (
      await steering(service)
    )('hall', { settings: { order: 'name' } })
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.untilText('hall')
    await page.press('Connect a frame')
    await fill(page, 'Name', 'hall')
    await page.untilText('There is a frame of this name.')
    await fill(page, 'Kind', 'esphome')
    await fill(page, 'Panel', '7.3″ Spectra 6')
    await page.press('Connect')
    await page.until(`!!document.querySelector('.line')`)
    const line = await page.ask<string>(`document.querySelector('.line').textContent`)
    expect(line).toEndWith('/api/images/random?as=image&frame=hall')
    const answer = await ask(url, new URL(line).search.slice(1))
    expect(answer.headers.get('content-type')).toBe('image/png')
    const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
    expect([width, height]).toEqual([800, 480])
    expect((await steeringOf(url, 'hall')).settings).toMatchObject({
      order: 'name',
      palette: 'spectra6',
    })
  })

  test('are shown on from the picture view', async () => {
    const service = server()
    const { url } = service
    for (const name of ['desk', 'hall']) await ask(url, `frame=${name}`)
    await using page = await openAdmin(open, phone, service)
    await page.untilPictures(2)
    await page.click('[aria-label="2.png"]')
    await page.press('Show on …')
    await page.until(`!!${control('On')}?.value`)
    await fill(page, 'On', 'hall')
    await fill(page, 'How long', '24')
    await page.press('Show')
    await page.until(
      `document.querySelector('.viewer .notice')?.textContent.includes('“hall” shows')`,
    )
    const { show } = await steeringOf(url, 'hall')
    expect(show?.path).toBe('2.png')
    expect(minutesOf(show)).toBe(24 * 60)
  })
})

describeInBrowser('50 frames', ({ open }) => {
  test('break no rule for accessibility at any width, and load the pictures near the screen', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `frame ${index}`)
    const pictures = names.map((name, salt) => [`All/${name}.png`, noise(60, 40, salt)] as const)
    await using service = await startServer({ files: Object.fromEntries(pictures) })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const steer = await steering(service)
    for (const name of names) {
      await steer(name, {
        label: `${name}, called by ${'a long label '.repeat(4)}`,
        settings: { order: 'newest', every: '1h', palette: 'bw', width: 800, height: 480 },
        show: { path: `All/${name}.png`, until },
      })
    }
    await using page = await openAdmin(open, phone, service, 'frames')
    await page.until(`document.querySelectorAll('.frame img').length === 50`)
    await page.until(`document.querySelector('.frame img').naturalWidth > 0`)
    const loaded = `performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/uploads/All/frame')).length`
    expect(await page.ask<number>(loaded)).toBeLessThan(40)
    for (const width of [320, 390, 1440, 2560]) {
      await page.driver.setScreen({ width, height: 844 })
      expect(
        await page.ask<number>('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
      if (width === 320 || width === 1440) expect(await violationsOn(page.driver)).toEqual([])
    }
  })
})
