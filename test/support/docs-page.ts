import { expect } from 'bun:test'
import { violationsOn } from './axe.ts'
import { openBrowser } from './browser.ts'
import { startServer } from './server.ts'

/** Opens all of /api/docs on a phone and on a desk, and looks whether anything is cut or hard to read. */
export async function expectWithinReach(scheme: 'light' | 'dark'): Promise<void> {
  await using service = await startServer()
  await using browser = await openBrowser()
  const { view } = browser
  const features = [{ name: 'prefers-color-scheme', value: scheme }]
  await view.cdp('Emulation.setEmulatedMedia', { features })
  for (const width of [320, 1440]) {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: width < 700 }
    await view.cdp('Emulation.setDeviceMetricsOverride', size)
    await view.navigate(`${service.url}/api/docs`)
    await view.evaluate(
      `document.querySelectorAll('details').forEach((each) => (each.open = true))`,
    )
    const wide = `[...document.querySelectorAll('*')].filter(({ scrollWidth, clientWidth, localName }) =>
      !['code', 'span', 'a'].includes(localName) && scrollWidth > clientWidth + 1).map(({ outerHTML }) => outerHTML)`
    expect(await view.evaluate<string[]>(wide)).toEqual([])
    const evaluate = <T>(expression: string) => view.evaluate<T>(expression)
    expect(await violationsOn({ evaluate })).toEqual([])
  }
}
