import { expect, setDefaultTimeout, test } from 'bun:test'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowsers, phone } from '../../support/browsers/installed-browsers.ts'
import { noise } from '../../support/pixels.ts'
import { password, startServer } from '../../support/server.ts'

setDefaultTimeout(60_000)

const isAsking = `!!document.querySelector('input[name=password]')`

describeInBrowsers('a session', ({ open }) => {
  test('asks for the password again where the page does not know it, and goes on with what was begun', async () => {
    await using service = await startServer({ files: { 'a.png': noise(60, 40, 1) } })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await page.open(service.url)
    // The cookie is still good after a reload, but nobody has typed the password.
    await driver.navigate(`${service.url}/admin?again`)
    await page.untilPictures(1)
    await driver.forgetCookies()
    await page.press('New folder')
    await page.click('dialog input')
    await driver.type('Winter')
    await driver.press('Enter')
    await page.until(isAsking)
    await page.click('input[name=password]')
    await driver.type('wrong')
    await driver.press('Enter')
    await page.until(
      `[...document.querySelectorAll('.login [role=alert]')].some((each) => each.textContent !== '')`,
    )
    await page.ask(`document.querySelector('input[name=password]').select()`)
    await driver.type(password)
    await driver.press('Enter')
    await page.until(
      `[...document.querySelectorAll('.folders .name')].some((each) => each.textContent === 'Winter')`,
    )
    expect(await page.ask<boolean>(isAsking)).toBe(false)
  })

  test('ends by a log out, which leaves nothing of the pictures on the page', async () => {
    await using service = await startServer({ files: { 'a.png': noise(60, 40, 1) } })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await page.open(service.url)
    await page.untilPictures(1)
    await page.press('Log out')
    await page.until(isAsking)
    expect(await page.ask<string>(`document.body.textContent`)).not.toContain('a.png')
    expect(await page.ask<number>(`document.querySelectorAll('.picture').length`)).toBe(0)
    await driver.navigate(`${service.url}/admin?again`)
    await page.until(isAsking)
  })
})
