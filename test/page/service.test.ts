import { expect, setDefaultTimeout, test } from 'bun:test'
import { startServer, eventually } from '../support/server.ts'
import { noise } from '../renditions/pixels.ts'

setDefaultTimeout(120_000)

const chromium =
  process.env['BUN_CHROME_PATH'] ??
  Bun.which('chromium') ??
  Bun.which('chromium-browser') ??
  Bun.which('google-chrome')

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

test.skipIf(!chromium)('the show of the real service goes on in Chromium', async () => {
  await using service = await startServer({ files })
  const complaints: string[] = []
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const argv = ['--disable-dev-shm-usage', ...sandbox]
  const view = new Bun.WebView({ backend: { type: 'chrome', path: chromium ?? '', argv } })
  try {
    await view.navigate('about:blank')
    await view.cdp('Runtime.enable')
    await view.cdp('Log.enable')
    for (const event of ['Runtime.exceptionThrown', 'Log.entryAdded']) {
      view.addEventListener(event, (said) => complaints.push(JSON.stringify(said)))
    }
    const folder = encodeURIComponent('Été & co')
    await view.navigate(`${service.url}/?seconds=1&frame=hall&clock&folder=${folder}`)
    const seen = new Set<string>()
    await eventually(async () => {
      const shown = `(function () { var img = document.querySelector('img.shown')
        return img && img.naturalWidth === 90 ? img.alt : '' })()`
      seen.add(await view.evaluate<string>(shown))
      seen.delete('')
      return seen.size === 3
    })
    expect(complaints).toEqual([])
  } finally {
    view.close()
  }
})
