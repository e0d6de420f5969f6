import { join } from 'node:path'
import { adminPage, type AdminPage } from '../admin-page.ts'
import type { PageDriver } from '../browsers/page-driver.ts'
import { startFaultyProxy } from '../faulty-proxy.ts'
import { camera, filledUp, visit } from '../guest-page.ts'
import { invite } from '../inviting.ts'
import { startServer } from '../server.ts'
import { temporaryFolder } from '../temporary.ts'
import type { Steps } from './steps.ts'

export async function addAsGuest({
  driver,
  url,
  guestPath,
  photos,
  smallPhoto,
  t,
  page,
  look,
}: Steps) {
  await driver.navigate(url + guestPath)
  await page.untilText(t.guests.add)
  await look('the page of guests')
  await page.addFiles(photos)
  await page.until(`document.querySelectorAll('.uploads .refused').length === 2`)
  await look('refused uploads of a guest')
  await driver.navigate(`${url}${guestPath}?again`)
  await page.untilText(t.guests.add)
  await page.addFiles([smallPhoto])
  await page.untilText(t.guests.thanks(1))
  await look('uploads of a guest')
  await page.press(t.guests.takeBack)
  await page.untilText(t.guests.takenBack)
  await look('what a guest took back')
}

/** Goes through all that the guests' page shows, with long names, and has each looked at. */
export async function goThroughGuestViews(
  driver: PageDriver,
  look: (page: AdminPage) => Promise<void>,
): Promise<void> {
  await using service = await startServer({ env: { MAX_FILE_SIZE: '2MB' } })
  using proxy = await startFaultyProxy(() => service.url, ['very slow'])
  await using photos = await camera(3, 1_500_000)
  await using folder = await temporaryFolder()
  const large = ['a', 'b'].map((name) => join(folder.path, `${name.repeat(50)}.png`))
  for (const [index, file] of large.entries()) await Bun.write(file, filledUp(index, 3_000_000))
  const label = `The birthday of ${'Ä'.repeat(60)}`
  const { path, end } = await invite(service, { folder: 'party', label, maxFiles: 1 })
  const page = adminPage(driver)
  const check = () => look(page)
  await visit(driver, proxy.url + path)
  await check()
  await page.addFiles(photos.paths)
  await page.until(`!!document.querySelector('li progress')`)
  await check()
  await page.press('Pause')
  await page.untilText('paused')
  await check()
  await page.until(`Object.values(localStorage).some((each) => each.includes('2.png'))`)
  await driver.navigate(proxy.url + path)
  await page.untilText('of your last visit')
  await check()
  await driver.chooseFiles('.left-over input[type=file]', photos.paths.slice(0, 1))
  await page.untilText('Thank you!')
  await check()
  await page.press('Take back')
  await page.untilText('Taken back')
  await check()
  await page.addFiles(large)
  await page.untilText('This link takes no more photos.')
  await check()
  await end()
  await driver.navigate(proxy.url + path)
  await page.untilText('This link does not work any more')
  await check()
}
