import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

setDefaultTimeout(120_000)

/** What browsers know of the app: where they send what is shared to it, and in which field. */
const { share_target: target } = await Bun.file(
  new URL('../../../../src/pages/app/manifest.webmanifest', import.meta.url),
).json()

describeInBrowser('photos that another app shares to the page', ({ open }) => {
  test('are added to the folder that is chosen, also after a login', async () => {
    await using service = await startServer({ files: { 'Summer/1.png': noise(60, 40, 1) } })
    await using camera = await temporaryFolder()
    const paths = ['2.png', '3.png'].map((name) => join(camera.path, name))
    for (const [index, path] of paths.entries()) await Bun.write(path, noise(60, 40, index + 2))
    await using driver = await open(phone)
    const page = adminPage(driver)
    await page.open(service.url)
    await page.until(
      `navigator.serviceWorker.getRegistration('/admin/').then((each) => each?.active?.state === 'activated')`,
    )
    await driver.forgetCookies()
    // As a browser does: it goes to the address with a form of its own.
    await page.ask(`document.body.insertAdjacentHTML('beforeend', \`
      <form id="share" action="${target.action}" method="${target.method}" enctype="${target.enctype}">
        <input type="file" multiple name="${target.params.files[0].name}" />
      </form>\`)`)
    await driver.chooseFiles('#share input', paths)
    await page.ask(`document.querySelector('#share').submit()`)
    await page.until(`!document.querySelector('#share') && location.pathname === '/admin'`)
    await page.open(service.url)
    await page.press('Summer')
    await page.press('Add here')
    await page.untilText('2 of 2 pictures stored')
    expect((await readdir(service.at('Summer'))).toSorted()).toEqual(['1.png', '2.png', '3.png'])
    for (const path of paths) {
      const stored = service.at(`Summer/${path.split('/').at(-1)}`)
      expect(await Bun.file(stored).bytes()).toEqual(await Bun.file(path).bytes())
    }
    // They are asked about once.
    await page.until(`caches.has('shared').then((has) => !has)`)
    expect(driver.complaints.filter((text) => /Content.Security.Policy/.test(text))).toEqual([])
  })
})
