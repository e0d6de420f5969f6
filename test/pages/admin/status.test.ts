import { expect, test } from 'bun:test'
import { utimes } from 'node:fs/promises'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { noise } from '../../support/pixels.ts'
import { eventually, startServer } from '../../support/server.ts'

describeInBrowser('Status', ({ open }) => {
  test('lists what is damaged or not shown with what to do, and deletes it', async () => {
    const picture = noise(60, 40, 1)
    const files = {
      'trip/cut.png': picture.subarray(0, picture.length / 2),
      'trip/scan.tif': Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)]),
      'whole.png': picture,
    }
    await using service = await startServer({ files })
    await using driver = await open(phone)
    const page = adminPage(driver)
    // What was just written may still be written on.
    for (const path of Object.keys(files)) await utimes(service.at(path), 1e9, 1e9)
    await page.open(service.url)
    await page.hurry()
    await page.show('status')
    await page.untilText('trip/cut.png')
    await page.untilText(
      'Cut off or damaged after its beginning. Copy it again from where it came, or delete it.',
    )
    await page.untilText('Is not shown because it is a TIFF picture: convert it to JPEG or PNG.')
    expect(await page.ask<string>('document.body.innerText')).not.toContain('whole.png')
    for (const path of ['trip/scan.tif', 'trip/cut.png']) {
      await page.click(`button[aria-label="Delete ${path}"]`)
      await eventually(async () => !(await Bun.file(service.at(path)).exists()))
      await page.until(`!document.body.innerText.includes('${path}')`)
    }
    expect(await Bun.file(service.at('whole.png')).exists()).toBe(true)
  })
})
