import { expect, test } from 'bun:test'
import { readAdminPage } from '../../../src/pages/read-admin-page.ts'
import { guestPage } from '../../../src/pages/read-guest-page.ts'
import { languages } from '../../../src/pages/languages/languages.ts'
import { invite } from '../../support/inviting.ts'
import { sharedServer } from '../../support/shared-server.ts'

const pages = `${import.meta.dir}/../../../src/pages`

/** What a guest's phone may have to load, in bytes. */
const maxCompressed = 40 * 1024

test('the page is small in every language, with its style and its messages', async () => {
  const { files } = await readAdminPage(pages)
  const read = async (name: string) => `${await files.get(name)?.()}`
  const [css, script] = [await read('admin.css'), await read('guests.js')]
  for (const code of Object.keys(languages)) {
    const html = await guestPage(pages).makeHtml([code], { label: 'The party', attributes: '' })
    expect(html).toContain(`<html lang="${code}"`)
    expect(html).toMatch(/<noscript><p>[^<]*JavaScript/)
    expect(html).not.toMatch(/https?:|<style|\son\w+=|style=/)
    const texts = await read(`languages/${code}.js`)
    expect([css, script, texts]).not.toContain('undefined')
    const sizes = [html, css, script, texts].map((text) => Bun.gzipSync(Buffer.from(text)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxCompressed)
  }
})

const server = sharedServer()

test('it is for its guests alone: kept by no cache and no search engine, and told to no other site', async () => {
  const { path } = await invite(server(), { folder: 'party', label: '<b>&"The party"' })
  const url = server().url + path
  const answer = await fetch(url, { headers: { 'Accept-Language': 'de-AT' } })
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
  // A link is the same with a slash behind it.
  const closed = await fetch(`${url}/`, { headers: { 'Accept-Language': 'de-AT' } })
  expect([closed.status, await closed.text()]).toEqual([200, html])
})

test('a link that does not live gives one sentence, whether it ever did, and others work meanwhile', async () => {
  const { path } = await invite(server(), { folder: 'party' })
  const ended = await invite(server(), { folder: 'party', label: 'The party' })
  await ended.end()
  const guesses = Array.from({ length: 30 }, (_, guess) => `/add/${guess}`)
  const dead = new Set<string>()
  for (const each of [ended.path, '/add/3w5e11264sg0aq7mf9kx2hbd8', '/add/x/', ...guesses]) {
    const answer = await fetch(server().url + each)
    expect(answer.status).toBe(404)
    dead.add(await answer.text())
  }
  expect(dead.size).toBe(1)
  const [page] = dead
  expect(page).toContain('<p>This link does not work any more, or never did.')
  expect(page).not.toContain('<script')
  expect((await fetch(server().url + path)).status).toBe(200)
})
