import { expect, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { violationsOn } from '../../support/axe.ts'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { startFaultyProxy } from '../../support/faulty-proxy.ts'
import { camera, visit } from '../../support/guest-page.ts'
import { invite } from '../../support/inviting.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { sharedServer } from '../../support/shared-server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { goThroughGuestViews } from '../../support/views/guest-views.ts'

describeInBrowser('the guests’ page', ({ open }) => {
  const server = sharedServer()

  test('waits while paused, and refuses what is no picture before it is sent', async () => {
    const service = server()
    using proxy = await startFaultyProxy(() => service.url, ['very slow', 'very slow'])
    await using photos = await camera(2)
    await using folder = await temporaryFolder()
    const text = join(folder.path, 'text.jpg')
    await Bun.write(text, 'no picture')
    const { path } = await invite(service, { folder: 'paused' })
    await using driver = await open(phone)
    const page = await visit(driver, proxy.url + path)
    await page.addFiles([...photos.paths, text])
    await page.press('Pause')
    await page.untilText('paused')
    await page.untilText('This is no picture that can be shown.')
    await page.press('Go on')
    await page.untilText('2 of 3 pictures stored')
    expect(await readdir(service.at('paused'))).toHaveLength(2)
  })

  test('takes back what was just sent, sends it again, and offers neither after 15 minutes', async () => {
    const service = server()
    await using photos = await camera(2)
    const { path } = await invite(service, { folder: 'taken back', maxFiles: 2 })
    await using driver = await open(phone)
    const page = await visit(driver, service.url + path)
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 pictures stored')
    await page.press('Show the list')
    await page.press('Take back')
    await page.untilText('Taken back')
    expect(await readdir(service.at('taken back'))).toEqual(['0.png'])
    await page.press('Try again')
    await page.untilText('Thank you!')
    expect((await readdir(service.at('taken back'))).toSorted()).toEqual(['0.png', '1.png'])
    await page.ask(
      `void (performance.now = (now => () => now() + 15 * 60_000)(performance.now.bind(performance)))`,
    )
    await page.press('Hide the list')
    await page.press('Show the list')
    await page.untilText('1.png')
    expect(await page.ask<string>('document.body.innerText')).not.toContain('Take back')
  })

  test('takes back a picture alone, wherever it stands in the list, and no other one', async () => {
    const service = server()
    await using photos = await camera(2)
    for (const [index, path] of photos.paths.entries()) {
      await Bun.write(path, noise(300, 200, index + 1).subarray(0, 9000))
      await utimes(path, 1e9, 1e9)
    }
    const { path } = await invite(service, { folder: 'twice' })
    await using driver = await open(phone)
    const page = await visit(driver, service.url + path)
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 pictures stored')
    await page.addFiles(photos.paths.slice(0, 1))
    await page.untilText('3 of 3 pictures stored')
    await page.press('Show the list')
    await page.press('Take back')
    await page.until(`document.body.innerText.split('Taken back').length === 3`)
    expect(await page.ask<number>(`document.querySelectorAll('li.stored').length`)).toBe(1)
    expect(await readdir(service.at('twice'))).toEqual(['1.png'])
  })

  test('says why a picture can not be taken back', async () => {
    await using service = await startServer({ files: { 'party/0.png': noise(300, 200, 1) } })
    await using photos = await camera(1)
    const { path, end } = await invite(service, { folder: 'party' })
    await using driver = await open(phone)
    const page = await visit(driver, service.url + path)
    await page.addFiles(photos.paths)
    await page.untilText('Thank you!')
    await page.press('Show the list')
    await page.press('Take back')
    await page.untilText('This picture can not be taken back any more.')
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 pictures stored')
    await end()
    await page.press('Take back')
    await page.untilText('This link does not work any more')
    expect(await readdir(service.at('party'))).toEqual(['0.png'])
  })

  test('knows after a reload what it has not sent, for each link by itself', async () => {
    const service = server()
    using proxy = await startFaultyProxy(() => service.url, ['very slow'])
    await using photos = await camera(3, 1_500_000)
    const [one, other] = [
      await invite(service, { folder: 'left over' }),
      await invite(service, { folder: 'wedding' }),
    ]
    await using driver = await open(phone)
    const page = await visit(driver, proxy.url + one.path)
    await page.addFiles(photos.paths)
    await page.press('Pause')
    await page.untilText('paused')
    await page.until(`Object.values(localStorage).some((each) => each.includes('2.png'))`)
    expect(await page.ask<string>('JSON.stringify(localStorage)')).not.toContain(
      one.path.split('/').at(-1) ?? '',
    )
    await visit(driver, proxy.url + other.path)
    expect(await page.ask<string>('document.body.innerText')).not.toContain('missing')
    await driver.navigate(proxy.url + one.path)
    await page.untilText('3 pictures of your last visit are missing.')
    expect(await page.ask<string>('document.body.innerText')).not.toContain('folder')
    await driver.chooseFiles('.left-over input[type=file]', photos.paths)
    await page.untilText('Thank you!')
    expect(await readdir(service.at('left over'))).toHaveLength(3)
    await page.until(`Object.values(localStorage).every((each) => each === '[]')`)
    await visit(driver, proxy.url + one.path)
    expect(await page.ask<string>('document.body.innerText')).not.toContain('missing')
  })

  test('says when the invitation is full, and when it has ended', async () => {
    const service = server()
    await using photos = await camera(3)
    const { path, end } = await invite(service, { folder: 'full', maxFiles: 2 })
    await using driver = await open(phone)
    const page = await visit(driver, service.url + path)
    await page.addFiles(photos.paths)
    await page.untilText('This link takes no more pictures.')
    await page.untilText('2 of 3 pictures stored')
    await end()
    await page.press('Try all again')
    await page.untilText('This link does not work any more')
    expect(await readdir(service.at('full'))).toHaveLength(2)
  })

  test('breaks no rule for accessibility or its width', async () => {
    const screens = [390, 320].map((width) => ({ width, height: 700 }))
    await using driver = await open(screens.at(-1) ?? phone)
    await goThroughGuestViews(driver, async (page) => {
      for (const screen of screens) {
        await driver.setScreen(screen)
        expect(await violationsOn(driver)).toEqual([])
        expect(
          await page.ask<number>('document.documentElement.scrollWidth - innerWidth'),
        ).toBeLessThanOrEqual(0)
      }
    })
    expect(driver.complaints.filter((text) => /Content.Security.Policy/.test(text))).toEqual([])
  })
})
