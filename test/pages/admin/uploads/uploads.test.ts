import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { startFaultyProxy, type Fault } from '../../../support/faulty-proxy.ts'
import { camera } from '../../../support/guest-page.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'
import { expectStored } from '../../expect-stored.ts'

const count = 12

const faults: readonly Fault[] = ['none', 'cut', 'slow', 'cut before the answer', 'repeat', 'cut']

describeInBrowser('uploads', ({ openAdmin }) => {
  setDefaultTimeout(180_000)

  test('over a network that cuts, slows and repeats, and from a service that is killed, all are stored once', async () => {
    await using photos = await camera(count)
    await using board = await temporaryFolder()
    const env = { UPLOADS_DIR: board.path }
    await using services = new AsyncDisposableStack()
    let service = services.use(await startServer({ env }))
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using page = await openAdmin(phone, proxy)
    await page.addFiles(photos.paths)
    await eventually(async () => {
      const names = await readdir(board.path)
      return names.filter((name) => name.endsWith('.png')).length >= 4
    })
    await service.stop('SIGKILL')
    service = services.use(await startServer({ env }))
    await page.hurry()
    await page.untilText(`${count} of ${count} photos stored`, '.uploads [role=status]')
    expect(proxy.faultsLeft()).toBe(0)
    await expectStored(board.path, photos.paths)
  })

  test('go to their album also where it is renamed meanwhile', async () => {
    await using photos = await camera(4, 1_500_000)
    await using service = await startServer()
    await mkdir(service.at('Rmoe'))
    using proxy = await startFaultyProxy(() => service.url, ['none', 'very slow'])
    await using page = await openAdmin(phone, proxy, 'pictures/Rmoe', 0)
    await page.untilText('There is nothing here yet')
    await page.addFiles(photos.paths)
    await page.untilText('1 of 4 photos stored')
    await page.choose('Rename')
    await page.enter('Rome')
    await page.untilHeading('Rome')
    await page.untilText('4 of 4 photos stored')
    await expectStored(service.at('Rome'), photos.paths)
    expect(await readdir(service.uploadsDir)).not.toContain('Rmoe')
  })

  test('say once why they wait while the service is away, and how long only while they go on', async () => {
    await using photos = await camera(1)
    await using service = await startServer()
    await using page = await openAdmin(phone, service)
    await service.stop()
    await page.addFiles(photos.paths)
    await page.press('Show the list')
    await page.untilText('Trying again')
    // The folder is listed again, too.
    await page.ask(
      `(window.focusedAt = performance.now(), window.dispatchEvent(new Event('focus')))`,
    )
    await page.until(`performance.getEntriesByType('resource').at(-1).startTime > focusedAt`)
    const [text = ''] = await page.texts('body')
    expect(text.split('The service does not answer').length).toBe(2)
    expect(text).not.toMatch(/\d (s|min|h) left/)
    await page.press('Pause')
    await page.untilText('paused')
    expect(await page.texts('body')).not.toEqual([expect.stringContaining('Trying again')])
  })
})
