import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { noise } from '../../../support/pixels.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

const pick = '.left-over input[type=file]'

/** Writes pictures that differ, as a camera does. */
async function takePictures(folder: string, names: readonly string[]): Promise<string[]> {
  const paths = names.map((name) => join(folder, name))
  for (const [index, path] of paths.entries()) await Bun.write(path, noise(300, 200, index + 100))
  return paths
}

describeInBrowser('what the last visit left over', ({ open }) => {
  test('is picked again into its folder after a closed tab, and nothing is there twice', async () => {
    const count = 20
    await using service = await startServer({ files: { 'album/other.png': noise(60, 40, 1) } })
    await using camera = await temporaryFolder()
    const names = Array.from({ length: count }, (_, index) => `IMG_${index}.png`)
    const paths = await takePictures(camera.path, [...names, 'not-meant.png'])
    await using page = await openAdmin(open, phone, service, 'pictures/album', 1)
    await page.addFiles(paths.slice(0, count))
    const stored = async () =>
      (await readdir(service.at('album'))).filter((name) => name !== 'other.png')
    await eventually(async () => (await stored()).length > 3)
    await page.driver.navigate('about:blank')
    await page.driver.navigate(`${service.url}/admin`)
    const missing = count - (await stored()).length
    expect(missing).toBeGreaterThan(0)
    await page.untilText(
      missing === 1
        ? '1 picture of your last visit is'
        : `${missing} pictures of your last visit are`,
    )
    await page.driver.chooseFiles(pick, paths)
    await page.untilText('left out: not missing')
    await page.until(`!document.querySelector('.left-over')`)
    await eventually(async () => (await stored()).length === count)
    await page.untilText(`${missing} of ${missing} `)
    expect((await stored()).toSorted()).toEqual(names.toSorted())
    for (const [index, name] of names.entries()) {
      expect(await Bun.file(service.at(`album/${name}`)).bytes()).toEqual(
        await Bun.file(paths[index] ?? '').bytes(),
      )
    }
    expect((await readdir(service.uploadsDir)).filter((name) => name.endsWith('.png'))).toEqual([])
  })

  test('is told apart by size where two folders wait for one name, and counted once', async () => {
    await using service = await startServer()
    for (const folder of ['a', 'b']) await mkdir(service.at(folder))
    await using camera = await temporaryFolder()
    const [one = '', other = ''] = await takePictures(camera.path, ['a/1.png', 'b/1.png'])
    await Bun.write(other, noise(90, 60, 7))
    await using page = await openAdmin(open, phone, service)
    const untilWaiting = async (folder: string, path: string, text: string) => {
      await page.show(`pictures/${folder}`)
      await page.until(`document.querySelector('h1').textContent === '${folder}'`)
      await page.untilText('There is nothing here yet')
      await page.addFiles([path])
      await page.untilText(text)
    }
    const untilKept = (folders: string) =>
      page.until(`JSON.parse(localStorage['unfinished-uploads'])
        .map(({ folder }) => folder).join() === '${folders}'`)
    const loseNetwork = `XMLHttpRequest.prototype.send = function () {
      setTimeout(() => this.dispatchEvent(new Event('loadend')), 50)
    }; 0`
    await page.ask(`(() => { ${loseNetwork} })()`)
    await untilWaiting('a', one, '0 of 1')
    await untilWaiting('b', other, '0 of 2')
    await page.untilText('Trying again')
    await untilKept('a,b')

    // Added to its folder again, it is not missing besides.
    await page.driver.navigate(`${service.url}/admin?again`)
    await page.untilText('2 pictures of your last visit are missing')
    await page.ask(`(() => { ${loseNetwork} })()`)
    await untilWaiting('a', one, '1 picture of your last visit is missing')
    await untilKept('b,a')
    await page.driver.navigate(`${service.url}/admin?once-more`)
    await page.untilText('2 pictures of your last visit are missing')
    await page.driver.chooseFiles(pick, [other])
    await page.untilText('1 picture of your last visit is missing')
    await page.driver.chooseFiles(pick, [one])
    await page.untilText('2 of 2 pictures stored')
    expect(await Bun.file(service.at('a/1.png')).bytes()).toEqual(await Bun.file(one).bytes())
    expect(await Bun.file(service.at('b/1.png')).bytes()).toEqual(await Bun.file(other).bytes())
    expect(await readdir(service.at('a'))).toEqual(['1.png'])
    expect(await readdir(service.at('b'))).toEqual(['1.png'])
  })
})
