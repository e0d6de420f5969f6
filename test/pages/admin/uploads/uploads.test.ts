import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { startFaultyProxy, type Fault } from '../../../support/faulty-proxy.ts'
import { noise } from '../../../support/pixels.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

setDefaultTimeout(180_000)

const count = 12

const faults: readonly Fault[] = ['none', 'cut', 'slow', 'cut before the answer', 'repeat', 'cut']

describeInBrowser('uploads', ({ open }) => {
  test('over a network that cuts, slows and repeats, and from a service that is killed, all are stored once', async () => {
    await using camera = await temporaryFolder()
    await using board = await temporaryFolder()
    const paths = Array.from({ length: count }, (_, index) => join(camera.path, `${index}.png`))
    for (const [index, path] of paths.entries()) await Bun.write(path, noise(300, 200, index))
    const env = { UPLOADS_DIR: board.path }
    await using services = new AsyncDisposableStack()
    let service = services.use(await startServer({ env }))
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using page = await openAdmin(open, phone, proxy)
    await page.addFiles(paths)
    const stored = async () => (await readdir(board.path)).filter((name) => name.endsWith('.png'))
    await eventually(async () => (await stored()).length >= 4)
    await service.stop('SIGKILL')
    service = services.use(await startServer({ env }))
    await page.hurry()
    const status = `document.querySelector('.uploads [role=status]').textContent`
    await page.until(`${status} === '${count} of ${count} pictures stored'`)
    expect(proxy.faultsLeft()).toBe(0)
    const names = await stored()
    expect(names.toSorted()).toEqual(paths.map((path) => path.split('/').at(-1) ?? '').toSorted())
    for (const path of paths) {
      const name = path.split('/').at(-1) ?? ''
      expect(await Bun.file(join(board.path, name)).bytes()).toEqual(await Bun.file(path).bytes())
    }
  })

  test('say once why they wait while the service is away, and how long only while they go on', async () => {
    await using camera = await temporaryFolder()
    const path = join(camera.path, '1.png')
    await Bun.write(path, noise(60, 40, 1))
    await using service = await startServer()
    await using page = await openAdmin(open, phone, service)
    await service.stop()
    await page.addFiles([path])
    await page.press('Show the list')
    await page.untilText('Trying again')
    // The folder is listed again, too.
    await page.ask(
      `(window.focusedAt = performance.now(), window.dispatchEvent(new Event('focus')))`,
    )
    await page.until(`performance.getEntriesByType('resource').at(-1).startTime > focusedAt`)
    const text = await page.ask<string>('document.body.innerText')
    expect(text.split('The service does not answer').length).toBe(2)
    expect(text).not.toMatch(/\d (s|min|h) left/)
    await page.press('Pause')
    await page.untilText('paused')
    expect(await page.ask<string>('document.body.innerText')).not.toContain('Trying again')
  })
})
