import { expect, test } from 'bun:test'
import { readAdminPage } from '../../../src/pages/read-admin-page.ts'
import { readGuestPage } from '../../../src/pages/read-guest-page.ts'
import { languages } from '../../../src/pages/languages/languages.ts'
import { invite } from '../../support/inviting.ts'
import { startServer } from '../../support/server.ts'

const pages = new URL('../../../src/pages/', import.meta.url)

/** What a guest's phone may have to load, in bytes. */
const maxCompressed = 40 * 1024

test('the page is small in every language, with its style and its messages', async () => {
  const { makeHtml, readScript } = readGuestPage(pages)
  const { css, languages: messages } = await readAdminPage(pages)
  const script = await readScript()
  for (const code of Object.keys(languages)) {
    const html = await makeHtml([code], { label: 'The party', attributes: '' })
    expect(html).toContain(`<html lang="${code}"`)
    expect(html).toMatch(/<noscript><p>[^<]*JavaScript/)
    expect(html).not.toMatch(/https?:|<style|\son\w+=|style=/)
    const texts = (await messages.get(`${code}.js`)?.()) ?? ''
    const sizes = [html, css, script, texts].map((text) => Bun.gzipSync(Buffer.from(text)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxCompressed)
  }
})

test('it is for its guests alone: kept by no cache and no search engine, and told to no other site', async () => {
  await using service = await startServer()
  const { path } = await invite(service, { folder: 'party', label: '<b>&"The party"' })
  const answer = await fetch(`${service.url}${path}`, { headers: { 'Accept-Language': 'de-AT' } })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=UTF-8',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self';")
  const html = await answer.text()
  expect(html).toContain('<html lang="de" dir="ltr">')
  expect(html).toContain('<noscript><p>Diese Seite braucht JavaScript.')
  expect(html).toContain('<title>&lt;b&gt;&amp;&quot;The party&quot;</title>')
  // Guests see nothing of the collection.
  expect(html.replaceAll('The party', '')).not.toContain('party')
})

test('a link is the same with a slash behind it', async () => {
  await using service = await startServer()
  const { path } = await invite(service, { folder: 'party' })
  const [bare, closed, dead] = await Promise.all(
    [path, `${path}/`, '/add/x/'].map((each) => fetch(service.url + each)),
  )
  expect([bare?.status, closed?.status, dead?.status]).toEqual([200, 200, 404])
  expect(await closed?.text()).toBe((await bare?.text()) ?? '')
})

test('a link that does not live gives one sentence, the same whether it ever did', async () => {
  await using service = await startServer()
  const ended = await invite(service, { folder: 'party', label: 'The party' })
  await ended.end()
  const answers = await Promise.all(
    [ended.path, '/add/3w5e11264sg0aq7mf9kx2hbd8', '/add/x'].map((path) =>
      fetch(service.url + path),
    ),
  )
  const pages = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toContain('<p>This link does not work any more, or never did.')
  expect(pages[0]).not.toContain('<script')
})

test('whoever guesses links learns nothing more, and a guest’s link works meanwhile', async () => {
  await using service = await startServer()
  const { path } = await invite(service, { folder: 'party' })
  const statuses = new Set<number>()
  for (let guess = 0; guess < 30; guess += 1) {
    statuses.add((await fetch(`${service.url}/add/${guess}`)).status)
  }
  expect([...statuses]).toEqual([404])
  expect((await fetch(service.url + path)).status).toBe(200)
})
