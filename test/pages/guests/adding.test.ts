import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowsers, phone } from '../../support/browsers/installed-browsers.ts'
import { startFaultyProxy, type Fault } from '../../support/faulty-proxy.ts'
import { invite } from '../../support/inviting.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

setDefaultTimeout(120_000)

const axe = await Bun.file(Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))).text()

const faults: readonly Fault[] = ['none', 'cut', 'slow', 'cut before the answer', 'repeat']

/** Takes photos as files of a phone. */
async function camera(count: number) {
  const folder = await temporaryFolder()
  const paths = Array.from({ length: count }, (_, index) => join(folder.path, `${index}.png`))
  for (const [index, path] of paths.entries()) await Bun.write(path, noise(300, 200, index + 1))
  return { paths, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

describeInBrowsers('the guests’ page', ({ open }) => {
  test('sends what is picked over a network that cuts and repeats, once each, and thanks', async () => {
    await using service = await startServer()
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using photos = await camera(6)
    const { path } = await invite(service, { folder: 'party', label: 'The party' })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await driver.navigate(proxy.url + path)
    await page.untilText('Add pictures')
    expect(await page.ask<string>('document.title')).toBe('The party')
    await page.addFiles(photos.paths)
    await page.untilText('Thank you!')
    await page.untilText('Add more')
    expect(proxy.faultsLeft()).toBe(0)
    const stored = await readdir(service.at('party'))
    expect(stored.toSorted()).toEqual(photos.paths.map((each) => each.split('/').at(-1) ?? ''))
    for (const name of stored) {
      const sent = photos.paths.find((each) => each.endsWith(`/${name}`)) ?? ''
      expect(await Bun.file(service.at(`party/${name}`)).bytes()).toEqual(
        await Bun.file(sent).bytes(),
      )
    }
  })

  test('waits while paused, and refuses what is no picture before it is sent', async () => {
    await using service = await startServer()
    using proxy = await startFaultyProxy(() => service.url, ['very slow', 'very slow'])
    await using photos = await camera(2)
    await using folder = await temporaryFolder()
    const text = join(folder.path, 'text.jpg')
    await Bun.write(text, 'no picture')
    const { path } = await invite(service, { folder: 'party' })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await driver.navigate(proxy.url + path)
    await page.untilText('Add pictures')
    await page.addFiles([...photos.paths, text])
    await page.press('Pause')
    await page.untilText('paused')
    await page.untilText('This is no picture that can be shown.')
    await page.press('Go on')
    await page.untilText('2 of 3 pictures stored')
    expect(await readdir(service.at('party'))).toHaveLength(2)
  })

  test('says when the invitation is full, and when it has ended', async () => {
    await using service = await startServer()
    await using photos = await camera(3)
    const { path, end } = await invite(service, { folder: 'party', maxFiles: 2 })
    await using driver = await open(phone)
    const page = adminPage(driver)
    await driver.navigate(service.url + path)
    await page.untilText('Add pictures')
    await page.addFiles(photos.paths)
    await page.untilText('This link takes no more pictures.')
    await page.untilText('2 of 3 pictures stored')
    await end()
    await page.press('Try all again')
    await page.untilText('This link does not work any more')
    expect(await readdir(service.at('party'))).toHaveLength(2)
  })
})

for (const scheme of ['light', 'dark'] as const) {
  describeInBrowsers(
    `the guests’ page, ${scheme},`,
    ({ open }) => {
      test.each([320, 390])('breaks no rule for accessibility or its width: %d', async (width) => {
        await using service = await startServer({ env: { MAX_FILE_SIZE: '50KB' } })
        await using photos = await camera(2)
        const label = `The birthday of ${'Ä'.repeat(60)}`
        const { path, end } = await invite(service, { folder: 'party', label, maxFiles: 1 })
        await using driver = await open({ width, height: 700 })
        const page = adminPage(driver)
        const check = async () => {
          await page.ask(`(() => { ${axe} })()`)
          const violations = await page.ask<string[]>(`axe.run(document).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`)
          expect(violations).toEqual([])
          expect(
            await page.ask<number>('document.documentElement.scrollWidth - innerWidth'),
          ).toBeLessThanOrEqual(0)
        }
        await driver.navigate(service.url + path)
        await page.untilText('Add pictures')
        await check()
        await page.ask(`document.documentElement.style.fontSize = '200%'`)
        await check()
        await page.ask(`document.documentElement.style.fontSize = ''`)
        await page.addFiles(photos.paths)
        await page.untilText('Make all 2 smaller')
        await check()
        await page.press('Make all 2 smaller')
        await page.untilText('This link takes no more pictures.')
        await page.press('Show the list')
        await check()
        await end()
        await driver.navigate(service.url + path)
        await page.untilText('This link does not work any more')
        await check()
        expect(driver.complaints.filter((text) => /Content.Security.Policy/.test(text))).toEqual([])
      })
    },
    scheme,
  )
}
