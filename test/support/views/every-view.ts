import { password } from '../server.ts'
import { addAsGuest } from './guest-views.ts'
import { addPictures, emptyTrash, steerFrames } from './other-views.ts'
import { changeFolder, findPictures, openPictures } from './picture-views.ts'
import { makeSteps, type Steps, type Walk } from './steps.ts'

/**
 * Goes through every view, dialog and menu of the admin page and of the guests' page, and has each
 * looked at by its name.
 */
export async function goThroughViews(
  walk: Walk,
  lookAt: (name: string) => Promise<void>,
): Promise<void> {
  const steps = makeSteps(walk, lookAt)
  await logIn(steps)
  await findPictures(steps)
  await changeFolder(steps)
  await openPictures(steps)
  await addPictures(steps)
  await steerFrames(steps)
  await emptyTrash(steps)
  await addAsGuest(steps)
}

async function logIn({ driver, url, code, t, page, look }: Steps) {
  await driver.navigate(`${url}/admin`)
  await page.ask(`localStorage.setItem('language', '${code}')`)
  await driver.navigate(`${url}/admin?again`)
  await page.until(`document.querySelectorAll('.looking .cell').length > 0`)
  await look('pictures to look at')
  await page.click('.looking .cell .picture')
  await page.until(`!!document.querySelector('.viewer')`)
  await look('a picture to look at')
  await driver.press('Escape')
  await page.untilClosed()
  await page.click('.bar > button')
  await page.until(`!!document.querySelector('input[name=password]')`)
  await look('login')
  await page.click('input[name=password]')
  await driver.type('wrong')
  await driver.press('Enter')
  await page.untilText(t.errors.wrongPassword)
  await look('wrong password')
  await page.open(url, password)
  await page.until(`!!document.querySelector('.folders .cover')`)
  await look('albums')
}
