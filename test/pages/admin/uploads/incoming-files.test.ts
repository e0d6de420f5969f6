import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInEachBrowser, desktop } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

/** 16 × 12 red pixels. */
const avif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0' +
    'AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAA' +
    'HgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xy' +
    'bmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAAAQAAAADAAAABBwaXhpAAAAAAMICAgA' +
    'AAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACZtZGF0EgAKBhgM/tgQgDISGAAKKKKEAACpjltftKtLwWik',
  'base64',
)

describeInEachBrowser('files that come to the page', ({ name, open }) => {
  test('are stored in the folder that they are dropped on, and those that are no pictures say so', async () => {
    await using service = await startServer({ files: { 'album/1.png': noise(60, 40, 1) } })
    await using camera = await temporaryFolder()
    const paths = ['2.png', '50 % & more.png', 'notes.jpg'].map((each) => join(camera.path, each))
    for (const [index, path] of paths.entries()) {
      await Bun.write(path, path.endsWith('.jpg') ? 'no picture' : noise(60, 40, index + 2))
    }
    await using page = await openAdmin(open, desktop, service, 'pictures/album', 1)
    await page.driver.dropFiles(paths)
    await page.untilText('2 of 3 pictures stored, 1 not')
    await page.until(
      `document.querySelector('.refused .note')?.textContent.startsWith('This is no picture')`,
    )
    await page.untilPictures(3)
    expect((await readdir(service.at('album'))).toSorted()).toEqual([
      '1.png',
      '2.png',
      '50 % & more.png',
    ])
  })

  test('go to the folder on the screen alone, however fast others were left', async () => {
    await using service = await startServer({ files: { 'album/1.png': noise(60, 40, 1) } })
    await using camera = await temporaryFolder()
    const path = join(camera.path, '2.png')
    await Bun.write(path, noise(60, 40, 2))
    await using page = await openAdmin(open, desktop, service)
    await page.ask(`(() => {
      window.frames = []
      window.requestFrame = requestAnimationFrame
      window.requestAnimationFrame = (callback) => frames.push(callback)
      window.cancelAnimationFrame = (id) => delete frames[id - 1]
    })()`)
    for (const folder of ['album', '', 'album', '', 'album']) {
      await page.show(`pictures/${folder}`)
      await page.until(
        `document.querySelector("h1")?.textContent === ${JSON.stringify(folder || 'Pictures')}`,
      )
    }
    await page.ask(`(() => {
      window.requestAnimationFrame = requestFrame
      for (const callback of frames) callback?.(performance.now())
    })()`)
    await page.untilPictures(1)
    await page.driver.dropFiles([path])
    await page.untilText('1 of 1 picture stored')
    await page.untilPictures(2)
    const stored = await readdir(service.uploadsDir, { recursive: true })
    expect(stored.filter((each) => each.endsWith('2.png'))).toEqual(['album/2.png'])
  })

  test.skipIf(name === 'Firefox')('bring their folders with them', async () => {
    await using service = await startServer()
    await using camera = await temporaryFolder()
    const files = {
      'Trip/1.png': noise(60, 40, 1),
      'Trip/Day 2/2.png': noise(60, 40, 2),
      'Trip/Day 2/notes.txt': 'not meant',
      'Trip/Day 2/été/3.png': noise(60, 40, 3),
      '4.png': noise(60, 40, 4),
    }
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(camera.path, path)), { recursive: true })
      await Bun.write(join(camera.path, path), content)
    }
    await using page = await openAdmin(open, desktop, service)
    await page.driver.dropFiles([join(camera.path, 'Trip'), join(camera.path, '4.png')])
    await page.untilText('4 of 4 pictures stored')
    const stored = await readdir(service.uploadsDir, { recursive: true })
    expect(stored.filter((path) => path.endsWith('.png')).toSorted()).toEqual([
      '4.png',
      'Trip/1.png',
      'Trip/Day 2/2.png',
      'Trip/Day 2/été/3.png',
    ])
    await page.untilText('Trip')
  })

  test('are pasted', async () => {
    await using service = await startServer()
    await using page = await openAdmin(open, desktop, service)
    const content = noise(60, 40, 1).toString('base64')
    await page.ask(`(() => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob('${content}'), (each) => each.charCodeAt(0))
      clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      // Not every browser lets a script make a ClipboardEvent with files.
      const event = Object.assign(new Event('paste', { bubbles: true }), { clipboardData })
      document.body.dispatchEvent(event)
    })()`)
    await page.untilText('1 of 1 picture stored')
    await page.untilPictures(1)
  })

  test('are converted where the service takes no AVIF, or say what to do', async () => {
    await using service = await startServer({ env: { PATH: '/none' } })
    await using camera = await temporaryFolder()
    await Bun.write(join(camera.path, 'red.avif'), avif)
    await Bun.write(join(camera.path, 'broken.heic'), 'no picture')
    await using page = await openAdmin(open, desktop, service)
    await page.driver.dropFiles([join(camera.path, 'red.avif'), join(camera.path, 'broken.heic')])
    await page.untilText('1 of 2 pictures stored, 1 not')
    await page.untilText('This is no picture that can be shown.')
    const stored = new Bun.Image(await Bun.file(service.at('red.jpg')).bytes())
    expect(await stored.metadata()).toMatchObject({ format: 'jpeg', width: 16, height: 12 })
  })
})
