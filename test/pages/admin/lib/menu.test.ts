import { expect, test } from 'bun:test'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import type { Device } from '../../../support/browsers/page-driver.ts'
import { pictures } from '../../../support/pixels.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const focusedText = 'document.activeElement.textContent'
const menuButton = 'main [aria-haspopup]'
const hasFocus = `document.activeElement === document.querySelector('${menuButton}')`

describeInBrowser('a menu', ({ openAdmin }) => {
  const server = sharedServer({ files: pictures(1, 'a/') })

  /** Opens the menu of a folder. */
  async function openMenu(device: Device) {
    const page = await openAdmin(device, server(), 'pictures/a', 1)
    await page.click(menuButton)
    await page.until(`!!document.querySelector('.menu[open]')`)
    return page
  }

  test('is walked by keys, gives the focus back when it closes, and opens at its button', async () => {
    await using page = await openMenu(desktop)
    const all = ['Add folder', 'Invite guests', 'Rename', 'Move', 'Delete album']
    expect(await page.texts('.menu button')).toEqual(all)
    for (const [key, expected] of [
      ['ArrowDown', 'Invite guests'],
      ['End', 'Delete album'],
      ['ArrowDown', 'Add folder'],
      ['ArrowUp', 'Delete album'],
      ['Home', 'Add folder'],
    ] as const) {
      await page.driver.press(key)
      expect(await page.ask<string>(focusedText)).toBe(expected)
    }
    await page.driver.press('Escape')
    await page.until(`!document.querySelector('.menu')`)
    expect(await page.ask<boolean>(hasFocus)).toBe(true)
    await page.driver.press('Enter')
    await page.until(`!!document.querySelector('.menu[open]')`)
    await page.driver.press('ArrowUp')
    await page.driver.press('Enter')
    await page.untilText('Delete “a”?')
    await page.driver.press('Escape')
    await page.until(`!document.querySelector('dialog')`)
    expect(await page.ask<boolean>(hasFocus)).toBe(true)

    await page.click(menuButton)
    await page.untilStill()
    const button = await page.rectOf(menuButton)
    const menu = await page.rectOf('.menu')
    expect(menu.top).toBeWithin(button.bottom, button.bottom + 10)
    expect(menu.left < button.right && menu.right > button.left).toBe(true)
    const { left, bottom } = await page.rectOf('.cell')
    // A click beside it does nothing but close it.
    await page.driver.click({ x: left + 5, y: bottom - 5 })
    await page.until(`!document.querySelector('.menu')`)
    expect(await page.ask<boolean>(`!!document.querySelector('dialog')`)).toBe(false)
  })

  test('stays on the screen of a phone that lies', async () => {
    const height = 340
    await using page = await openMenu({ width: 844, height })
    await page.untilStill()
    expect((await page.rectOf('.menu')).bottom).toBeLessThanOrEqual(height)
    await page.press('Delete album')
    await page.untilText('Delete “a”?')
  })

  test('comes from below on a phone', async () => {
    await using page = await openMenu(phone)
    await page.untilStill()
    const { left, right, bottom } = await page.rectOf('.menu')
    // Without the room for a scroll bar, which phones have none of.
    const width = await page.ask<number>('document.body.clientWidth')
    expect([left, right, bottom]).toEqual([0, width, phone.height])
    await page.driver.touch({ x: 100, y: 100 })
    await page.until(`!document.querySelector('.menu')`)
  })
})
