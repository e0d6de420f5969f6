import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { camera } from '../../../support/guest-page.ts'
import { noise } from '../../../support/pixels.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { folderWith } from '../../../support/temporary.ts'
import { expectStored } from '../../expect-stored.ts'

const pick = '.left-over input[type=file]'

describeInBrowser('what the last visit left over', ({ openAdmin }) => {
  test('is not what another tab sends meanwhile', async () => {
    await using service = await startServer()
    await using photos = await camera(3)
    await using page = await openAdmin(phone, service)
    await page.untilText('There is nothing here yet')
    // The network is slow.
    await page.ask(`(() => {
      const { send } = XMLHttpRequest.prototype
      XMLHttpRequest.prototype.send = function (body) {
        window.goOn = () => {
          window.goOn = undefined
          send.call(this, body)
        }
      }
    })()`)
    await page.addFiles(photos.paths)
    await page.until(`!!window.goOn`)
    await using other = await openAdmin(phone, service)
    await other.untilText('3 photos of your last visit are missing')
    for (const left of [2, 1, 0]) {
      await page.until(`!!window.goOn`)
      await page.ask(`goOn()`)
      await other.until(`!!document.querySelector('.left-over') === ${left > 0}`)
    }
  })

  test('is picked again into its folder after a closed tab, and nothing is there twice', async () => {
    const count = 20
    await using service = await startServer()
    await mkdir(service.at('album'))
    await using photos = await camera(count + 1)
    const meant = photos.paths.slice(0, count)
    await using page = await openAdmin(phone, service, 'pictures/album')
    await page.untilHeading('album')
    await page.addFiles(meant)
    const stored = () => readdir(service.at('album'))
    await eventually(async () => (await stored()).length > 3)
    await page.driver.navigate('about:blank')
    await page.driver.navigate(`${service.url}/admin`)
    const missing = count - (await stored()).length
    expect(missing).toBeGreaterThan(0)
    await page.untilText(
      missing === 1 ? '1 photo of your last visit is' : `${missing} photos of your last visit are`,
    )
    await page.driver.chooseFiles(pick, photos.paths)
    await page.untilText('not missing.')
    await page.until(`!document.querySelector('.left-over')`)
    await page.untilText(`${missing} of ${missing} `)
    await expectStored(service.at('album'), meant)
    await expectStored(service.uploadsDir, [])
  })

  test('is told apart by size where two folders wait for one name, and counted once', async () => {
    await using service = await startServer()
    for (const folder of ['a', 'b']) await mkdir(service.at(folder))
    await using photos = await folderWith({
      'a/1.png': noise(300, 200, 1),
      'b/1.png': noise(90, 60, 7),
    })
    const [one = '', other = ''] = photos.paths
    await using page = await openAdmin(phone, service)
    const untilWaiting = async (folder: string, path: string, text: string) => {
      await page.show(`pictures/${folder}`)
      await page.untilHeading(folder)
      await page.untilText('There is nothing here yet')
      await page.addFiles([path])
      await page.untilText(text)
    }
    const untilKept = (folders: string) =>
      page.until(`JSON.parse(localStorage['unfinished-uploads'])
        .map(({ folder }) => folder).join() === '${folders}'`)
    const loseNetwork = `(() => { XMLHttpRequest.prototype.send = function () {
      setTimeout(() => this.dispatchEvent(new Event('loadend')), 50)
    } })()`
    await page.ask(loseNetwork)
    await untilWaiting('a', one, '0 of 1')
    await untilWaiting('b', other, '0 of 2')
    await page.untilText('Trying again')
    await untilKept('a,b')

    // Added to its folder again, it is not missing besides.
    await page.driver.navigate(`${service.url}/admin?again`)
    await page.untilText('2 photos of your last visit are missing')
    await page.ask(loseNetwork)
    await untilWaiting('a', one, '1 photo of your last visit is missing')
    await untilKept('b,a')
    await page.driver.navigate(`${service.url}/admin?once-more`)
    await page.untilText('2 photos of your last visit are missing')
    await page.driver.chooseFiles(pick, [other])
    await page.untilText('1 photo of your last visit is missing')
    await page.driver.chooseFiles(pick, [one])
    await page.untilText('2 of 2 photos stored')
    await expectStored(service.at('a'), [one])
    await expectStored(service.at('b'), [other])
  })
})
