import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { commandsOf } from '../../../src/http/openapi/docs-commands.ts'
import { renderPage } from '../../../src/http/openapi/docs-page.ts'
import { openApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser.ts'
import { expectWithinReach } from '../../support/docs-page.ts'
import { lacks } from '../../support/programs.ts'
import { startServer } from '../../support/server.ts'
import { document, operations } from './operations.ts'

setDefaultTimeout(120_000)

/** What a reader sees of a page, without its style. */
const textOf = (page: string) =>
  page
    .replace(/<style>[^]*<\/style>/, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')

test('the page tells of every operation, parameter, status and failure', async () => {
  const page = await renderPage(document)
  for (const { path, method, operation } of operations) {
    const start = page.indexOf(`<article id="${operation.operationId}">`)
    const text = textOf(page.slice(start, page.indexOf('</article>', start)))
    expect(text).toContain(`${method} ${path}`)
    for (const { name } of operation.parameters ?? []) expect(text).toContain(` ${name} `)
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      expect(text).toContain(` ${status} `)
      for (const { examples = {} } of Object.values(content)) {
        for (const code of Object.keys(examples)) expect(text).toContain(` ${status} ${code} `)
      }
    }
    const words = { session: 'a session', program: 'a token', invitation: 'an invitation' }
    const needed = Object.entries(words).filter(([way]) =>
      operation.security.some((scheme) => way in scheme),
    )
    const sentence = `Needs ${needed.map(([, word]) => word).join(' or ')}.`
    expect(text.includes('Needs ')).toBe(needed.length > 0)
    if (needed.length > 0) expect(text).toContain(sentence)
  }
})

test('the page has a line for curl and one for HTTPie of every operation', async () => {
  const page = await renderPage(document)
  expect(page).toContain('<pre>http :3000/api/images/facts path==2024/summer/beach.jpg</pre>')
  for (const { path, method, operation } of operations) {
    const [curl = '', httpie = ''] = commandsOf({ path, method, operation })
    expect(curl).toStartWith('curl ')
    expect(httpie).toStartWith('http ')
    // A placeholder is left of what has no example.
    expect(curl + httpie).not.toMatch(/[{]\w*[}]|undefined/)
  }
})

test('what the document says is text, whatever is in it', async () => {
  const info = { ...document.info, title: '<b>&', description: '`<i>`' }
  const page = await renderPage({ ...document, info })
  expect(page).toContain('<title>&lt;b&gt;&amp;: API</title>')
  expect(page).toContain('<code>&lt;i&gt;</code>')
})

test('the service sends the page to everybody, under a policy that allows its style alone', async () => {
  await using service = await openApp()
  const answer = await service.app.request('/api/docs')
  const page = await answer.text()
  expect(page).toBe(await renderPage(document))
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/html; charset=UTF-8',
    'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${hash}'`,
    'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff',
  })
  const head = await service.app.request('/api/docs', { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page)))
})

describe.skipIf(lacks('chromium'))('in Chromium', () => {
  test('nothing is out of reach', () => expectWithinReach('light'))

  test('the page has its style, also on a narrow screen, and marks the operation in view', async () => {
    await using service = await startServer()
    await using browser = await openBrowser()
    const { view } = browser
    const resize = (width: number, height: number, mobile: boolean) =>
      view.cdp('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        mobile,
        deviceScaleFactor: 1,
      })
    await view.navigate(`${service.url}/api/docs`)
    await resize(360, 640, true)
    expect(await view.evaluate<number>('document.documentElement.scrollWidth')).toBe(360)
    const method = "getComputedStyle(document.querySelector('.method')).textTransform"
    expect(await view.evaluate<string>(method)).toBe('uppercase')
    await resize(1440, 900, false)
    await view.navigate(`${service.url}/api/docs`)
    const marked = `[...document.querySelectorAll('nav a:target-current')]
      .filter((link) => link.getBoundingClientRect().bottom <= innerHeight).map(({ hash }) => hash)`
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
    for (const id of ['createFolder', 'health']) {
      await view.evaluate(`document.getElementById('${id}').scrollIntoView(true)`)
      await view.evaluate(frames)
      expect(await view.evaluate<string[]>(marked)).toEqual(['#' + id])
    }
    expect(browser.complaints).toEqual([])
  })
})
