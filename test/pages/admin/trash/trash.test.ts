import { expect, test } from 'bun:test'
import { readdir, utimes } from 'node:fs/promises'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

const files = Object.fromEntries(
  ['a/1.png', 'a/2.png', 'a/3.png', 'b/c/4.png', 'b/5.png', '6.png'].map(
    (path, salt) => [path, noise(60, 40, salt)] as const,
  ),
)

type Service = Awaited<ReturnType<typeof startServer>>

/** Moves pictures and folders to the trash, as another device would. */
async function trash({ url, login }: Service, items: { images?: string[]; folders?: string[] }) {
  const { cookie } = await login()
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(items) }
  const answer = await fetch(`${url}/api/trash`, sent)
  expect(answer.status).toBe(200)
}

describeInBrowser('the trash in Status', ({ open }) => {
  test('says what it holds, in pictures and words, and gives it back', async () => {
    await using service = await startServer({ files })
    await trash(service, { images: ['a/1.png', '6.png'] })
    await trash(service, { folders: ['b'] })
    await using page = await openAdmin(open, phone, service, 'status')
    await page.untilText('3 items,')
    await page.untilText('stays here for 30 days')
    const rows = `[...document.querySelectorAll('.trash li')].map((each) => each.innerText.replace(/\\n/g, ' '))`
    expect(await page.ask<string[]>(rows)).toEqual([
      expect.stringMatching(/^b Folder with 2 pictures, .*, from Pictures, deleted .* Restore$/),
      expect.stringMatching(/^1.png .* from a, deleted .* Restore$/),
      expect.stringMatching(/^6.png .* from Pictures, deleted .* Restore$/),
    ])
    await page.until(
      `[...document.querySelectorAll('.trash img')].every(({ naturalWidth }) => naturalWidth > 0)`,
    )
    await page.click('[aria-label="Restore b"]')
    await page.untilText('1 item restored.')
    await page.untilText('2 items,')
    expect((await readdir(service.at('b'))).toSorted()).toEqual(['5.png', 'c'])
    for (const path of ['a/1.png', '6.png']) await page.click(`[aria-label="Select ${path}"]`)
    await page.untilText('2 of 2 items selected')
    await page.press('Restore selected')
    await page.untilText('2 items restored.')
    await page.untilText('It is empty.')
    expect(await readdir(service.uploadsDir)).toContain('6.png')
    expect(await page.ask<boolean>(`!!document.querySelector('.selection')`)).toBe(false)
  })

  test('deletes for good what is chosen, and all, once it was asked', async () => {
    await using service = await startServer({ files })
    await trash(service, { images: ['a/1.png', 'a/2.png', '6.png'], folders: ['b'] })
    const kept = () => readdir(service.at('.photo-frame/trash'))
    await using page = await openAdmin(open, desktop, service, 'status')
    await page.untilText('4 items,')
    await page.click('[aria-label="Select a/1.png"]')
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
    await page.untilText('3 items with 4 pictures')
    await page.press('Delete')
    await page.untilText('3 items deleted for good.')
    await page.untilText('It is empty.')
    expect(await kept()).toEqual([])
  })

  test('lists a file that the check finds later, and shows no broken picture of it once it is deleted', async () => {
    const tiff = Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)])
    await using service = await startServer({ files: { 'scan.tif': tiff } })
    // What was just written may still be written on.
    await utimes(service.at('scan.tif'), 1e9, 1e9)
    await using page = await openAdmin(open, desktop, service)
    await page.hurry()
    await page.show('status')
    await page.until(`!!document.querySelector('[aria-label="Delete scan.tif"]')`)
    await page.click('[aria-label="Delete scan.tif"]')
    await page.untilText('1 item,')
    await page.until(`!!document.querySelector('.trash .nothing')`)
    expect(await page.ask<number>(`document.querySelectorAll('.trash img').length`)).toBe(0)
  })

  test('takes a file that can’t be shown, which comes back by Undo', async () => {
    await using service = await startServer({
      files: { 'broken.jpg': Buffer.from('no picture'), ...files },
    })
    await using page = await openAdmin(open, phone, service, 'status')
    await page.untilText('It is empty.')
    await page.until(`!!document.querySelector('[aria-label="Delete broken.jpg"]')`)
    await page.click('[aria-label="Delete broken.jpg"]')
    await page.untilText('1 item,')
    expect(await page.ask<number>(`document.querySelectorAll('.trash img').length`)).toBe(0)
    await page.press('Undo')
    await page.untilText('It is empty.')
    expect(await readdir(service.uploadsDir)).toContain('broken.jpg')
  })

  test('shows a part of many, and says what another device has restored meanwhile', async () => {
    const many = Array.from({ length: 130 }, (_, index) => `many/${index + 100}.png`)
    const picture = noise(8, 8, 1)
    await using service = await startServer({
      files: Object.fromEntries(many.map((path) => [path, picture])),
    })
    await trash(service, { images: many })
    await using page = await openAdmin(open, desktop, service, 'status')
    await page.until(`document.querySelectorAll('.trash li').length === 100`)
    await page.press('Show more of 130 items')
    await page.until(`document.querySelectorAll('.trash li').length === 130`)
    await page.press('Select all')
    await page.untilText('130 of 130 items selected')
    const { cookie } = await service.login()
    const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
    const id = (await readdir(service.at('.photo-frame/trash')))[0]
    const body = JSON.stringify({ ids: [id] })
    await fetch(`${service.url}/api/trash/restore`, { method: 'POST', headers, body })
    await page.press('Restore selected')
    await page.untilText('129 items restored. 1 item was not there any more.')
    await page.untilText('It is empty.')
    expect(await readdir(service.at('many'))).toHaveLength(130)
  })

  test('is told of where there is none', async () => {
    await using service = await startServer({ files, env: { TRASH_DAYS: '0' } })
    await using page = await openAdmin(open, phone, service, 'status')
    await page.untilText('what is deleted can’t be restored')
  })
})
