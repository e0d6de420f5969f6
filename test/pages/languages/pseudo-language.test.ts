import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { panelChoices } from '../../../src/pages/admin/frames/panels.ts'
import { formWords } from '../../../src/http/request/frame/form-fields.ts'
import { setMessages } from '../../../src/pages/admin/lib/messages.ts'
import english from '../../../src/pages/languages/en.json'
import { listLanguages } from '../../../src/pages/languages/languages.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import { lacks } from '../../support/programs.ts'
import { goThroughViews } from '../../support/views/every-view.ts'
import { faultsOnPage } from '../../support/views/page-faults.ts'
import { ownNames, startViewedService } from '../../support/views/viewed-service.ts'
import { code, startPseudoProxy, t } from './pseudo-language.ts'

setDefaultTimeout(120_000)
setMessages({ ...english, settings: formWords() }, 'en')

/** Names that are the same in every language, and parts of the names of files. */
const names = [
  ...ownNames,
  ...listLanguages().map(({ name }) => name),
  ...Object.values(panelChoices()).slice(1),
  '.png',
  '.jpg',
  '22:00-07:00',
  // The service says in English alone what is wrong with a file.
  'Not a JPEG, PNG, GIF, WebP, HEIC or AVIF',
  'Holds a PNG picture: its name should end in',
]

const isInOneRow = `[...document.querySelectorAll('.bar a, .bar > *')].every((each) =>
  each.getBoundingClientRect().top < 16)`

describe.skipIf(lacks('chromium'))('in a language that is longer and runs to the left', () => {
  test('nothing is English, cut or over another, on a phone and on a desk', async () => {
    const phone = { width: 320, height: 844 }
    await using service = await startViewedService()
    await using proxy = startPseudoProxy(service.url)
    await using driver = await (await startChromium('light')).open(phone)
    await goThroughViews({ ...service, driver, url: proxy.url, code, t }, async (name) => {
      for (const screen of [{ ...phone, width: 1280 }, phone]) {
        await driver.setScreen(screen)
        const faults = await driver.evaluate<string[]>(faultsOnPage(names))
        expect([name, screen, ...faults]).toEqual([name, screen])
      }
      expect(await driver.evaluate<string>('document.documentElement.dir')).toBe('rtl')
      if (name === 'pictures') expect(await driver.evaluate<boolean>(isInOneRow)).toBe(true)
    })
  })
})
