import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { panelChoices } from '../../../src/pages/admin/frames/panels.ts'
import { formWords } from '../../../src/http/request/form-fields.ts'
import { setMessages } from '../../../src/pages/admin/lib/messages.ts'
import * as english from '../../../src/pages/languages/en.ts'
import { listLanguages } from '../../../src/pages/languages/languages.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import type { RunningBrowser } from '../../support/browsers/page-driver.ts'
import { noise } from '../../support/pixels.ts'
import { lacks } from '../../support/programs.ts'
import { eventually, password, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { faultsOnPage, openPseudoPage, startPseudoProxy, t } from './pseudo-language.ts'

setDefaultTimeout(120_000)
setMessages({ ...english, settings: formWords() }, 'en')

/** Names that are the same in every language, and parts of the names of files. */
const names = [
  ...listLanguages().map(({ name }) => name),
  ...Object.values(panelChoices()).slice(1),
  '.png',
  '.jpg',
  '22:00-07:00',
]

const files = {
  'É/1.png': noise(60, 40, 1),
  'É/2.png': noise(60, 40, 2),
  'É/3.png': Buffer.from('no picture'),
  'É/4/5.png': noise(60, 40, 3),
  '6/7.jpg': noise(60, 40, 4),
}

describe.skipIf(lacks('chromium'))('in a language that is longer and runs to the left', () => {
  let browser: RunningBrowser
  beforeAll(async () => {
    browser = await startChromium('light')
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  test.each([320, 1280])('nothing is English, cut or over another: %d', async (width) => {
    await using service = await startServer({ files, env: { MAX_FILE_SIZE: '1KB' } })
    await using proxy = startPseudoProxy(service.url)
    await using camera = await temporaryFolder()
    await fetch(`${service.url}/api/images/random?frame=8&width=800&height=480`)
    await using driver = await browser.open({ width, height: 844 })
    const page = await openPseudoPage(driver, proxy.url)
    const check = async () => {
      await page.untilStill()
      expect(await page.ask<string[]>(faultsOnPage(names))).toEqual([])
    }
    const checkDialog = async () => {
      await page.until(
        `!!document.querySelector('dialog :is(h2, select, .details, form, [role=menu])')`,
      )
      await check()
      // The first may close suggestions for an input.
      await eventually(async () => {
        await driver.press('Escape')
        return page.ask<boolean>(`!document.querySelector('dialog')`)
      })
    }
    const ask = async (button: string) => {
      await page.press(button)
      await checkDialog()
    }
    await check()
    await page.open(proxy.url, password)
    expect(await page.ask<string>('document.documentElement.dir')).toBe('rtl')
    await page.until(`!!document.querySelector('.strip button')`)
    await check()
    const row = `[...document.querySelectorAll('.bar a, .bar > *')].every((each) =>
      each.getBoundingClientRect().top < 16)`
    expect(await page.ask<boolean>(row)).toBe(true)
    await page.show('newest')
    await page.untilPictures(5)
    await check()
    await page.show('search/%C3%89')
    await page.untilText(t.count.folders(1))
    await check()
    await page.show('search/0')
    await page.untilText(t.albums.nothingFound('0'))
    await check()
    await page.show('pictures/%C3%89')
    await page.untilPictures(3)
    await check()
    await page.order('newest')
    await page.until(`!!document.querySelector('.month-bar')`)
    await check()
    await page.order('name')
    await page.until(`!document.querySelector('.month-bar')`)
    await ask(t.folder.newFolder)
    await page.click('main [aria-haspopup]')
    await checkDialog()
    for (const action of [t.app.rename, t.invite.action, t.folder.deleteFolder]) {
      await page.choose(action)
      await checkDialog()
    }
    await page.click('.check')
    await page.untilText(t.selection.selected(1, 3))
    await check()
    await ask(t.app.move)
    await page.press(t.app.cancel)
    await page.click('.cell:nth-child(1) .picture')
    await page.until(`!!document.querySelector('.viewer')`)
    await page.click('.viewer [aria-haspopup]')
    await page.until(`!!document.querySelector('.menu[open]')`)
    await check()
    await driver.press('Escape')
    await page.until(`!document.querySelector('.menu')`)
    await ask(t.picture.details)
    const photos = [8, 9].map((each) => join(camera.path, `${each}.png`))
    for (const photo of photos) await Bun.write(photo, noise(60, 40, 1))
    await page.addFiles(photos)
    await page.untilText(t.uploads.makeAllSmaller(2))
    await page.press(t.uploads.showList)
    await check()
    await page.press(t.uploads.clear)
    await page.show('pictures/0')
    await page.untilText(t.errors.folderGone)
    await check()
    await page.show('frames')
    await page.untilText(t.app.settings)
    await check()
    await ask(t.app.settings)
    await ask(t.frames.showPicture)
    await page.choose(t.app.forget)
    await checkDialog()
    await ask(t.frames.connectFrame)
    await page.show('status')
    await page.until(`!!document.querySelector('.unreadable button')`)
    await check()
    await page.click('.unreadable button')
    await page.untilText(t.changes.pictures.trashed(1))
    await page.until(`!!document.querySelector('.trash li')`)
    await check()
    await page.click('.trash input')
    await page.untilText(t.trash.selectedOf(1, 1))
    await check()
    await ask(t.app.deleteForGood)
  })
})
