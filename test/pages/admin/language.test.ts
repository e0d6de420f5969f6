import { expect, test } from 'bun:test'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'

describeInBrowser('the language of the page', ({ open }) => {
  test('is changed in Status, and kept on the device; no other is loaded', async () => {
    await using service = await startServer({ files: { 'a/1.png': noise(60, 40, 1) } })
    await using driver = await open(phone)
    const page = adminPage(driver)
    const root = <T>(property: 'lang' | 'dir') =>
      page.ask<T>(`document.documentElement.${property}`)
    await page.open(service.url)
    expect(await root<string>('lang')).toBe('en')
    await page.show('status')
    await page.until(`!!document.querySelector('main select')`)
    await page.ask(`(() => {
      const select = document.querySelector('main select')
      select.value = 'ar'
      select.dispatchEvent(new Event('input', { bubbles: true }))
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await page.untilText('الحالة')
    expect([await root<string>('lang'), await root<string>('dir')]).toEqual(['ar', 'rtl'])
    await driver.navigate(`${service.url}/admin?again`)
    await page.untilText('المجلدات')
    expect(
      await page.ask<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => name.split('/languages/')[1]).filter(Boolean)`,
      ),
    ).toEqual(['ar.js'])
  })
})
