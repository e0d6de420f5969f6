import { test } from 'bun:test'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

describeInBrowser('the name of a folder', ({ open }) => {
  test('stays as it is typed while others add pictures', async () => {
    await using service = await startServer({ files: { 'a/1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(open, phone, service)
    await page.hurry()
    await page.show('pictures/a')
    await page.untilPictures(1)
    await page.press('New folder')
    await page.click('dialog input')
    await page.driver.type('Win')
    await Bun.write(service.at('a/2.png'), noise(60, 40, 2))
    await page.untilPictures(2)
    await page.driver.type('ter')
    await page.driver.press('Enter')
    await page.until(`document.querySelector('h1').textContent === 'Winter'`)
  })
})
