import { expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const isAsking = `!!document.querySelector('dialog:not(.viewer)')`
const failure = 'The service does not answer'

describeInBrowser('what is deleted', ({ openAdmin }) => {
  const many = Array.from({ length: 1100 }, (_, index) => `${index + 1000}.png`)
  const server = sharedServer({
    files: {
      ...Object.assign(
        {},
        ...['undone', 'held', 'keys', 'timed', 'taken', 'whole'].map((folder) =>
          pictures(4, `${folder}/`),
        ),
      ),
      'whole/b/5.png': noise(60, 40, 5),
      'whole/b/c/6.png': noise(60, 40, 6),
      ...Object.fromEntries(many.map((name) => [`many/${name}`, noise(8, 8, 1)])),
    },
  })
  const kept = async (folder: string) => (await readdir(server().at(folder))).toSorted()

  test('goes to the trash without a question, and comes back by Undo where it was, with its marks', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/undone', 4)
    await page.click('[aria-label="2.png"]')
    await page.click('[aria-label=Favourite]')
    await page.until(`!!document.querySelector('[aria-label=Favourite][aria-pressed=true]')`)
    await page.press('Delete')
    await page.untilText('1 photo moved to the trash.')
    // The view goes on with the next picture.
    await page.untilOpen('3.png')
    expect(await page.ask<boolean>(isAsking)).toBe(false)
    expect(await kept('undone')).toEqual(['1.png', '3.png', '4.png'])
    await page.press('Undo')
    await page.untilText('1 photo restored.')
    await page.press('Close')
    await page.untilPictures(4)
    expect(await page.names()).toEqual(['1.png', '2.png, favourite', '3.png', '4.png'])
  })

  test('is one picture, however long its key is held down', async () => {
    await using page = await openAdmin(desktop, server(), 'picture/held/1.png')
    await page.untilOpen('1.png')
    await page.driver.press('Delete')
    await page.untilOpen('2.png')
    await page.ask(`dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', repeat: true }))`)
    await page.driver.press('f')
    await page.until(`!!document.querySelector('[aria-label="2.png, favourite"]')`)
    expect(await kept('held')).toEqual(['2.png', '3.png', '4.png'])
  })

  test('comes back by the keyboard, but not by that of somebody who types a name', async () => {
    await using page = await openAdmin(desktop, server(), 'pictures/keys', 4)
    await page.select('1.png', '4.png')
    await page.press('Delete')
    await page.untilText('2 photos moved to the trash.')
    await page.untilPictures(2)
    await page.ask(`void (window.fetch = ((send) => (input, init) => {
      window.restored ||= String(input).endsWith('/restore')
      return send(input, init)
    })(fetch))`)
    await page.press('New album')
    await page.click('dialog input')
    await page.driver.type('b')
    await page.driver.press('z', 'Control')
    await page.driver.press('Escape')
    await page.until(`!${isAsking}`)
    expect(await page.ask<boolean>('!!window.restored')).toBe(false)
    // A box that is ticked is no text.
    await page.ask(`document.querySelector('[aria-label="Select 2.png"]').focus()`)
    await page.driver.press('z', 'Control')
    await page.untilText('2 photos restored.')
    await page.untilPictures(4)
    expect(await page.names()).toEqual(['1.png', '2.png', '3.png', '4.png'])
  })

  test('stays undoable while the button has the focus, and for ten seconds', async () => {
    await using page = await openAdmin(desktop, server(), 'pictures/timed', 4)
    // The notice counts its time in quarters of a second.
    await page.ask(`void (window.setInterval = (run) => void (window.tick = run))`)
    const pass = (seconds: number) =>
      page.ask(`void Array.from({ length: ${4 * seconds} }, () => tick())`)
    await page.select('1.png')
    await page.press('Delete')
    await page.untilText('1 photo moved to the trash.')
    await pass(9)
    await page.ask(`document.querySelector('.notice button').focus()`)
    await pass(11)
    expect(await page.ask<string>('document.activeElement.textContent')).toBe('Undo')
    await page.ask('document.activeElement.blur()')
    await pass(1)
    await page.until(`document.querySelector('.notice').textContent === ''`)
    expect(await kept('timed')).toHaveLength(3)
  })

  test('comes back under another name where its own was taken, and the page says which', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/taken', 4)
    await page.select('2.png')
    await page.press('Delete')
    await page.untilText('1 photo moved to the trash.')
    await writeFile(server().at('taken/2.png'), noise(60, 40, 9))
    await page.press('Undo')
    await page.untilText('1 photo restored. The name of one was taken, so it is taken/2-1.png.')
    expect(await kept('taken')).toEqual(['1.png', '2-1.png', '2.png', '3.png', '4.png'])
  })

  test('may be a folder: the page asks with its numbers, and Undo brings it back whole', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/whole', 4)
    await page.choose('Delete album')
    await page.untilText(
      'It holds 6 photos, including those in 2 albums inside it. It moves to the trash',
    )
    await page.press('Delete')
    await page.untilText('The album “whole” was moved to the trash.')
    await page.untilHeading('Albums')
    const names = `[...document.querySelectorAll('.folders .name')].map((each) => each.textContent)`
    await page.until(`!${names}.includes('whole')`)
    await page.press('Undo')
    await page.untilText('The album “whole” was restored.')
    await page.until(`${names}.includes('whole')`)
    expect(await kept('whole/b/c')).toEqual(['6.png'])
  })

  test('goes for good where there is no trash, once somebody has said so', async () => {
    const env = { TRASH_DAYS: '0' }
    await using service = await startServer({ files: pictures(4, 'a/'), env })
    await using page = await openAdmin(phone, service, 'pictures/a', 4)
    await page.select('2.png')
    await page.press('Delete')
    await page.untilText('2.png will be gone for good')
    expect(await readdir(service.at('a'))).toHaveLength(4)
    await page.press('Delete')
    await page.untilText('1 photo deleted for good.')
    await page.untilPictures(3)
    await page.click('[aria-label="3.png"]')
    await page.press('Delete')
    await page.untilText('3.png will be gone for good')
    await page.press('Keep')
    await page.press('Close')
    await page.choose('Delete album')
    await page.untilText('will be gone for good')
    await page.press('Delete')
    await page.untilText('The album “a” was deleted for good.')
    expect(await readdir(service.uploadsDir)).not.toContain('a')
    expect(await page.ask<boolean>(`!!document.querySelector('.notice button')`)).toBe(false)
  })

  test('is not shown as deleted where the trash can not take it or the service is away, and goes on after a login', async () => {
    await using service = await startServer({ files: pictures(6, 'a/') })
    const left = () => readdir(service.at('a'))
    await using page = await openAdmin(phone, service, 'pictures/a', 6)
    const trash = service.at('.photo-frame/trash')
    await rm(trash, { recursive: true, force: true })
    await writeFile(trash, '')
    await page.select('5.png', '6.png')
    await page.press('Delete')
    await page.untilText('The trash can’t take this.')
    await page.untilText('5.png and 6.png will be gone for good')
    await page.press('Keep')
    await page.untilText('2 of 6 photos selected')
    expect(await left()).toHaveLength(6)
    await page.press('Delete')
    await page.untilText('will be gone for good')
    await page.press('Delete')
    await page.untilText('2 photos deleted for good.')
    await page.untilPictures(4)
    expect((await left()).toSorted()).toEqual(['1.png', '2.png', '3.png', '4.png'])
    await rm(trash)

    // The page is loaded again: it does not know the password any more.
    await page.driver.navigate(`${service.url}/admin?again#/pictures/a`)
    await page.untilPictures(4)
    await page.driver.forgetCookies()
    await page.select('2.png')
    await page.press('Delete')
    await page.until(`!!document.querySelector('input[name=password]')`)
    expect(await left()).toHaveLength(4)
    await page.logIn()
    await page.untilText('1 photo moved to the trash.')
    await page.untilPictures(3)
    await page.select('3.png')
    await service.stop()
    await page.press('Delete')
    await page.untilText(failure, '.selection [role=alert]')
    await page.untilPictures(3)
    await page.untilText('1 of 3 photos selected')
    await page.press('Undo')
    await page.untilText(failure, '.notice [role=status]')
    // It can be tried again.
    expect(await page.texts('.notice button')).toEqual(['Undo'])
  })

  test('may be more than one request takes: what a failure leaves is said, and all comes back', async () => {
    await using page = await openAdmin(desktop, server(), 'pictures/many')
    await page.until(`document.querySelectorAll('.cell').length > 20`)
    await page.select('1000.png')
    await page.press('All')
    await page.untilText('1,100 of 1,100 photos selected')
    /** Lets the network fail at the second request to a path. */
    const failAtSecond = (path: string) =>
      page.ask(`(() => {
        const send = globalThis.fetch
        let requests = 0
        globalThis.fetch = async (input, init) => {
          if (!String(input).endsWith('${path}') || (requests += 1) !== 2) return send(input, init)
          globalThis.fetch = send
          throw new TypeError('The network is away.')
        }
      })()`)
    await failAtSecond('/api/trash')
    await page.press('Delete')
    await page.untilText('1,000 photos moved to the trash.')
    await page.untilText(failure, '.selection [role=alert]')
    await page.untilText('100 of 100 photos selected')
    expect(await kept('many')).toHaveLength(100)
    await page.press('Undo')
    await page.untilText('1,000 photos restored.')
    await page.untilText('100 of 1,100 photos selected')
    await page.press('All')
    await page.untilText('1,100 of 1,100 photos selected')
    await page.press('Delete')
    await page.untilText('1,100 photos moved to the trash.')
    await page.untilPictures(0)
    expect(await kept('many')).toEqual([])
    await failAtSecond('/api/trash/restore')
    await page.press('Undo')
    await page.untilText(failure, '.notice [role=status]')
    expect(await kept('many')).toHaveLength(1000)
    await page.press('Undo')
    await page.untilText('100 photos restored.')
    expect(await kept('many')).toEqual(many)
    await page.until(`document.querySelectorAll('.cell').length > 20`)
  })
})
