import { expect, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

const files = { ...pictures(3, 'a/'), ...pictures(1, 'b/c/'), ...pictures(1, 'b/'), ...pictures(6) }

describeInBrowser('the trash in More', ({ openAdmin }) => {
  test('says what it holds, in pictures and words, gives it back, or deletes it for good once it was asked', async () => {
    await using service = await startServer({ files })
    const kept = () => readdir(service.at('.photo-frame/trash'))
    await service.told('POST /api/trash', { images: ['a/1.png', '6.png'] })
    await service.told('POST /api/trash', { folders: ['b'] })
    await using page = await openAdmin(phone, service, 'more')
    await page.untilText('3 items,')
    await page.untilText('stays here for 30 days')
    const rows = (await page.texts('.trash li')).map((text) => text.replaceAll('\n', ' '))
    expect(rows).toEqual([
      expect.stringMatching(/^b Album with 2 photos, .*, deleted .* Restore$/),
      expect.stringMatching(/^1.png .* from a, deleted .* Restore$/),
      expect.stringMatching(/^6.png .* deleted .* Restore$/),
    ])
    await page.until(
      `[...document.querySelectorAll('.trash img')].every(({ naturalWidth }) => naturalWidth > 0)`,
    )
    await page.click('[aria-label="Restore b"]')
    await page.untilText('1 item restored.')
    await page.untilText('2 items,')
    expect((await readdir(service.at('b'))).toSorted()).toEqual(['1.png', 'c'])
    await page.select('a/1.png', '6.png')
    await page.untilText('2 of 2 items selected')
    await page.press('Restore selected')
    await page.untilText('2 items restored.')
    await page.untilText('It is empty.')
    expect(await readdir(service.uploadsDir)).toContain('6.png')
    expect(await page.texts('.selection')).toEqual([])

    await service.told('POST /api/trash', {
      images: ['a/1.png', 'a/2.png', '6.png'],
      folders: ['b'],
    })
    await page.driver.navigate(`${service.url}/admin?again#/more`)
    await page.untilText('4 items,')
    await page.select('a/1.png')
    await page.press('Delete for good')
    await page.untilText('Delete 1 item?')
    await page.press('Keep')
    expect(await kept()).toHaveLength(4)
    await page.press('Delete for good')
    await page.press('Delete')
    await page.untilText('1 item deleted for good.')
    await page.untilText('3 items,')
    expect(await kept()).toHaveLength(3)
    await page.press('Empty the trash')
    await page.untilText('3 items with 4 photos')
    await page.press('Delete')
    await page.untilText('3 items deleted for good.')
    await page.untilText('It is empty.')
    expect(await kept()).toEqual([])
  })

  test('takes what is damaged or not shown, which is listed with what to do, and comes back by Undo', async () => {
    const picture = noise(60, 40, 1)
    await using service = await startServer({
      files: {
        'trip/cut.png': picture.subarray(0, picture.length / 2),
        'trip/scan.tif': Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)]),
        'whole.png': picture,
        'broken.jpg': Buffer.from('no picture'),
      },
    })
    // What was just written may still be written on.
    for (const path of ['trip/cut.png', 'trip/scan.tif']) await utimes(service.at(path), 1e9, 1e9)
    await using page = await openAdmin(phone, service)
    await page.hurry()
    await page.show('more')
    await page.untilText('It is empty.')
    await page.untilText('trip/cut.png')
    await page.untilText(
      'Cut off or damaged after its beginning. Copy it again from where it came, or delete it.',
    )
    await page.untilText('Is not shown because it is a TIFF picture: convert it to JPEG or PNG.')
    expect(await page.texts('body')).not.toEqual([expect.stringContaining('whole.png')])
    for (const [count, path] of ['trip/scan.tif', 'broken.jpg', 'trip/cut.png'].entries()) {
      await page.click(`[aria-label="Delete ${path}"]`)
      await page.until(`!document.querySelector('[aria-label="Delete ${path}"]')`)
      await page.untilText(count === 0 ? '1 item,' : `${count + 1} items,`)
      expect(await Bun.file(service.at(path)).exists()).toBe(false)
      if (path === 'trip/cut.png') continue
      // Nothing stands where there is no picture to show.
      await page.until(`document.querySelectorAll('.trash .nothing').length === ${count + 1}`)
      expect(await page.texts('.trash img')).toEqual([])
    }
    await page.press('Undo')
    await page.untilText('2 items,')
    expect(await Bun.file(service.at('trip/cut.png')).exists()).toBe(true)
    expect(await Bun.file(service.at('whole.png')).exists()).toBe(true)
  })

  test('shows a part of many, follows what another device restores, and says what was gone', async () => {
    const many = pictures(130, 'many/')
    await using service = await startServer({ files: many })
    await service.told('POST /api/trash', { images: Object.keys(many) })
    await using page = await openAdmin(desktop, service, 'more')
    await page.until(`document.querySelectorAll('.trash li').length === 100`)
    await page.press('Show more of 130 items')
    await page.until(`document.querySelectorAll('.trash li').length === 130`)
    await page.press('Select all')
    await page.untilText('130 of 130 items selected')
    const [one, other] = await readdir(service.at('.photo-frame/trash'))
    await service.told('POST /api/trash/restore', { ids: [one] })
    await page.untilText('129 of 129 items selected')
    // From then on the page does not look by itself.
    await page.ask(`void Object.defineProperty(document, 'hidden', { value: true })`)
    await service.told('POST /api/trash/restore', { ids: [other] })
    await page.press('Restore selected')
    await page.untilText('128 items restored. 1 item was not there any more.')
    await page.untilText('It is empty.')
    expect(await readdir(service.at('many'))).toHaveLength(130)
  })

  test('leaves it to More to say that the service does not answer', async () => {
    await using service = await startServer()
    await using page = await openAdmin(phone, service, 'photos')
    await page.ask(`void (window.fetch = ((send) => (...given) => send(...given).catch((error) => {
      window.failed = (window.failed ?? 0) + 1
      throw error
    }))(fetch))`)
    await service.stop('SIGKILL')
    await page.show('more')
    await page.until(`window.failed > 5`)
    await page.until(`[...document.querySelectorAll('[role=alert]')]
      .filter((each) => each.checkVisibility()).length === 1`)
    expect(await page.texts('.trash [role=alert]')).toEqual([''])
  })

  test('is told of where there is none', async () => {
    await using service = await startServer({ env: { TRASH_DAYS: '0' } })
    await using page = await openAdmin(phone, service, 'more')
    await page.untilText('what is deleted can’t be restored')
  })
})
