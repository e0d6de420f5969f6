import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describeInEachBrowser, desktop } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'
import { folderWith } from '../../../support/temporary.ts'
import { expectStored } from '../../expect-stored.ts'

/** 16 × 12 red pixels. */
const avif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0' +
    'AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAA' +
    'HgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xy' +
    'bmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAQAAAADAAAABBwaXhpAAAAAAMICAgA' +
    'AAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACZtZGF0EgAKBhgM/tgQgDISGAAKKKKEAACpjltftKtLwWik',
  'base64',
)

describeInEachBrowser('files that come to the page', ({ name, openAdmin }) => {
  const server = sharedServer()

  test('are stored in the folder that they are dropped on or pasted into, and those that are no pictures say so', async () => {
    const service = server()
    await mkdir(service.at('album'))
    await using photos = await folderWith({
      '2.png': noise(60, 40, 2),
      '50 % & more.png': noise(60, 40, 3),
      'notes.jpg': 'no picture',
    })
    await using page = await openAdmin(desktop, service, 'pictures/album')
    await page.untilText('There is nothing here yet')
    await page.driver.dropFiles(photos.paths)
    await page.untilText('2 of 3 photos stored, 1 did not work')
    await page.untilText('This is not a photo', '.refused .note')
    await page.untilPictures(2)
    await expectStored(service.at('album'), photos.paths.slice(0, 2))

    const content = noise(60, 40, 1).toString('base64')
    await page.ask(`(() => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob('${content}'), (each) => each.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      // Not every browser lets a script make a ClipboardEvent with files.
      const event = Object.assign(new Event('paste', { bubbles: true }), { clipboardData })
      document.body.dispatchEvent(event)
    })()`)
    await page.untilPictures(3)
  })

  test('go to the folder on the screen alone, however fast others were left', async () => {
    await using service = await startServer()
    await mkdir(service.at('album'))
    await using photos = await folderWith({ '2.png': noise(60, 40, 2) })
    await using page = await openAdmin(desktop, service)
    await page.ask(`(() => {
      window.frames = []
      window.requestFrame = requestAnimationFrame
      window.requestAnimationFrame = (callback) => frames.push(callback)
      window.cancelAnimationFrame = (id) => delete frames[id - 1]
    })()`)
    for (const folder of ['album', '', 'album', '', 'album']) {
      await page.show(`pictures/${folder}`)
      await page.untilHeading(folder || 'Albums')
    }
    await page.ask(`(() => {
      window.requestAnimationFrame = requestFrame
      for (const callback of frames) callback?.(performance.now())
    })()`)
    await page.untilText('There is nothing here yet')
    await page.driver.dropFiles(photos.paths)
    await page.untilText('1 of 1 photo stored')
    await page.untilPictures(1)
    await expectStored(service.at('album'), photos.paths)
    await expectStored(service.uploadsDir, [])
  })

  test.skipIf(name === 'Firefox')('bring their folders with them', async () => {
    const files = {
      'Trip/1.png': noise(60, 40, 1),
      'Trip/Day 2/2.png': noise(60, 40, 2),
      'Trip/Day 2/été/3.png': noise(60, 40, 3),
      '4.png': noise(60, 40, 4),
    }
    await using service = await startServer()
    await using photos = await folderWith({ ...files, 'Trip/Day 2/notes.txt': 'not meant' })
    await using page = await openAdmin(desktop, service)
    await page.untilText('There is nothing here yet')
    await page.driver.dropFiles([join(photos.path, 'Trip'), join(photos.path, '4.png')])
    await page.untilText('4 of 4 photos stored')
    const stored = await readdir(service.uploadsDir, { recursive: true })
    expect(stored.filter((path) => /[.](png|txt)$/.test(path)).toSorted()).toEqual(
      Object.keys(files).toSorted(),
    )
    await page.untilText('Trip')
  })

  test('are converted where the service takes no AVIF, or say what to do', async () => {
    await using service = await startServer({ env: { PATH: '/none' } })
    await using photos = await folderWith({ 'red.avif': avif, 'broken.heic': 'no picture' })
    await using page = await openAdmin(desktop, service)
    await page.untilText('There is nothing here yet')
    await page.driver.dropFiles(photos.paths)
    await page.untilText('1 of 2 photos stored, 1 did not work')
    await page.untilText('This is not a photo that can be shown.')
    const stored = new Bun.Image(await Bun.file(service.at('red.jpg')).bytes())
    expect(await stored.metadata()).toMatchObject({ format: 'jpeg', width: 16, height: 12 })
  })
})
