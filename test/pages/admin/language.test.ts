import { expect, test } from 'bun:test'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { pictures } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'

describeInBrowser('the language of the page', ({ openAdmin }) => {
  test('is changed in More, and kept on the device, as the name of the app; no other is loaded', async () => {
    await using service = await startServer({ files: pictures(1, 'a/') })
    await using page = await openAdmin(phone, service)
    const root = <T>(property: 'lang' | 'dir') =>
      page.ask<T>(`document.documentElement.${property}`)
    expect(await root<string>('lang')).toBe('en')
    await page.show('more')
    await page.until(`!!document.querySelector('main select')`)
    await page.pick('main select', 'ar')
    await page.untilText('المزيد')
    expect([await root<string>('lang'), await root<string>('dir')]).toEqual(['ar', 'rtl'])
    await page.driver.navigate(`${service.url}/admin?again`)
    await page.untilText('الألبومات')
    const name = `fetch(document.querySelector('link[rel=manifest]').href)
      .then((answer) => answer.json()).then((manifest) => manifest.short_name)`
    expect(await page.ask<string>(name)).toBe('الصور')
    const loaded = `performance.getEntriesByType('resource')
      .map(({ name }) => name.split('/languages/')[1]).filter(Boolean)`
    expect(await page.ask<string[]>(loaded)).toEqual(['ar.js'])
  })
})
