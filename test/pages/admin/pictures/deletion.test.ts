import { expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { password, startServer } from '../../../support/server.ts'

const files = pictures(4, 'a/')
const isAsking = `!!document.querySelector('dialog:not(.viewer)')`

describeInBrowser('what is deleted', ({ open }) => {
  test('goes to the trash without a question, and comes back by Undo where it was, with its marks', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    await page.click('[aria-label="2.png"]')
    await page.click('[aria-label=Favourite]')
    await page.until(`!!document.querySelector('[aria-label=Favourite][aria-pressed=true]')`)
    await page.press('Delete')
    await page.untilText('1 picture moved to the trash.')
    // The view goes on with the next picture.
    await page.until(`document.querySelector('.viewer .name').textContent.startsWith('3.png')`)
    expect(await page.ask<boolean>(isAsking)).toBe(false)
    expect((await readdir(service.at('a'))).toSorted()).toEqual(['1.png', '3.png', '4.png'])
    await page.press('Undo')
    await page.untilText('1 picture restored.')
    await page.press('Close')
    await page.untilPictures(4)
    expect(await page.names()).toEqual(['1.png', '2.png, favourite', '3.png', '4.png'])
  })

  test('comes back by the keyboard, but not by that of somebody who types a name', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, desktop, service, 'pictures/a', 4)
    for (const name of ['1.png', '4.png']) await page.click(`[aria-label="Select ${name}"]`)
    await page.press('Delete')
    await page.untilText('2 pictures moved to the trash.')
    await page.untilPictures(2)
    await page.press('New folder')
    await page.click('dialog input')
    await page.driver.type('b')
    await page.driver.press('z', 'Control')
    await page.driver.press('Escape')
    await page.until(`!${isAsking}`)
    expect(await readdir(service.at('a'))).toHaveLength(2)
    // A box that is ticked is no text.
    await page.ask(`document.querySelector('[aria-label="Select 2.png"]').focus()`)
    await page.driver.press('z', 'Control')
    await page.untilText('2 pictures restored.')
    await page.untilPictures(4)
    expect(await page.names()).toEqual(['1.png', '2.png', '3.png', '4.png'])
  })

  test('stays undoable while the button has the focus, and for ten seconds', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, desktop, service, 'pictures/a', 4)
    // The notice counts its time in quarters of a second.
    await page.ask(`void (window.setInterval = (run) => void (window.tick = run))`)
    const pass = (seconds: number) =>
      page.ask(`void Array.from({ length: ${4 * seconds} }, () => tick())`)
    await page.click('[aria-label="Select 1.png"]')
    await page.press('Delete')
    await page.untilText('1 picture moved to the trash.')
    await pass(9)
    await page.ask(`document.querySelector('.notice button').focus()`)
    await pass(11)
    expect(await page.ask<string>('document.activeElement.textContent')).toBe('Undo')
    await page.ask('document.activeElement.blur()')
    await pass(1)
    await page.until(`document.querySelector('.notice').textContent === ''`)
    expect(await readdir(service.at('a'))).toHaveLength(3)
  })

  test('comes back under another name where its own was taken, and the page says which', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    await page.click('[aria-label="Select 2.png"]')
    await page.press('Delete')
    await page.untilText('1 picture moved to the trash.')
    await writeFile(service.at('a/2.png'), noise(60, 40, 9))
    await page.press('Undo')
    await page.untilText('1 picture restored. The name of one was taken, so it is a/2-1.png.')
    expect((await readdir(service.at('a'))).toSorted()).toEqual([
      '1.png',
      '2-1.png',
      '2.png',
      '3.png',
      '4.png',
    ])
  })

  test('may be a folder: the page asks with its numbers, and Undo brings it back whole', async () => {
    const below = { 'a/b/5.png': noise(60, 40, 5), 'a/b/c/6.png': noise(60, 40, 6) }
    await using service = await startServer({ files: { ...files, ...below } })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    await page.choose('Delete folder')
    await page.untilText('It holds 6 pictures, also in 2 folders below. It moves to the trash')
    await page.press('Delete')
    await page.untilText('The folder “a” moved to the trash.')
    await page.until(`document.querySelector('h1').textContent === 'Pictures'`)
    await page.untilPictures(0)
    await page.press('Undo')
    await page.untilText('The folder “a” restored.')
    await page.until(`document.querySelector('.folders .name')?.textContent === 'a'`)
    expect(await readdir(service.at('a/b/c'))).toEqual(['6.png'])
  })

  test('goes for good where there is no trash, once somebody has said so', async () => {
    await using service = await startServer({ files, env: { TRASH_DAYS: '0' } })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    await page.click('[aria-label="Select 2.png"]')
    await page.press('Delete')
    await page.untilText('2.png will be gone for good')
    expect(await readdir(service.at('a'))).toHaveLength(4)
    await page.press('Delete')
    await page.untilText('1 picture deleted for good.')
    await page.untilPictures(3)
    await page.click('[aria-label="3.png"]')
    await page.press('Delete')
    await page.untilText('3.png will be gone for good')
    await page.press('Keep')
    await page.press('Close')
    await page.choose('Delete folder')
    await page.untilText('will be gone for good')
    await page.press('Delete')
    await page.untilText('The folder “a” deleted for good.')
    expect(await readdir(service.uploadsDir)).not.toContain('a')
    expect(await page.ask<boolean>(`!!document.querySelector('.notice button')`)).toBe(false)
  })

  test('goes for good where the trash can not take it, once somebody has said so', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    await rm(service.at('.photo-frame/trash'), { recursive: true, force: true })
    await writeFile(service.at('.photo-frame/trash'), '')
    for (const name of ['1.png', '2.png']) await page.click(`[aria-label="Select ${name}"]`)
    await page.press('Delete')
    await page.untilText('The trash can’t take this.')
    await page.untilText('1.png and 2.png will be gone for good')
    await page.press('Keep')
    await page.untilText('2 of 4 pictures selected')
    expect(await readdir(service.at('a'))).toHaveLength(4)
    await page.press('Delete')
    await page.untilText('will be gone for good')
    await page.press('Delete')
    await page.untilText('2 pictures deleted for good.')
    await page.untilPictures(2)
    expect(await readdir(service.at('a'))).toEqual(['3.png', '4.png'])
  })

  test('is not shown as deleted where the service is away, and goes on after a login', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service, 'pictures/a', 4)
    // The page is loaded again: it does not know the password any more.
    await page.driver.navigate(`${service.url}/admin?again#/pictures/a`)
    await page.untilPictures(4)
    await page.driver.forgetCookies()
    await page.click('[aria-label="Select 2.png"]')
    await page.press('Delete')
    await page.until(`!!document.querySelector('input[name=password]')`)
    expect(await readdir(service.at('a'))).toHaveLength(4)
    await page.click('input[name=password]')
    await page.driver.type(password)
    await page.driver.press('Enter')
    await page.untilText('1 picture moved to the trash.')
    await page.untilPictures(3)
    await page.click('[aria-label="Select 3.png"]')
    await service.stop()
    await page.press('Delete')
    await page.until(
      `document.querySelector('.selection [role=alert]').textContent.includes('does not answer')`,
    )
    await page.untilPictures(3)
    expect(await page.ask<string>('document.body.innerText')).toContain('1 of 3 pictures selected')
    await page.press('Undo')
    await page.until(
      `document.querySelector('.notice [role=status]').textContent.includes('does not answer')`,
    )
    // It can be tried again.
    expect(await page.ask<string>(`document.querySelector('.notice button').textContent`)).toBe(
      'Undo',
    )
  })

  test('may be more than one request takes: what a failure leaves is said, and all comes back', async () => {
    const names = Array.from({ length: 1100 }, (_, index) => `${index + 1000}.png`)
    const picture = noise(8, 8, 1)
    await using service = await startServer({
      files: Object.fromEntries(names.map((name) => [`many/${name}`, picture])),
    })
    await using page = await openAdmin(open, desktop, service, 'pictures/many')
    await page.until(`document.querySelectorAll('.cell').length > 20`)
    await page.click('[aria-label="Select 1000.png"]')
    await page.press('All')
    await page.untilText('1,100 of 1,100 pictures selected')
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
    await page.untilText('1,000 pictures moved to the trash.')
    await page.until(
      `document.querySelector('.selection [role=alert]').textContent.includes('does not answer')`,
    )
    await page.untilText('100 of 100 pictures selected')
    expect(await readdir(service.at('many'))).toHaveLength(100)
    await page.press('Undo')
    await page.untilText('1,000 pictures restored.')
    await page.untilText('100 of 1,100 pictures selected')
    await page.press('All')
    await page.untilText('1,100 of 1,100 pictures selected')
    await page.press('Delete')
    await page.untilText('1,100 pictures moved to the trash.')
    await page.untilPictures(0)
    expect(await readdir(service.at('many'))).toEqual([])
    await failAtSecond('/api/trash/restore')
    await page.press('Undo')
    await page.until(
      `document.querySelector('.notice [role=status]').textContent.includes('does not answer')`,
    )
    expect(await readdir(service.at('many'))).toHaveLength(1000)
    await page.press('Undo')
    await page.untilText('100 pictures restored.')
    expect((await readdir(service.at('many'))).toSorted()).toEqual(names)
    await page.until(`document.querySelectorAll('.cell').length > 20`)
  })
})
