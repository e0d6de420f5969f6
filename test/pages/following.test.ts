import { expect, setDefaultTimeout, test } from 'bun:test'
import { describeInBothBrowsers, desktop } from '../support/browsers/installed-browsers.ts'
import { noise } from '../support/pixels.ts'
import { eventually, password, startServer } from '../support/server.ts'

setDefaultTimeout(120_000)

const files = Object.fromEntries(
  ['a/1', 'a/2', 'a/3', 'b/4', 'b/5', 'b/6'].map((name, at) => [`${name}.png`, noise(90, 60, at)]),
)

describeInBothBrowsers('a page of the real service', ({ open }) => {
  test('takes a name, then follows settings, show and next without a reload', async () => {
    await using service = await startServer({ files })
    await using page = await open(desktop)
    const admin = (method: string, path: string, body: object = {}) =>
      page.evaluate<number>(`fetch('/api/${path}', { method: '${method}',
        headers: { 'Content-Type': 'application/json' },
        body: ${JSON.stringify(JSON.stringify(body))} }).then((answer) => answer.status)`)
    const shows = (what: string) =>
      eventually(() =>
        page.evaluate<boolean>(`String((document.querySelector('img.shown') || {}).src)${what}`),
      )
    await page.navigate(`${service.url}/?seconds=86400`)
    expect(await admin('POST', 'auth/login', { password })).toBe(200)
    await page.navigate(`${service.url}/?seconds=86400&order=name`)
    await page.evaluate(`(window.sameDocument = true, 0)`)
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
})
