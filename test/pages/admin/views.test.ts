import { expect, setDefaultTimeout, test } from 'bun:test'
import { adminPage } from '../../support/admin-page.ts'
import { chromium, openBrowser } from '../../support/browser.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'

setDefaultTimeout(120_000)

const axe = await Bun.file(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text()
/** The service lists no image whose name has one of the prohibited characters, such as `<`. */
const hostile = `&lt;img src=x onerror=alert(1)&gt; 'x' %3Cb%3E {1+1}.png`
const files = {
  [`Summer/${hostile}`]: noise(60, 40, 1),
  'Summer/\u202Egnp.exe & b.png': noise(60, 40, 2),
  [`Summer/${'ü'.repeat(125)}.png`]: noise(60, 40, 3),
  'Summer/broken.jpg': Buffer.from('no picture'),
  'Summer & &lt;b&gt;/&amp; {1}/x.png': noise(60, 40, 4),
}

test.skipIf(!chromium).each([
  [390, 'light'],
  [390, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
  [320, 'light'],
] as const)(
  'no view breaks a rule for accessibility or its width: %d, %s',
  async (width, scheme) => {
    await using service = await startServer({ files })
    await fetch(`${service.url}/api/images/random?frame=hall&width=800&height=480`)
    await using browser = await openBrowser()
    await browser.setScreen(width, 844)
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await browser.view.cdp('Emulation.setEmulatedMedia', { features })
    const page = adminPage(browser)
    const check = async () => {
      await page.ask(`(() => { ${axe} })()`)
      const violations = await page.ask<string[]>(`axe.run(document).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`)
      expect(violations).toEqual([])
      expect(
        await page.ask<number>('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0)
    }
    await browser.view.navigate(`${service.url}/admin`)
    await page.until(`!!document.querySelector('input[name=password]')`)
    await check()
    await page.open(service.url)
    await page.untilText('Summer')
    await check()
    await page.show('pictures/Summer')
    await page.until(`document.querySelectorAll('.cell').length === 4`)
    await check()
    await page.ask(`document.querySelector('.check').click()`)
    await page.untilText('1 of 4 pictures selected')
    await check()
    for (const button of ['Move', 'Delete']) {
      await page.press(button)
      await page.until(`!!document.querySelector('dialog')`)
      await check()
      await browser.view.press('Escape')
      await page.until(`!document.querySelector('dialog')`)
    }
    await page.ask(`document.querySelector('.check').click()`)
    await page.until(`!document.querySelector('.selection')`)
    await page.ask(`document.querySelectorAll('.picture')[1].click()`)
    await page.until(`!!document.querySelector('.viewer')`)
    await page.press('Details')
    await page.until(`!!document.querySelector('.details')`)
    await check()
    await browser.view.press('Escape')
    await page.show('frames')
    await page.untilText('hall')
    await check()
    await page.show('care')
    await page.untilText('Pictures that can’t be shown')
    await page.untilText('broken.jpg')
    await check()
  },
)

test.skipIf(!chromium)('the names of files and folders are text, whatever is in them', async () => {
  await using service = await startServer({ files })
  await using browser = await openBrowser()
  const page = adminPage(browser)
  await page.open(service.url)
  await page.untilText('Summer & &lt;b&gt;')
  await page.show('pictures/Summer')
  await page.until(`document.querySelectorAll('.cell').length === 4`)
  const names = await page.ask<string[]>(`[...document.querySelectorAll('.picture')].map((each) =>
    'Summer/' + each.getAttribute('aria-label').replace(', can’t be shown', ''))`)
  expect(names.toSorted()).toEqual(Object.keys(files).slice(0, 4).toSorted())
  await page.ask(`[...document.querySelectorAll('.picture')].find((each) =>
    each.getAttribute('aria-label').startsWith('&lt;img')).click()`)
  await page.until(`!!document.querySelector('.viewer')`)
  expect(await page.ask<string>(`document.querySelector('.viewer .name').textContent`)).toContain(
    hostile,
  )
  expect(await page.ask<string>('document.title')).toBe('Photos')
})

test.skipIf(!chromium)(
  'keys alone walk the grid, open a picture, turn it and close it',
  async () => {
    await using service = await startServer({
      files: Object.fromEntries([1, 2, 3, 4].map((salt) => [`${salt}.png`, noise(60, 40, salt)])),
    })
    await using browser = await openBrowser()
    const page = adminPage(browser)
    await page.open(service.url)
    await page.until(`document.querySelectorAll('.cell').length === 4`)
    const focused = () =>
      page.ask<string>(`document.activeElement.getAttribute('aria-label') ?? ''`)
    for (let tabs = 0; (await focused()) !== '1.png'; tabs += 1) {
      expect(tabs).toBeLessThan(30)
      await browser.view.press('Tab')
    }
    await browser.view.press('ArrowRight')
    expect(await focused()).toBe('2.png')
    await browser.view.press('Enter')
    await page.until(`!!document.querySelector('.viewer')`)
    await browser.view.press('ArrowRight')
    await page.until(`document.querySelector('.viewer .name').textContent.startsWith('3.png')`)
    await browser.view.press('Escape')
    await page.until(`!document.querySelector('.viewer')`)
    expect(await focused()).toBe('2.png')
  },
)

test.skipIf(!chromium)(
  'a session that ends in the middle is opened again without asking',
  async () => {
    await using service = await startServer({ files })
    await using browser = await openBrowser()
    const page = adminPage(browser)
    await page.open(service.url)
    await browser.view.cdp('Network.clearBrowserCookies')
    await page.press('New folder')
    await browser.view.click('dialog input')
    await browser.view.type('Winter')
    await browser.view.press('Enter')
    await page.until(
      `[...document.querySelectorAll('.folders .name')].some((each) => each.textContent === 'Winter')`,
    )
  },
)
