import { join } from 'node:path'
import { readPng } from './pixels.ts'

/** Opens a view of Chromium. All of them share one process, which ends with the tests. */
export function openView() {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const argv = ['--disable-dev-shm-usage', ...sandbox]
  const path = join(import.meta.dir, 'browsers/chromium.sh')
  return new Bun.WebView({ backend: { type: 'chrome', path, argv } })
}

/** Opens a view of Chromium that notes what the console and the policies complain of. */
export async function openBrowser() {
  const complaints: string[] = []
  const view = openView()
  await view.navigate('about:blank')
  await view.cdp('Runtime.enable')
  await view.cdp('Log.enable')
  for (const event of ['Runtime.exceptionThrown', 'Log.entryAdded']) {
    view.addEventListener(event, (said) =>
      complaints.push(JSON.stringify('data' in said ? said.data : said)),
    )
  }
  const setScreen = (width: number, height: number, deviceScaleFactor = 1) =>
    view.cdp('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor,
      mobile: false,
    })
  /** Runs before the scripts of a page, to replace something of the browser's. */
  const prepare = (source: string) => view.cdp('Page.addScriptToEvaluateOnNewDocument', { source })
  /** The pixels on the screen. */
  const look = async () => readPng(await view.screenshot({ format: 'png', encoding: 'buffer' }))
  return {
    view,
    complaints,
    setScreen,
    prepare,
    look,
    [Symbol.asyncDispose]: async () => view.close(),
  }
}
