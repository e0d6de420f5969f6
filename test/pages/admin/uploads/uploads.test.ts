import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../../support/admin-page.ts'
import { describeInBrowsers, phone } from '../../../support/browsers/installed-browsers.ts'
import { startCuttingProxy } from '../../../support/cutting-proxy.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

setDefaultTimeout(180_000)

const count = 12

describeInBrowsers('uploads', ({ open }) => {
  test('over a network that loses requests and answers, and a service that is killed, all arrive once', async () => {
    await using camera = await temporaryFolder()
    await using board = await temporaryFolder()
    const paths = Array.from({ length: count }, (_, index) => join(camera.path, `${index}.png`))
    for (const [index, path] of paths.entries()) await Bun.write(path, noise(300, 200, index))
    const env = { UPLOADS_DIR: board.path }
    await using services = new AsyncDisposableStack()
    let service = services.use(await startServer({ env }))
    using proxy = startCuttingProxy(() => service.url, 5)
    await using driver = await open(phone)
    const page = adminPage(driver)
    await page.open(proxy.url)
    await page.addFiles(paths)
    const stored = async () => (await readdir(board.path)).filter((name) => name.endsWith('.png'))
    while ((await stored()).length < 4) await Bun.sleep(20)
    await service.stop('SIGKILL')
    service = services.use(await startServer({ env }))
    for (;;) {
      const status = await page.ask<string>(
        `document.querySelector('.uploads [role=status]').textContent`,
      )
      if (status === `${count} of ${count} pictures stored`) break
      await Bun.sleep(100)
    }
    expect(proxy.cutsLeft()).toBe(0)
    const names = await stored()
    expect(names.toSorted()).toEqual(paths.map((path) => path.split('/').at(-1) ?? '').toSorted())
    for (const path of paths) {
      const name = path.split('/').at(-1) ?? ''
      expect(await Bun.file(join(board.path, name)).bytes()).toEqual(await Bun.file(path).bytes())
    }
  })
})
