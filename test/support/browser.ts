import { join } from 'node:path'
import { readPng } from './pixels.ts'

/** Tabs that nobody uses, each on an empty page: Chromium opens a window for a new one, which takes longer. */
const unused: Tab[] = []

type Tab = Awaited<ReturnType<typeof openTab>>

/** Opens a tab of Chromium. All of them share one process, which ends with the tests. */
async function openTab() {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  // What suggests addresses is a page of its own in each window.
  const suggestions = '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,BackForwardCache'
  const argv = ['--disable-dev-shm-usage', suggestions, ...sandbox]
  const path = join(import.meta.dir, 'browsers/chromium.sh')
  const view = new Bun.WebView({ backend: { type: 'chrome', path, argv } })
  await view.navigate('about:blank')
  for (const domain of ['Page', 'Runtime', 'Log', 'Animation']) await view.cdp(`${domain}.enable`)
  const complaints: string[] = []
  for (const event of ['Runtime.exceptionThrown', 'Log.entryAdded']) {
    view.addEventListener(event, (said) =>
      complaints.push(JSON.stringify('data' in said ? said.data : said)),
    )
  }
  view.addEventListener('Page.javascriptDialogOpening', () => {
    void view.cdp('Page.handleJavaScriptDialog', { accept: true })
  })
  return { view, complaints, scripts: new Array<string>() }
}

/** Puts a tab back as it was when it was opened. */
async function empty({ view, complaints, scripts }: Tab): Promise<void> {
  for (const identifier of scripts.splice(0)) {
    await view.cdp('Page.removeScriptToEvaluateOnNewDocument', { identifier })
  }
  // The empty page itself has no storage.
  await view.evaluate('(() => { try { sessionStorage.clear() } catch {} })()')
  const origin = await view.evaluate<string>('origin')
  await view.navigate('about:blank')
  // Another service may get the same port.
  if (origin !== 'null') {
    await view.cdp('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb',
    })
  }
  await view.cdp('Page.resetNavigationHistory')
  await view.cdp('Page.setFontSizes', { fontSizes: { standard: 16 } })
  await view.cdp('Animation.setPlaybackRate', { playbackRate: 1 })
  await view.cdp('Network.setCacheDisabled', { cacheDisabled: false })
  await view.cdp('Emulation.clearDeviceMetricsOverride')
  await view.cdp('Emulation.setEmulatedMedia', { media: '', features: [] })
  await view.cdp('Emulation.setTouchEmulationEnabled', { enabled: false })
  complaints.splice(0)
}

/** Opens a view of Chromium that notes what the console and the policies complain of. */
export async function openBrowser() {
  const tab = unused.pop() ?? (await openTab())
  const { view, complaints, scripts } = tab
  const setScreen = (width: number, height: number, deviceScaleFactor = 1) =>
    view.cdp('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor,
      mobile: false,
    })
  /** Runs before the scripts of a page, to replace something of the browser's. */
  const prepare = async (source: string) => {
    const given = { source }
    const { identifier } = await view.cdp<{ identifier: string }>(
      'Page.addScriptToEvaluateOnNewDocument',
      given,
    )
    scripts.push(identifier)
  }
  /** The pixels on the screen, or on a part of it. */
  const look = async (part?: { x: number; y: number; width: number; height: number }) => {
    const clip = part && { clip: { ...part, scale: 1 } }
    const { data } = await view.cdp<{ data: string }>('Page.captureScreenshot', { ...clip })
    return readPng(Buffer.from(data, 'base64'))
  }
  return {
    view,
    complaints,
    setScreen,
    prepare,
    look,
    [Symbol.asyncDispose]: async () => {
      await empty(tab)
      // One that is behind another draws nothing.
      const isInFront = (await view.evaluate('document.visibilityState')) === 'visible'
      if (isInFront) unused.push(tab)
      else view.close()
    },
  }
}
