import { expect, test } from 'bun:test'
import { readAdminPage } from '../../src/pages/read-admin-page.ts'
import { startServer } from '../support/server.ts'

/** What a phone with a slow connection may have to load, in bytes. */
const maxCompressed = 60 * 1024

test('the page is small, has nothing from other sites, and runs nothing inline', async () => {
  const page = await readAdminPage(new URL('../../src/pages/', import.meta.url))
  const { html, css, script, languages } = page
  const sizeOf = (text: string) => Bun.gzipSync(Buffer.from(text)).length
  const all = sizeOf(html) + sizeOf(css) + sizeOf(await script())
  for (const language of languages.values()) {
    expect(all + sizeOf(await language())).toBeLessThan(maxCompressed)
  }
  expect(html + css).not.toMatch(/https?:/)
  expect(html).not.toMatch(/<script(?![^>]* src="\/admin\/)|<style|\son\w+=|style=/)
})

test('the service sends it with a strict policy, compressed, and once', async () => {
  await using server = await startServer()
  for (const [path, type] of [
    ['/admin', 'text/html'],
    ['/admin/admin.css', 'text/css'],
    ['/admin/admin.js', 'text/javascript'],
  ] as const) {
    const answer = await fetch(`${server.url}${path}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toStartWith(type)
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
    const etag = answer.headers.get('etag') ?? ''
    const again = await fetch(`${server.url}${path}`, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    const plain = await fetch(`${server.url}${path}`, {
      headers: { 'Accept-Encoding': 'identity' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(await answer.text())
  }
  expect((await fetch(`${server.url}/admin/none.js`)).status).toBe(404)
})
