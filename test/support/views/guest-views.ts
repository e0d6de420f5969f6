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
  await page.untilText(t.uploads.makeAllSmaller(2))
  await page.press(t.uploads.showList)
  await look('refused uploads of a guest')
  await driver.navigate(`${url}${guestPath}?again`)
  await page.untilText(t.guests.add)
  await page.addFiles([smallPhoto])
  await page.untilText(t.guests.thanks)
  await page.press(t.uploads.showList)
  await look('uploads of a guest')
  await page.press(t.guests.takeBack)
  await page.untilText(t.guests.takenBack)
  await look('what a guest took back')
}
