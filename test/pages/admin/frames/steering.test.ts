import { afterEach, expect, test } from 'bun:test'
import { type AdminPage } from '../../../support/admin-page.ts'
import { violationsOn } from '../../../support/axe.ts'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { invite } from '../../../support/inviting.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'
import { jpegWithXmp, subjects } from '../../../support/xmp.ts'

const files = { ...pictures(2), 'Summer/3.png': noise(60, 40, 3), 'Winter/4.png': noise(60, 40, 4) }

/** For how many minutes a picture is to be shown from this moment on. */
const minutesOf = (show: { until: string } | null) =>
  Math.round((Date.parse(show?.until ?? '') - Date.now()) / 60_000)

const ask = (url: string, query: string) => fetch(`${url}/api/images/random?${query}`)

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

const openDetails = (page: AdminPage) => page.click('.frames summary')

const untilClosed = (page: AdminPage) => page.until(`!document.querySelector('dialog')`)

/** Saves what a form has. */
async function save(page: AdminPage) {
  await page.press('Save')
  await untilClosed(page)
}

describeInBrowser('the frames of the admin page', ({ openAdmin }) => {
  const server = sharedServer({ files })

  const pathOf = (name: string) => `/api/frames/${encodeURIComponent(name)}`
  const steer = (name: string, wish: object) => server().told(`PUT ${pathOf(name)}`, wish)
  const steeringOf = (name: string) => server().told(`GET ${pathOf(name)}`)

  afterEach(async () => {
    for (const name of ['hall', 'desk', 'Küche.1']) {
      expect([200, 404]).toContain((await server().admin(`DELETE ${pathOf(name)}`)).status)
    }
  })

  /** Opens the view of the frames once one has asked for a picture. */
  async function openFrames(name: string, query = '&format=jpeg&width=800') {
    await ask(server().url, `frame=${name}${query}`)
    const page = await openAdmin(phone, server(), 'frames')
    await page.untilText(name)
    return page
  }

  test('are steered from their cards, which say why a setting is refused, and keep what was typed', async () => {
    await using page = await openFrames('hall')
    await page.press('Next')
    await page.untilText('gets another photo')
    expect(await steeringOf('hall')).toMatchObject({ next: 1, show: null })

    await page.press('Show a photo')
    await page.until(`!!document.querySelector('.choices [aria-label="3.png"]')`)
    await page.click('.choices [aria-label="3.png"]')
    await page.press('Show')
    await untilClosed(page)
    const { show } = await steeringOf('hall')
    expect(show?.path).toBe('Summer/3.png')
    expect(minutesOf(show)).toBe(60)
    await page.untilText('Shows this photo until ')
    await openDetails(page)
    await page.untilText('Summer/3.png, until')

    await page.press('Settings')
    const first = `dialog form > fieldset :is(select, input, button)`
    expect(await page.ask<number>(`document.querySelectorAll('${first}').length`)).toBe(6)
    await fill(page, 'Name', 'Up the stairs')
    await fill(page, 'Order', 'newest')
    await fill(page, 'Off at', '21:30')
    await page.press('Save')
    expect(await page.ask<boolean>(`${control('On again at')}.matches(':focus:invalid')`)).toBe(
      true,
    )
    await fill(page, 'On again at', '06:15')
    await fill(page, 'Taken on or after', '2024-05-02')
    await fill(page, 'Taken on or before', '2024-05-01')
    await page.press('Save')
    await page.until(`${control('Taken on or before')}.matches(':focus:invalid')`)
    await fill(page, 'Taken on or before', '2024-05-02')
    await page.press('Choose')
    await page.press('Winter')
    await page.until(`document.querySelectorAll('dialog').length === 1`)
    await save(page)
    expect((await steeringOf('hall')).settings).toEqual({
      order: 'newest',
      quiet: '21:30-06:15',
      from: '2024-05-02',
      to: '2024-05-02',
      exclude: ['Winter'],
    })
    await page.untilText('Up the stairs')
    await page.untilText('Newest first, since May 2, 2024, until May 2, 2024, not from Winter')

    await page.press('Remove Up the stairs')
    await page.untilText('Remove “Up the stairs”?')
    await page.press('Remove')
    await page.untilText('No frame is connected yet.')
    expect((await steeringOf('hall')).settings).toEqual({})
  })

  test('show the code of an invitation, which is chosen by its name', async () => {
    const service = server()
    const party = await invite(service, { folder: 'Summer', label: 'The party' })
    await invite(service, { folder: 'Winter' })
    await using page = await openFrames('hall')
    const choices = () =>
      page.ask<string[]>(`[...${control('Code for guests')}.options].map(({ text }) => text)`)
    const openSettings = async (last: string) => {
      await page.press('Settings')
      await page.until(`[...${control('Code for guests')}?.options ?? []].length === 3`)
      await page.until(`${control('Code for guests')}.textContent.includes('${last}')`)
    }
    await openSettings('Winter')
    // Two to one album are told apart.
    const guests = expect.stringMatching(/^Add your photos, Winter, until .*\d/)
    const partys = expect.stringMatching(/^The party, Summer, until .*\d/)
    expect(await choices()).toEqual(['None', partys, guests])
    const value = await page.ask<string>(`${control('Code for guests')}.options[1].value`)
    await fill(page, 'Code for guests', value)
    await save(page)
    expect((await steeringOf('hall')).settings).toEqual({ invite: value })
    expect((await fetch(`${service.url}/api/frames/hall/invitation`)).status).toBe(200)

    // One that has ended is called so, and shows nothing.
    await party.end()
    expect((await steeringOf('hall')).settings).toEqual({})
    await openSettings('ended')
    expect(await choices()).toEqual(['None', 'An invitation that has ended', guests])
    await fill(page, 'Code for guests', '')
    await save(page)
  })

  test('choose pictures by the tags that there are', async () => {
    const tagged = async (...tags: string[]) =>
      jpegWithXmp(await new Bun.Image(noise(60, 40, tags.length)).jpeg().bytes(), subjects(...tags))
    const files = { '1.jpg': await tagged('Anna'), '2.jpg': await tagged('Anna', 'Ben') }
    await using service = await startServer({ files })
    await service.told('GET /api/admin')
    await ask(service.url, 'frame=hall&format=jpeg&width=800')
    await using page = await openAdmin(phone, service, 'frames')
    await page.press('Settings')
    await page.until(
      `document.querySelector('dialog [aria-label=Tag] select')?.options.length === 3`,
    )
    await page.click('dialog summary')
    expect(await page.texts('dialog [aria-label=Tag] option')).toEqual([
      'Choose',
      'Anna (2)',
      'Ben (1)',
    ])
    for (const tag of ['Anna', 'Ben', 'Anna'])
      await page.pick('dialog [aria-label=Tag] select', tag)
    await page.ask(`document.querySelector('dialog [aria-label="Remove Anna"]').click()`)
    await save(page)
    expect(await service.told('GET /api/frames/hall')).toMatchObject({ settings: { tag: ['Ben'] } })
  })

  test('keep what the form does not know, and are told what their address has instead', async () => {
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
    await steer('Küche.1', { settings })
    await using page = await openFrames('Küche.1', '&as=image&order=name')
    await page.press('Settings')
    await page.click('dialog summary')
    await page.untilText('Set in its address')
    expect(await page.texts('dialog > form > fieldset label')).toHaveLength(2)
    // A panel has no clock, and a page none of its own.
    expect(await page.ask<boolean>(`!!${control('Clock')}`)).toBe(false)
    expect(await page.ask<boolean>(`!!${control('Screen')}`)).toBe(true)
    await page.click('dialog [aria-label="Remove Summer"]')
    await save(page)
    expect((await steeringOf('Küche.1')).settings).toEqual({
      ...settings,
      folder: ['Winter'],
      seconds: '45',
      clock: 'on',
      width: '800',
      height: '480',
    })
  })

  test('say how a device is, and when it hears of a change', async () => {
    await using service = await startServer({ files })
    const { url } = service
    const device = { ID: 'AA:BB:CC:DD:EE:FF', 'Battery-Voltage': '3.21', RSSI: '-61' }
    await fetch(`${url}/api/display`, { headers: device })
    await ask(url, '')
    await using page = await openAdmin(phone, service, 'frames')
    await page.untilText('Battery low', '.frame .warning')
    await openDetails(page)
    await page.untilText('-61 dBm')
    await page.untilText('Changes at about')
    await page.untilText('Battery 3.21')
    // Nothing can be set for a frame without a name.
    await page.untilText('open the address of “Connect a frame” on it')
    expect(await page.ask<number>(`document.querySelectorAll('.frames .buttons').length`)).toBe(1)
  })

  test('are connected by a code on the first screen of a phone, or get the pictures of their panel at an address that names nothing else', async () => {
    await steer('hall', { settings: { order: 'name' } })
    await using page = await openFrames('hall')
    await page.press('Connect a frame')
    await page.until(`document.querySelector('.qr')?.naturalWidth > 0`)
    for (const screen of [{ width: 320, height: 568 }, phone]) {
      await page.driver.setScreen(screen)
      await page.untilStill()
      const { bottom } = await page.rectOf('.qr')
      expect(bottom).toBeLessThan(screen.height)
    }
    await fill(page, 'Name', 'Am Flur!. ')
    await page.until(`document.querySelector('.line').textContent.endsWith('/?frame=Am%20Flur-')`)
    expect(
      await page.ask<string>(`new URL(document.querySelector('.qr').src).searchParams.get('text')`),
    ).toEndWith('/?frame=Am%20Flur-')
    await fill(page, 'Name', 'hall')
    await page.untilText('There is already a frame of this name.')
    await fill(page, 'Kind', 'esphome')
    await fill(page, 'Screen', '7.3″ Spectra 6')
    await page.press('Connect')
    await page.until(`!!document.querySelector('.line')`)
    const line = await page.ask<string>(`document.querySelector('.line').textContent`)
    expect(line).toEndWith('/api/images/random?as=image&frame=hall')
    const answer = await ask(server().url, new URL(line).search.slice(1))
    expect(answer.headers.get('content-type')).toBe('image/png')
    const { width, height } = await new Bun.Image(await answer.bytes()).metadata()
    expect([width, height]).toEqual([800, 480])
    expect((await steeringOf('hall')).settings).toMatchObject({
      order: 'name',
      palette: 'spectra6',
    })
  })

  test('are shown on from the picture view', async () => {
    for (const name of ['desk', 'hall']) await ask(server().url, `frame=${name}`)
    await using page = await openAdmin(phone, server())
    await page.untilPictures(2)
    await page.click('[aria-label="2.png"]')
    await page.press('Show on …')
    await page.until(`!!${control('Frame')}?.value`)
    await fill(page, 'Frame', 'hall')
    await fill(page, 'How long', '24')
    await page.press('Show')
    await page.untilText('“hall” shows', '.viewer .notice')
    const { show } = await steeringOf('hall')
    expect(show?.path).toBe('2.png')
    expect(minutesOf(show)).toBe(24 * 60)
  })
})

