import { expect, test } from 'bun:test'
import { openBrowser } from '../support/browser.ts'
import { lacks } from '../support/programs.ts'
import { startServer, eventually } from '../support/server.ts'
import { noise } from '../support/pixels.ts'

const files = Object.fromEntries(
  [1, 2, 3].map((salt) => [`Été & co/${salt}.png`, noise(90, 60, salt)]),
)

test('the page may run its own script and style, and nothing else', async () => {
  await using service = await startServer({ files })
  const answer = await fetch(service.url)
  const page = await answer.text()
  expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  // The dashboards of a house show it in a frame.
  expect(answer.headers.has('x-frame-options')).toBeFalse()
  const policy = answer.headers.get('content-security-policy') ?? ''
  for (const tag of ['script', 'style']) {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? ''
    const hash = new Bun.CryptoHasher('sha256').update(text).digest('base64')
    expect(policy).toContain(`${tag}-src 'sha256-${hash}'`)
  }
  expect(policy).toStartWith("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  const head = await fetch(service.url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page)))
})

test.skipIf(lacks('chromium'))('the show of the real service goes on in Chromium', async () => {
  await using service = await startServer({ files })
  await using browser = await openBrowser()
  const folder = encodeURIComponent('Été & co')
  await browser.view.navigate(`${service.url}/?seconds=1&frame=hall&clock&folder=${folder}`)
  const seen = new Set<string>()
  await eventually(async () => {
    const shown = `(function () { var img = document.querySelector('img.shown')
      return img && img.naturalWidth === 90 ? img.alt : '' })()`
    seen.add(await browser.view.evaluate<string>(shown))
    seen.delete('')
    return seen.size === 3
  })
  expect(browser.complaints).toEqual([])
})

test.skipIf(lacks('chromium'))(
  'nothing is logged while the real service has no pictures',
  async () => {
    await using service = await startServer({ files: {} })
    await using browser = await openBrowser()
    for (const query of ['', '?folder=none', '?folder=none/at/all&frame=hall']) {
      await browser.view.navigate(`${service.url}/${query}`)
      await eventually(() =>
        browser.view.evaluate<boolean>(`(function () {
        var code = document.querySelector('figure img')
        return !!code && code.naturalWidth > 20 })()`),
      )
    }
    const { port } = new URL(service.url)
    const text = await browser.view.evaluate<string>(
      `document.getElementById('message').textContent`,
    )
    expect(text).toContain('No pictures in none/at/all yet')
    expect(text).toMatch(new RegExp(`Open http://[\\w.]+:${port}/admin on .*, or scan the code`))
    expect(browser.complaints).toEqual([])
  },
)

test.skipIf(lacks('chromium'))(
  'what is wrong with the address of the page stands on it',
  async () => {
    await using service = await startServer({ files })
    await using browser = await openBrowser()
    for (const [query, wrong] of [
      ['frame=a%2Fb', 'Not understood: frame=a/b'],
      ['folder=%C3%89t%C3%A9/Rome', 'No pictures in Été/Rome yet'],
      ['orientation=round', 'Not understood: orientation=round'],
    ]) {
      await browser.view.navigate(`${service.url}/?${query}`)
      const isSaid = `document.getElementById('message').textContent.indexOf('${wrong}') >= 0`
      await eventually(async () => Boolean(await browser.view.evaluate(isSaid)))
    }
  },
)

test.skipIf(lacks('chromium'))(
  'portraits of the real service come in pairs, and its landscapes alone',
  async () => {
    await using service = await startServer({
      files: {
        'a/1.png': noise(60, 90, 1),
        'a/2.png': noise(60, 90, 2),
        'a/3.png': noise(90, 60, 3),
      },
    })
    await using browser = await openBrowser()
    await browser.setScreen(800, 480)
    await browser.view.navigate(`${service.url}/?layout=pair&seconds=1&caption=folder,name`)
    const seen = new Set<string>()
    await eventually(async () => {
      const shown = `[].map.call(document.querySelectorAll('img.shown'), function (img) {
      return img.parentNode.textContent }).sort().join()`
      seen.add(await browser.view.evaluate<string>(shown))
      seen.delete('')
      return seen.size === 2
    })
    expect([...seen].toSorted()).toEqual(['a · 1,a · 2', 'a · 3'])
    expect(browser.complaints).toEqual([])
  },
)
