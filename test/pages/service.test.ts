import { describe, expect, test } from 'bun:test'
import { openBrowser } from '../support/browser.ts'
import { noise } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { startServer, eventually } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

const server = sharedServer({
  files: {
    ...Object.fromEntries([1, 2, 3].map((salt) => [`Été & co/${salt}.png`, noise(90, 60, salt)])),
    'a/1.png': noise(60, 90, 1),
    'a/2.png': noise(60, 90, 2),
    'a/3.png': noise(90, 60, 3),
  },
})

test('the page may run its own script and style, and nothing else', async () => {
  const { url } = server()
  const answer = await fetch(url)
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
  const head = await fetch(url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page)))
})

describe.skipIf(lacks('chromium'))('the page of the real service in Chromium', () => {
  test.each([
    [
      'goes on with its show',
      'frame=hall&clock&folder=%C3%89t%C3%A9%20%26%20co',
      `img.naturalWidth === 90 ? img.alt : ''`,
      ['1.png', '2.png', '3.png'],
    ],
    [
      'shows portraits in pairs, and landscapes alone',
      'layout=pair&caption=folder,name&folder=a',
      'img.parentNode.textContent',
      ['a · 1,a · 2', 'a · 3'],
    ],
  ])('%s', async (_, query, name, expected) => {
    await using browser = await openBrowser()
    await browser.setScreen(800, 480)
    await browser.view.navigate(`${server().url}/?seconds=1&${query}`)
    const seen = new Set<string>()
    await eventually(async () => {
      const shown = `[].map.call(document.querySelectorAll('.shown:not(:has(~ .shown)) img'), function (img) {
        return ${name} }).sort().join()`
      seen.add(await browser.view.evaluate<string>(shown))
      seen.delete('')
      return seen.size === expected.length
    })
    expect([...seen].toSorted()).toEqual(expected)
    expect(browser.complaints).toEqual([])
  })

  test('says what is wrong with its address', async () => {
    await using browser = await openBrowser()
    for (const [query, wrong] of [
      ['frame=a%2Fb', 'Not understood: frame=a/b'],
      ['folder=%C3%89t%C3%A9/Rome', 'No photos in Été/Rome yet'],
      ['orientation=round', 'Not understood: orientation=round'],
    ]) {
      await browser.view.navigate(`${server().url}/?${query}`)
      const isSaid = `document.getElementById('message').textContent.indexOf('${wrong}') >= 0`
      await eventually(async () => Boolean(await browser.view.evaluate(isSaid)))
    }
  })

  test('logs nothing while there are no pictures', async () => {
    await using service = await startServer()
    await using browser = await openBrowser()
    const isCodeShown = `(function () {
      var code = document.querySelector('#message img')
      return !!code && code.naturalWidth > 20 })()`
    for (const query of ['', '?folder=none', '?folder=none/at/all&frame=hall']) {
      await browser.view.navigate(`${service.url}/${query}`)
      await eventually(() => browser.view.evaluate<boolean>(isCodeShown))
    }
    const { port } = new URL(service.url)
    const said = `document.getElementById('message').textContent`
    const text = await browser.view.evaluate<string>(said)
    expect(text).toContain('No photos in none/at/all yet')
    expect(text).toMatch(new RegExp(`Open http://[\\w.]+:${port}/admin on .*, or scan the code`))
    expect(browser.complaints).toEqual([])
  })
})
