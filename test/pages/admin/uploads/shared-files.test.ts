import { expect, test } from 'bun:test'
import { type AdminPage } from '../../../support/admin-page.ts'
import { describeInEachBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import type { PageDriver } from '../../../support/browsers/page-driver.ts'
import { camera } from '../../../support/guest-page.ts'
import { pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { folderWith } from '../../../support/temporary.ts'
import { expectStored } from '../../expect-stored.ts'

/** What browsers know of the app: where they send what is shared to it, and in which field. */
const { share_target: target } = await Bun.file(
  new URL('../../../../src/pages/app/manifest.webmanifest', import.meta.url),
).json()

/** Shares files as a browser does: it goes to the address with a form of its own. */
async function share(page: AdminPage, driver: PageDriver, paths: readonly string[]) {
  await page.until(
    `navigator.serviceWorker.getRegistration('/admin/').then((each) => each?.active?.state === 'activated')`,
  )
  await page.ask(`document.body.insertAdjacentHTML('beforeend', \`
    <form id="share" action="${target.action}" method="${target.method}" enctype="${target.enctype}">
      <input type="file" multiple name="${target.params.files[0].name}" />
    </form>\`)`)
  await driver.chooseFiles('#share input', paths)
  await page.ask(`document.querySelector('#share').submit()`)
  await page.until(`!document.querySelector('#share') && location.pathname === '/admin'`)
}

const isEmpty = `caches.open('shared').then(async (cache) => (await cache.keys()).length === 0)`
const shown = `[...document.querySelectorAll('.shared canvas')].map((each) => each.title)`

describeInEachBrowser('photos that another app shares to the page', ({ openAdmin }) => {
  test('are shown, then added to the folder that is chosen, also after a login', async () => {
    await using service = await startServer({ files: pictures(1, 'Summer/Beach/') })
    await using photos = await camera(2)
    await using page = await openAdmin(phone, service)
    await page.driver.forgetCookies()
    await share(page, page.driver, photos.paths)
    await page.open(service.url)
    await page.until(`${shown}.join() === '0.png,1.png'`)
    await page.until(
      `[...document.querySelectorAll('.shared canvas')].every(({ height }) => height === 160)`,
    )
    await page.press('Summer')
    await page.untilText('2 of 2 photos stored')
    await expectStored(service.at('Summer'), photos.paths)
    // They are asked about once.
    await page.until(isEmpty)
    const broken = page.driver.complaints.filter((text) => /Content.Security.Policy/.test(text))
    expect(broken).toEqual([])
  })

  test('are kept for an hour, a hundred of them at most, the latest', async () => {
    await using service = await startServer()
    await using first = await folderWith(pictures(60))
    await using second = await folderWith(pictures(50, 'later-'))
    await using page = await openAdmin(phone, service)
    await share(page, page.driver, first.paths)
    await page.untilText('60 photos')
    await share(page, page.driver, second.paths)
    await page.untilText('50 photos')
    await page.until(`${shown}[0].startsWith('later-')`)
    await page.ask(`caches.open('shared').then(async (cache) => {
      const [key] = await cache.keys()
      const old = key.url.replace(/\\d+(?=-\\d+-\\d+$)/, Date.now() - 3_601_000)
      await cache.put(old, await cache.match(key))
      await cache.delete(key)
    })`)
    await page.driver.navigate(`${service.url}/admin`)
    await page.until(isEmpty)
    expect(await page.ask(shown)).toEqual([])
  })
})
