import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowser, desktop, phone } from '../../support/browsers/installed-browsers.ts'
import { pictures } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'

const files = pictures(4, 'a/')

describeInBrowser('two people at once', ({ open }) => {
  test('are told what the other has taken away, and lose nothing', async () => {
    await using service = await startServer({ files })
    await using hers = await open(phone)
    await using his = await open(desktop)
    const [she, he] = [adminPage(hers), adminPage(his)]
    await she.open(service.url)
    // The tabs of one browser may share a session.
    await hers.navigate('about:blank')
    await he.open(service.url)
    await he.show('pictures/a')
    await he.untilPictures(4)
    await hers.navigate(`${service.url}/admin#/pictures/a`)
    await she.untilPictures(4)

    const comeBack = async () => {
      await he.click('h1')
      // Where both tabs are in front, none of them gets the focus back.
      await he.ask(`window.dispatchEvent(new Event('focus'))`)
    }

    // She selects three, and he deletes one of them.
    await she.select('1.png', '2.png', '3.png')
    await she.untilText('3 of 4 photos selected')
    await he.select('2.png')
    await he.press('Delete')
    await he.untilPictures(3)
    await she.press('Delete')
    // A browser that tells her page that it has the focus again lets it find out by itself.
    await she.untilText('2 photos moved to the trash.')
    await she.untilPictures(1)
    expect(await readdir(service.at('a'))).toEqual(['4.png'])

    // He looks at the last one while she moves the folder.
    await comeBack()
    await he.untilPictures(1)
    await he.click('[aria-label="4.png"]')
    await he.until(`!!document.querySelector('.viewer img')`)
    await she.choose('Rename')
    await she.enter('b')
    await she.untilHeading('b')
    await comeBack()
    await he.untilClosed()
    await he.untilPictures(0)
    await he.untilText('no such album', '[role=alert]')
    expect(await he.ask<boolean>(`!!document.querySelector('.tools')`)).toBe(false)
    await he.click('section > a.button')
    await he.untilHeading('Albums')
    expect(await readdir(service.at('b'))).toEqual(['4.png'])
  })
})
