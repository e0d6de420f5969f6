import { expect, test } from 'bun:test'
import { pageFile } from '../../src/http/response/page-file.ts'
import { languages } from '../../src/pages/languages/languages.ts'
import { readAdminPage } from '../../src/pages/read-admin-page.ts'
import { openBrowser } from '../support/browser.ts'
import { lacks } from '../support/programs.ts'
import { startServer } from '../support/server.ts'

/** What a phone with a slow connection may have to load, in bytes. */
const maxCompressed = 58_000

test('the page is small, has nothing from other sites, and runs nothing inline', async () => {
  const page = await readAdminPage(`${import.meta.dir}/../../src/pages`)
  const { html, files } = page
  const fileOf = async (path: string) => {
    expect([...files.keys()]).toContain(path)
    return `${await files.get(path)?.()}`
  }
  const sizeOf = (text: string) => pageFile(text, '').packed.length
  const css = await fileOf('admin.css')
  const all = sizeOf(html) + sizeOf(css) + sizeOf(await fileOf('admin.js'))
  for (const code of Object.keys(languages)) {
    expect(all + sizeOf(await fileOf(`languages/${code}.js`))).toBeLessThan(maxCompressed)
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
    ['/admin/share-worker.js', 'text/javascript'],
    ['/admin/manifest.webmanifest', 'application/manifest+json'],
    ['/admin/ja.webmanifest', 'application/manifest+json'],
    ['/admin/icon.svg', 'image/svg+xml'],
    ['/admin/icon-192.png', 'image/png'],
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

test('the service draws codes for who is logged in alone', async () => {
  await using server = await startServer()
  const path = '/admin/code.svg?text=http://192.168.1.20/'
  const code = await server.admin(`GET ${path}`)
  expect([code.status, code.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await code.text()).toMatch(/^<svg [^]*<path /)
  expect((await server.admin(`GET ${path}${'x'.repeat(500)}`)).status).toBe(404)
  expect((await fetch(server.url + path)).status).toBe(404)
})

test.skipIf(lacks('chromium'))(
  'Chromium takes it for an app, with icons as its manifest says',
  async () => {
    await using service = await startServer()
    await using browser = await openBrowser()
    const { view } = browser
    await view.navigate(`${service.url}/admin`)
    expect(await view.cdp('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    expect(await view.cdp('Page.getAppManifest')).toMatchObject({ errors: [] })
    const manifest = new URL('../../src/pages/app/manifest.webmanifest', import.meta.url)
    const { icons } = await Bun.file(manifest).json()
    for (const { src, sizes } of icons) {
      // Each has the size that is named, and shows what the one of lines does.
      const shown = await view.evaluate<{ size: string; difference: number }>(`(async () => {
        const draw = async (src) => {
          const image = Object.assign(new Image(), { src })
          await image.decode()
          const side = ${Number.parseInt(sizes, 10)}
          const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
          const context = canvas.getContext('2d')
          context.drawImage(image, 0, 0, side, side)
          const { data } = context.getImageData(0, 0, side, side)
          return { size: image.naturalWidth + 'x' + image.naturalHeight, data }
        }
        const [one, other] = [await draw('${src}'), await draw('/admin/icon.svg')]
        const sum = one.data.reduce((all, value, index) => all + Math.abs(value - other.data[index]), 0)
        return { size: one.size, difference: sum / one.data.length }
      })()`)
      expect(shown.size).toBe(sizes)
      expect(shown.difference).toBeLessThan(1)
    }
  },
)
