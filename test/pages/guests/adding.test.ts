import { expect, test } from 'bun:test'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { violationsOn } from '../../support/axe.ts'
import { describeInBrowser, phone } from '../../support/browsers/installed-browsers.ts'
import { startFaultyProxy, type Fault } from '../../support/faulty-proxy.ts'
import { camera, visit } from '../../support/guest-page.ts'
import { invite } from '../../support/inviting.ts'
import { noise } from '../../support/pixels.ts'
import { sharedServer } from '../../support/shared-server.ts'
import { folderWith } from '../../support/temporary.ts'
import { goThroughGuestViews } from '../../support/views/guest-views.ts'

describeInBrowser('the guests’ page', ({ open }) => {
  const server = sharedServer()

  /** Opens the page of an invitation, over a network with some faults. */
  async function openGuest(folder: string, faults: readonly Fault[] = [], maxFiles?: number) {
    const service = server()
    const all = new AsyncDisposableStack()
    const proxy = all.use(await startFaultyProxy(() => service.url, faults))
    const invitation = await invite(service, { folder, maxFiles })
    const driver = all.use(await open(phone))
    return {
      ...(await visit(driver, proxy.url + invitation.path)),
      ...invitation,
      driver,
      url: proxy.url,
      stored: async () => (await readdir(service.at(folder))).toSorted(),
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    }
  }

  test('waits while paused, and refuses what is no picture before it is sent', async () => {
    await using photos = await camera(2)
    await using folder = await folderWith({ 'text.jpg': 'no picture' })
    await using page = await openGuest('paused', ['very slow', 'very slow'])
    await page.addFiles([...photos.paths, ...folder.paths])
    await page.press('Pause')
    await page.untilText('paused')
    await page.untilText('This is not a photo that can be shown.')
    await page.press('Go on')
    await page.untilText('2 of 3 photos stored')
    expect(await page.stored()).toHaveLength(2)
    await page.driver.setScreen({ width: 320, height: 568 })
    const top = (index: number) =>
      `document.querySelectorAll('.upload-line button')[${index}].getBoundingClientRect().top`
    expect(await page.ask<number>(`${top(1)} - ${top(0)}`)).toBe(0)
  })

  test('takes back what was just sent, sends it again, and offers neither after 15 minutes', async () => {
    await using photos = await camera(2)
    await using page = await openGuest('taken back', [], 2)
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 photos stored')
    await page.press('Take back')
    await page.untilText('Taken back')
    await page.untilText('1 photo is in the album.')
    expect(await page.stored()).toEqual(['0.png'])
    // Nothing else is offered for it, nor for all.
    expect(await page.texts('li.takenBack button')).toEqual(['Add again'])
    expect(await page.texts('.uploads > .buttons button')).toEqual([])
    await page.press('Add again')
    await page.untilText('2 photos are in the album. Thank you!')
    expect(await page.stored()).toEqual(['0.png', '1.png'])
    await page.driver.navigate(`${page.url}${page.path}?again`)
    await page.press('Take back 1.png')
    await page.untilText('1 photo is in the album.')
    expect(await page.stored()).toEqual(['0.png'])
    await page.ask(`void (Date.now = (now => () => now() + 15 * 60_000)(Date.now))`)
    await page.addFiles(photos.paths.slice(1))
    await page.press('Hide the list')
    await page.untilText('2 photos are in the album.')
    expect(await page.ask<string>('document.body.innerText')).not.toContain('Take back')
  })

  test('takes back a picture alone, wherever it stands in the list, and no other one', async () => {
    await using photos = await camera(2)
    for (const [index, path] of photos.paths.entries()) {
      await Bun.write(path, noise(300, 200, index + 1).subarray(0, 9000))
      await utimes(path, 1e9, 1e9)
    }
    await using page = await openGuest('twice')
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 photos stored')
    await page.addFiles(photos.paths.slice(0, 1))
    await page.untilText('3 of 3 photos stored')
    await page.press('Take back')
    await page.until(`document.body.innerText.split('Taken back').length === 3`)
    expect(await page.texts('li.stored')).toHaveLength(1)
    expect(await page.stored()).toEqual(['1.png'])
  })

  test('says why a picture can not be taken back, or is not taken: there before, full or ended', async () => {
    await mkdir(server().at('party'))
    await using photos = await camera(3)
    await Bun.write(server().at('party/0.png'), Bun.file(photos.paths[0] ?? ''))
    await using page = await openGuest('party', [], 1)
    await page.addFiles(photos.paths.slice(0, 1))
    await page.untilText('Thank you!')
    await page.press('Take back')
    await page.untilText('This photo can’t be taken back any more.')
    await page.addFiles(photos.paths)
    await page.untilText('This link takes no more photos.')
    await page.untilText('3 of 4 photos stored')
    await page.end()
    await page.press('Take back')
    await page.untilText('This link does not work any more')
    await page.press('Try all again')
    await page.until(`!document.body.innerText.includes('This link takes no more')`)
    expect(await page.stored()).toEqual(['0.png', '1.png'])
  })

  test('goes on after a lost connection, also where a picture could not be taken back', async () => {
    await using photos = await camera(2)
    await using page = await openGuest('lost')
    await page.addFiles(photos.paths.slice(0, 1))
    await page.untilText('1 photo is in the album.')
    await page.driver.navigate(`${page.url}${page.path}?again`)
    await page.untilText('Take back')
    await page.ask(`(() => {
      window.fetch = async () => { throw new TypeError('Failed to fetch') }
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function () {
        XMLHttpRequest.prototype.send = send
        setTimeout(() => this.dispatchEvent(new Event('loadend')))
      }
    })()`)
    await page.press('Take back')
    await page.untilText('The service does not answer.')
    await page.addFiles(photos.paths.slice(1))
    await page.untilText('2 photos are in the album. Thank you!')
    expect(await page.stored()).toEqual(['0.png', '1.png'])
  })

  test('knows after a reload what it has not sent, for each link by itself', async () => {
    await using photos = await camera(3, 1_500_000)
    await using page = await openGuest('left over', ['very slow'])
    const other = await invite(server(), { folder: 'wedding' })
    const text = () => page.ask<string>('document.body.innerText')
    await page.addFiles(photos.paths)
    await page.press('Pause')
    await page.untilText('paused')
    await page.until(`Object.values(localStorage).some((each) => each.includes('2.png'))`)
    expect(await page.ask<string>('JSON.stringify(localStorage)')).not.toContain(page.token)
    await visit(page.driver, page.url + other.path)
    expect(await text()).not.toContain('missing')
    await page.driver.navigate(page.url + page.path)
    await page.untilText('3 photos of your last visit are missing.')
    expect(await text()).not.toContain('folder')
    // Whoever leaves at once has sent them all the same.
    await page.hurry(0.05)
    await page.driver.chooseFiles('.left-over input[type=file]', photos.paths)
    await page.untilText('Thank you!')
    expect(await page.stored()).toHaveLength(3)
    await page.driver.navigate(page.url + page.path)
    await page.untilText('3 photos are in the album.')
    expect(await text()).not.toContain('missing')
  })

  test('breaks no rule for accessibility or its width', async () => {
    const screens = [390, 320].map((width) => ({ width, height: 700 }))
    await using driver = await open(screens.at(-1) ?? phone)
    await goThroughGuestViews(driver, async (page) => {
      for (const screen of screens) {
        await driver.setScreen(screen)
        expect(await violationsOn(driver)).toEqual([])
        expect(await page.tooWide()).toBeLessThanOrEqual(0)
      }
    })
    expect(driver.complaints.filter((text) => /Content.Security.Policy/.test(text))).toEqual([])
  })
})
