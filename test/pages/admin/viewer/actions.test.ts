import { expect, test } from 'bun:test'
import { cp, mkdir, readdir } from 'node:fs/promises'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { tags, tiff, withTiff } from '../../../support/exif.ts'
import { orientedJpeg } from '../../../support/jpegs.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

const taken = { directory: { [tags.dateTimeOriginal]: '2024:07:14 18:30:05' } }
const photoOf = async (model: string) => {
  const words = { 0x010e: 'By <b>the</b> sea', 0x010f: 'Canon', 0x0110: model }
  const exif = tiff({ ...words, [tags.exifDirectory]: taken })
  return withTiff(await new Bun.Image(noise(60, 40, 1)).jpeg().bytes(), exif)
}

const isShown = (name: string) =>
  `document.querySelector('.viewer')?.ariaLabel.startsWith('${name}') &&
   !!document.querySelector('.current img.shown')`
const fit = `document.querySelector('.current .fit')`

describeInBrowser('the actions of a picture', ({ openAdmin }) => {
  test('turn a JPEG at once and for good, and say why another can not be turned', async () => {
    const files = { 'a/1.jpg': await orientedJpeg(6), 'a/2.png': noise(60, 40, 2) }
    await using service = await startServer({ files })
    await using page = await openAdmin(phone, service, 'picture/a/1.jpg')
    await page.until(isShown('1.jpg'))
    const ratio = `(({ width, height }) => Math.sign(width - height))(${fit}.getBoundingClientRect())`
    await page.until(`${ratio} === 1`)
    const source = `document.querySelector('.current img.shown')?.src`
    const before = await page.ask<string>(source)
    for (const [action, shape] of [
      ['Rotate right', -1],
      ['Rotate left', 1],
      ['Rotate left', -1],
    ] as const) {
      const earlier = await page.ask<string>(source)
      await page.choose(action, '.viewer')
      await page.until(`${source} !== undefined && ${source} !== ${JSON.stringify(earlier)}`)
      // The file that is shown is turned itself.
      await page.until(`${fit}.style.rotate === '0deg' && ${ratio} === ${shape}`)
      await page.until(`(({ naturalWidth, naturalHeight }) =>
        Math.sign(naturalWidth - naturalHeight))(document.querySelector('.current img.shown')) === ${shape}`)
    }
    expect(await page.ask<string>(source)).not.toBe(before)
    const thumbnail = `document.querySelector('[aria-label="1.jpg"] img')`
    await page.until(`${thumbnail}?.naturalWidth < ${thumbnail}?.naturalHeight`)
    expect(await service.told('GET /api/folders?path=a')).toMatchObject({
      images: [{ dimensions: { width: 80 } }, {}],
    })

    await page.driver.press('ArrowRight')
    await page.until(isShown('2.png'))
    await page.choose('Rotate right', '.viewer')
    await page.untilText('Only JPEG photos can be rotated.')
    await page.until(`${fit}.style.rotate === '0deg'`)
    // It is said of this one alone.
    await page.driver.press('ArrowLeft')
    await page.until(isShown('1.jpg'))
    expect(await page.texts('.viewer [role=alert]')).toEqual([''])
  })

  test('turn a JPEG wherever else it was shown before', async () => {
    await using service = await startServer({ files: { 'a/1.jpg': await orientedJpeg(6) } })
    await fetch(`${service.url}/api/images/random?frame=hall`)
    await using page = await openAdmin(desktop, service)
    const shapes = async (shape: number) => {
      const has = (selector: string) => `(({ naturalWidth: width, naturalHeight: height }) =>
        width > 0 && Math.sign(width - height) === ${shape})(
          document.querySelector('${selector}') ?? {})`
      await page.show('photos')
      await page.until(has('.picture img'))
      await page.show('pictures/')
      await page.until(has('.cover img'))
      await page.show('frames')
      await page.until(has('.frame img'))
    }
    await shapes(1)
    await page.show('picture/a/1.jpg')
    await page.until(isShown('1.jpg'))
    await page.choose('Rotate right', '.viewer')
    await page.until(`${fit}.style.rotate === '0deg'`)
    await shapes(-1)
  })

  test('tell its facts, in words, and markup of a camera as text', async () => {
    const hostile = '<img src=x onerror=document.title=1><script>document.title=2'
    const files = {
      'a/b/1.jpg': await photoOf('Canon EOS 5D'),
      'a/b/2.jpg': await photoOf(hostile),
    }
    await using service = await startServer({ files })
    await using page = await openAdmin(desktop, service, 'picture/a/b/2.jpg')
    await page.until(isShown('2.jpg'))
    await page.press('Details')
    await page.untilText(`Canon ${hostile}`)
    await page.untilText('By <b>the</b> sea')
    expect(await page.texts('.details :is(img, script)')).toEqual([])
    expect(Number(await page.ask<string>('document.title'))).toBeNaN()
    await page.driver.press('ArrowLeft')
    await page.until(isShown('1.jpg'))
    await page.untilText('Canon EOS 5D')
    const facts = await page.texts('.details dd')
    expect(facts[0]).toMatch(/^Sunday, July 14, 2024.* 6:30\sPM$/)
    const size = expect.stringContaining('60 × 40 pixels')
    expect(facts.slice(1)).toEqual(['1.jpg', 'a/b', size, 'Canon EOS 5D'])
    // The picture makes room for them.
    await page.until(`${fit}.getBoundingClientRect().right <=
      document.querySelector('.viewer-facts').getBoundingClientRect().left`)
    await page.click('.details a')
    await page.until(`location.hash === '#/pictures/a/b' && !document.querySelector('.viewer')`)
  })

  test('make it the cover of its folder, move it, and go on with its neighbour', async () => {
    await using service = await startServer({
      files: { ...pictures(3, 'a/'), ...pictures(1, 'b/') },
    })
    const albums = Array.from({ length: 1001 }, (_, index) => service.at(`b/${index}`))
    await Promise.all(albums.map((path) => mkdir(path)))
    await using page = await openAdmin(phone, service)
    for (const name of ['2.png', '3.png']) {
      await page.show(`picture/a/${name}`)
      await page.until(isShown(name))
      await page.choose('Use as cover', '.viewer')
      await page.untilText('“a” has a new cover.')
      await eventually(async () =>
        expect(await service.told('GET /api/folders')).toMatchObject({
          folders: [{ name: 'a', cover: `a/${name}` }, { name: 'b' }],
        }),
      )
    }
    await page.show('picture/a/2.png')
    await page.until(isShown('2.png'))
    await page.choose('Move', '.viewer')
    // All albums are offered, and none: more than the service lists at once.
    await page.until(`document.querySelectorAll('.picker li').length === 1003`)
    await page.press('b')
    await page.untilText('1 photo moved to “b”.')
    await page.until(isShown('3.png'))
    expect(await readdir(service.at('b'))).toContain('2.png')
    await page.press('Undo')
    await page.untilText('1 photo moved to “a”.')
    expect((await readdir(service.at('a'))).toSorted()).toEqual(['1.png', '2.png', '3.png'])
  })
})

describeInBrowser('an open picture', ({ openAdmin }) => {
  test('is shown once the service is back that was away', async () => {
    const before = await startServer({ files: pictures(4, 'a/') })
    await using folder = await temporaryFolder()
    await cp(before.uploadsDir, folder.path, { recursive: true })
    await using page = await openAdmin(phone, before, 'picture/a/1.png')
    await page.hurry()
    await page.until(isShown('1.png'))
    await before[Symbol.asyncDispose]()
    // The next one may be loaded already.
    await page.driver.press('End')
    await page.untilText('The photo can’t be loaded.')
    for (let times = 0; times < 12; times += 1) await page.driver.press('+')
    const scale = `Number(document.querySelector('.stage').style.getPropertyValue('--scale'))`
    await page.until(`${scale} > 1`)
    expect(await page.ask<number>(scale)).toBe(4)
    const env = { UPLOADS_DIR: folder.path, PORT: new URL(before.url).port }
    await using after = await startServer({ env })
    expect(after.url).toBe(before.url)
    await page.until(isShown('4.png'))
    expect(await page.texts('.current .message')).toEqual([])
  })
})
