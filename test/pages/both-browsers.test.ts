import { expect, test } from 'bun:test'
import { describeInBothBrowsers, desktop, phone } from '../support/browsers/installed-browsers.ts'
import { startFaultyProxy, type Fault } from '../support/faulty-proxy.ts'
import { camera, visit } from '../support/guest-page.ts'
import { invite } from '../support/inviting.ts'
import { noise, pictures } from '../support/pixels.ts'
import { eventually, password, startServer } from '../support/server.ts'
import { expectStored } from './expect-stored.ts'

const files = Object.fromEntries(
  ['a/1', 'a/2', 'a/3', 'b/4', 'b/5', 'b/6'].map((name, at) => [`${name}.png`, noise(90, 60, at)]),
)

const faults: readonly Fault[] = ['none', 'cut', 'slow', 'cut before the answer', 'repeat']

describeInBothBrowsers('a page', ({ open, openAdmin }) => {
  test('of a frame takes a name, then follows settings, show and next without a reload', async () => {
    await using service = await startServer({ files })
    await using page = await open(desktop)
    const admin = (method: string, path: string, body: object = {}) =>
      page.evaluate<number>(`fetch('/api/${path}', { method: '${method}',
        headers: { 'Content-Type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => answer.status)`)
    const shows = (what: string) =>
      eventually(() =>
        page.evaluate<boolean>(
          `String((document.querySelector('.shown:not(:has(~ .shown)) img') || {}).src)${what}`,
        ),
      )
    await page.navigate(`${service.url}/?seconds=86400`)
    expect(await admin('POST', 'auth/login', { password })).toBe(200)
    await page.navigate(`${service.url}/?seconds=86400&order=name`)
    // It asks more often: how often is not what is tested.
    await page.evaluate(`(window.sameDocument = true, setInterval(follow, 250, null), 0)`)
    await eventually(() => page.evaluate<boolean>(`!!document.querySelector('input')`))
    await page.evaluate(`(document.querySelector('input').focus(), 0)`)
    await page.type('hall')
    await page.press('Enter')
    await eventually(() => page.evaluate<boolean>(`location.search.endsWith('&frame=hall')`))
    expect(await admin('PUT', 'frames/hall', { settings: { folder: 'b' } })).toBe(200)
    await shows(`.includes('/b/')`)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await admin('PUT', 'frames/hall', { show: { path: 'a/3.png', until } })).toBe(200)
    await shows(`.includes('/a/3.png')`)
    expect(await admin('POST', 'frames/hall/next')).toBe(200)
    await shows(`.includes('/b/')`)
    expect(await page.evaluate<boolean>(`window.sameDocument`)).toBeTrue()
    expect(page.complaints).toEqual([])
  })

  test('of the admin is walked by keys alone: the grid, a picture and back', async () => {
    await using service = await startServer({ files: pictures(4) })
    await using page = await openAdmin(desktop, service)
    await page.untilPictures(4)
    for (let tabs = 0; (await page.focused()) !== '1.png'; tabs += 1) {
      expect(tabs).toBeLessThan(30)
      await page.driver.press('Tab')
    }
    await page.driver.press('ArrowRight')
    expect(await page.focused()).toBe('2.png')
    await page.driver.press('Enter')
    await page.until(`!!document.querySelector('.viewer[open]')`)
    await page.driver.press('ArrowRight')
    await page.untilOpen('3.png')
    await page.driver.press('Escape')
    await page.untilClosed()
  })

  test('of guests sends what is picked over a network that cuts and repeats, once each, and thanks', async () => {
    await using service = await startServer()
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using photos = await camera(6)
    const { path } = await invite(service, { folder: 'party', label: 'The party' })
    await using driver = await open(phone)
    const page = await visit(driver, proxy.url + path)
    expect(await page.ask<string>('document.title')).toBe('The party')
    await page.addFiles(photos.paths)
    await page.untilText('Thank you!')
    await page.untilText('Add more')
    expect(proxy.faultsLeft()).toBe(0)
    await expectStored(service.at('party'), photos.paths)
  })
})
