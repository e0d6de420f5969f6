import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowsers, desktop, phone } from '../../support/browsers/installed-browsers.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

setDefaultTimeout(120_000)

const axe = await Bun.file(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text()
/** The service lists no image whose name has one of the prohibited characters, such as `<`. */
const hostile = `&lt;img src=x onerror=alert(1)&gt; 'x' %3Cb%3E {1+1}.png`
const files = {
  [`Summer/${hostile}`]: noise(60, 40, 1),
  'Summer/\u202Egnp.exe & b.png': noise(60, 40, 2),
  [`Summer/${'ü'.repeat(125)}.png`]: noise(60, 40, 3),
  'Summer/broken.jpg': Buffer.from('no picture'),
  'Misnamed/a.jpg': noise(60, 40, 5),
  'Summer & &lt;b&gt;/&amp; {1}/x.png': noise(60, 40, 4),
}

for (const scheme of ['light', 'dark'] as const) {
  describeInBrowsers(
    `the admin page, ${scheme},`,
    ({ open }) => {
      test.each(scheme === 'light' ? [320, 1280] : [390, 1280])(
        'breaks no rule for accessibility or its width: %d',
        async (width) => {
          await using service = await startServer({ files, env: { MAX_FILE_SIZE: '1KB' } })
          await using camera = await temporaryFolder()
          await fetch(`${service.url}/api/images/random?frame=hall&width=800&height=480`)
          await using driver = await open({ width, height: 844 })
          const page = adminPage(driver)
          const check = async () => {
            await page.untilStill()
            await page.ask(`(() => { ${axe} })()`)
            const violations = await page.ask<string[]>(`axe.run(document).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`)
            expect(violations).toEqual([])
            expect(
              await page.ask<number>('document.documentElement.scrollWidth - innerWidth'),
            ).toBeLessThanOrEqual(0)
          }
          await driver.navigate(`${service.url}/admin`)
          await page.until(`!!document.querySelector('input[name=password]')`)
          await check()
          await page.open(service.url)
          await page.untilText('Summer')
          await page.until(`!!document.querySelector('.strip button')`)
          await check()
          await page.show('newest')
          await page.untilPictures(6)
          await check()
          await page.show('search/summer')
          await page.untilText('2 folders')
          await check()
          await page.show('search/none')
          await page.untilText('Nothing found')
          await check()
          await page.show('pictures/Summer')
          await page.untilPictures(4)
          await check()
          await page.order('newest')
          await page.until(`!!document.querySelector('.month-bar')`)
          await check()
          await page.order('name')
          await page.until(`!document.querySelector('.month-bar')`)
          await page.click('.check')
          await page.untilText('1 of 4 pictures selected')
          await check()
          const checkDialog = async () => {
            await page.until(`!!document.querySelector('dialog')`)
            await check()
            await driver.press('Escape')
            await page.until(`!document.querySelector('dialog')`)
          }
          await page.click('main [aria-haspopup]')
          await checkDialog()
          for (const action of ['Invite guests', 'Delete folder']) {
            await page.choose(action)
            await checkDialog()
          }
          await page.press('Move')
          await checkDialog()
          await page.click('.check')
          await page.until(`!document.querySelector('.selection')`)
          await page.click('.cell:nth-child(2) .picture')
          await page.until(`!!document.querySelector('.viewer')`)
          await page.press('Details')
          await page.until(`!!document.querySelector('.details')`)
          await check()
          await page.click('.viewer-facts button')
          await page.click('.viewer [aria-haspopup]')
          await page.until(`!!document.querySelector('.menu[open]')`)
          await check()
          await driver.press('Escape')
          await page.until(`!document.querySelector('.menu')`)
          await driver.press('Escape')
          await page.until(`!document.querySelector('.viewer')`)
          const photos = [1, 2].map((each) => join(camera.path, `${each}.png`))
          for (const photo of photos) await Bun.write(photo, noise(60, 40, 1))
          await page.addFiles(photos)
          await page.press('Make all 2 smaller')
          await page.addFiles(photos)
          await page.untilText('Make all 2 smaller')
          await page.press('Show the list')
          await check()
          // The page itself would write over it as its uploads end.
          await driver.navigate(`${service.url}/api/docs`)
          await page.ask(`localStorage.setItem('unfinished-uploads',
            '[{"name":"1.png","size":1,"folder":"Summer"}]')`)
          await driver.navigate(`${service.url}/admin?again`)
          await page.untilText('of your last visit')
          await page.press('Show names')
          await check()
          await page.show('pictures/none')
          await page.untilText('no such folder')
          await check()
          await page.show('frames')
          await page.untilText('hall')
          await check()
          await page.press('Forget')
          await page.show('status')
          await page.untilText('Pictures that are damaged or can’t be shown')
          await page.untilText('broken.jpg')
          await page.press('Delete')
          await page.untilText('1 picture moved to the trash.')
          await page.until(`!!document.querySelector('.trash li')`)
          await check()
          await page.click('.trash input')
          await page.untilText('1 of 1 item selected')
          await check()
          await page.press('Delete for good')
          await page.untilText('Empty the trash?')
          await check()
          await driver.press('Escape')
          expect(driver.complaints.filter((text) => /Content.Security.Policy/.test(text))).toEqual(
            [],
          )
        },
      )
    },
    scheme,
  )
}

describeInBrowsers('the admin page', ({ open }) => {
  test('shows the names of files and folders as text, whatever is in them', async () => {
    await using service = await startServer({ files })
    await using driver = await open(desktop)
    const page = adminPage(driver)
    await page.open(service.url)
    await page.untilText('Summer & &lt;b&gt;')
    await page.show('pictures/Summer')
    await page.untilPictures(4)
    const names = (await page.names()).map((name) => name.replace(', can’t be shown', ''))
    expect(names.map((name) => `Summer/${name}`).toSorted()).toEqual(
      Object.keys(files).slice(0, 4).toSorted(),
    )
    await page.ask(`[...document.querySelectorAll('.picture')].find((each) =>
      each.getAttribute('aria-label').startsWith('&lt;img')).click()`)
    await page.until(`!!document.querySelector('.viewer')`)
    expect(await page.ask<string>(`document.querySelector('.viewer .name').textContent`)).toContain(
      hostile,
    )
    expect(await page.ask<string>('document.title')).toBe('Summer · Photos')
  })

  test.each([320, 1440, 2400])('has its header on the edges of its content: %d', async (width) => {
    await using service = await startServer({ files })
    await using driver = await open({ width, height: 844 })
    const page = adminPage(driver)
    await page.open(service.url)
    await page.until(`!!document.querySelector('.folders .cover')`)
    const box = (selector: string) =>
      `document.querySelector('${selector}').getBoundingClientRect()`
    const start = await page.ask<number>(`${box('.bar .icon')}.left - ${box('h1')}.left`)
    const end = await page.ask<number>(`${box('.bar > button .icon')}.right - ${box('h1')}.right`)
    // The labels on a phone are wider than the icons above them.
    if (width > 320) expect(Math.abs(start)).toBeLessThan(1)
    expect(Math.abs(end)).toBeLessThan(1)
    expect(
      await page.ask<number>(`${box('.bar a')}.bottom - ${box('.bar > button')}.top`),
    ).toBeGreaterThan(0)
  })

  test('is walked by keys alone: the grid, a picture and back', async () => {
    await using service = await startServer({
      files: Object.fromEntries([1, 2, 3, 4].map((salt) => [`${salt}.png`, noise(60, 40, salt)])),
    })
    await using driver = await open(desktop)
    const page = adminPage(driver)
    await page.open(service.url)
    await page.untilPictures(4)
    for (let tabs = 0; (await page.focused()) !== '1.png'; tabs += 1) {
      expect(tabs).toBeLessThan(30)
      await driver.press('Tab')
    }
    await driver.press('ArrowRight')
    expect(await page.focused()).toBe('2.png')
    await driver.press('Enter')
    await page.until(`!!document.querySelector('.viewer[open]')`)
    await driver.press('ArrowRight')
    await page.until(`document.querySelector('.viewer .name').textContent.startsWith('3.png')`)
    await driver.press('Escape')
    await page.until(`!document.querySelector('.viewer')`)
  })

  test('goes on without asking where a session ends in the middle', async () => {
    await using service = await startServer({ files })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await page.open(service.url)
    await driver.forgetCookies()
    await page.press('New folder')
    await page.click('dialog input')
    await driver.type('Winter')
    await driver.press('Enter')
    await page.until(`document.querySelector('h1').textContent === 'Winter'`)
  })
})
