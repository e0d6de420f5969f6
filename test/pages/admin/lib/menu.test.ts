import { expect, test } from 'bun:test'
import { adminPage, type AdminPage } from '../../../support/admin-page.ts'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const files = { 'a/1.png': noise(60, 40, 1) }

/** Opens the menu of a folder. */
async function openMenu(page: AdminPage, url: string) {
  await page.open(url)
  await page.show('pictures/a')
  await page.untilPictures(1)
  await page.click('main [aria-haspopup]')
  await page.until(`!!document.querySelector('.menu[open]')`)
}

const focusedText = 'document.activeElement.textContent'
const menuButton = `document.querySelector('main [aria-haspopup]')`
const rectOf = (page: AdminPage, element: string) =>
  page.ask<{ left: number; right: number; top: number; bottom: number }>(
    `${element}.getBoundingClientRect().toJSON()`,
  )

describeInBrowser('a menu', ({ open }) => {
  const server = sharedServer({ files })

  test('is walked by keys, and gives the focus back when it closes', async () => {
    const service = server()
    await using driver = await open(desktop)
    const page = adminPage(driver)
    await openMenu(page, service.url)
    const all = await page.ask<string[]>(
      `[...document.querySelectorAll('.menu button')].map((each) => each.textContent)`,
    )
    expect(all).toEqual(['Add folder', 'Invite guests', 'Rename', 'Move', 'Delete folder'])
    for (const [key, expected] of [
      ['ArrowDown', 'Invite guests'],
      ['End', 'Delete folder'],
      ['ArrowDown', 'Add folder'],
      ['ArrowUp', 'Delete folder'],
      ['Home', 'Add folder'],
    ] as const) {
      await driver.press(key)
      expect(await page.ask<string>(focusedText)).toBe(expected)
    }
    await driver.press('Escape')
    await page.until(`!document.querySelector('.menu')`)
    expect(await page.ask<boolean>(`document.activeElement === ${menuButton}`)).toBe(true)
    await driver.press('Enter')
    await page.until(`!!document.querySelector('.menu[open]')`)
    await driver.press('ArrowUp')
    await driver.press('Enter')
    await page.untilText('Delete “a”?')
    await driver.press('Escape')
    await page.until(`!document.querySelector('dialog')`)
    expect(await page.ask<boolean>(`document.activeElement === ${menuButton}`)).toBe(true)
  })

  test('opens at its button, and a click beside it does nothing but close it', async () => {
    const service = server()
    await using driver = await open(desktop)
    const page = adminPage(driver)
    await openMenu(page, service.url)
    await page.untilStill()
    const [button, menu] = [
      await rectOf(page, menuButton),
      await rectOf(page, `document.querySelector('.menu')`),
    ]
    expect(menu.top).toBeWithin(button.bottom, button.bottom + 10)
    expect(menu.left < button.right && menu.right > button.left).toBe(true)
    const { left, bottom } = await rectOf(page, `document.querySelector('.cell')`)
    await driver.click({ x: left + 5, y: bottom - 5 })
    await page.until(`!document.querySelector('.menu')`)
    expect(await page.ask<boolean>(`!!document.querySelector('dialog')`)).toBe(false)
  })

  test('comes from below on a phone', async () => {
    const service = server()
    await using driver = await open(phone)
    const page = adminPage(driver)
    await openMenu(page, service.url)
    await page.untilStill()
    const { left, right, bottom } = await rectOf(page, `document.querySelector('.menu')`)
    // Without the room for a scroll bar, which phones have none of.
    const width = await page.ask<number>('document.body.clientWidth')
    expect([left, right, bottom]).toEqual([0, width, phone.height])
    await driver.touch({ x: 100, y: 100 })
    await page.until(`!document.querySelector('.menu')`)
  })
})