describeInBrowser('50 frames', ({ openAdmin }) => {
  test('break no rule for accessibility at any width, and load the pictures near the screen', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `frame ${index}`)
    const pictures = names.map((name, salt) => [`All/${name}.png`, noise(60, 40, salt)] as const)
    await using service = await startServer({ files: Object.fromEntries(pictures) })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    for (const name of names) {
      await service.told(`PUT /api/frames/${name}`, {
        label: `${name}, called by ${'a long label '.repeat(4)}`,
        settings: { order: 'newest', every: '1h', palette: 'bw', width: 800, height: 480 },
        show: { path: `All/${name}.png`, until },
      })
    }
    await using page = await openAdmin(phone, service, 'frames')
    await page.until(`document.querySelectorAll('.frame img').length === 50`)
    await page.until(`document.querySelector('.frame img').naturalWidth > 0`)
    const loaded = `performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/uploads/All/frame')).length`
    expect(await page.ask<number>(loaded)).toBeLessThan(40)
    for (const width of [320, 390, 1440, 2560]) {
      await page.driver.setScreen({ width, height: 844 })
      expect(await page.tooWide()).toBeLessThanOrEqual(0)
      if (width === 320 || width === 1440) expect(await violationsOn(page.driver)).toEqual([])
    }
  })
})
