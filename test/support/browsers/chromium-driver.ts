import { openBrowser } from '../browser.ts'
import type { Device, PageDriver, Point, RunningBrowser, Scheme } from './page-driver.ts'

/** How many steps a finger takes on its way. */
const swipeSteps = 5

/** Starts Chromium. All of its pages share their cookies. */
export const startChromium = async (scheme: Scheme): Promise<RunningBrowser> => ({
  open: (device) => openPage(device, scheme),
  [Symbol.asyncDispose]: async () => undefined,
})

/** Opens a tab, on a touch screen. */
async function openPage(device: Device, scheme: Scheme): Promise<PageDriver> {
  const { view, complaints } = await openBrowser()
  // One command at a time is all that a view takes.
  let last: Promise<unknown> = Promise.resolve()
  const command = <T>(method: string, parameters: Record<string, unknown> = {}): Promise<T> => {
    const next = last.then(() => view.cdp<T>(method, parameters))
    last = next.catch(() => undefined)
    return next
  }
  await command('Emulation.setDeviceMetricsOverride', {
    width: device.width,
    height: device.height,
    deviceScaleFactor: device.ratio ?? 1,
    mobile: false,
  })
  await command('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await command('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  })
  await command('Page.enable')
  view.addEventListener('Page.javascriptDialogOpening', () => {
    void command('Page.handleJavaScriptDialog', { accept: true })
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    command('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    complaints,
    navigate: (url) => view.navigate(url),
    evaluate: (expression) => view.evaluate(expression),
    click: ({ x, y }) => view.click(x, y),
    touch: async (point, milliseconds = 0) => {
      await touch('touchStart', [point])
      await Bun.sleep(milliseconds)
      await touch('touchEnd', [])
    },
    swipe: async (from, to) => {
      await touch('touchStart', [from])
      for (let step = 1; step <= swipeSteps; step += 1) {
        const at = (start: number, end: number) => start + ((end - start) * step) / swipeSteps
        await touch('touchMove', [{ x: at(from.x, to.x), y: at(from.y, to.y) }])
      }
      // A finger that is lifted while it moves throws the page, and the next tap only stops it.
      await Bun.sleep(150)
      await touch('touchEnd', [])
    },
    type: (text) => view.type(text),
    press: (key, modifier) =>
      view.press(key, modifier === undefined ? {} : { modifiers: [modifier] }),
    chooseFiles: async (selector, files) => {
      const { root } = await command<{ root: { nodeId: number } }>('DOM.getDocument')
      const query = { nodeId: root.nodeId, selector }
      const { nodeId } = await command<{ nodeId: number }>('DOM.querySelector', query)
      await command('DOM.setFileInputFiles', { nodeId, files })
    },
    dropFiles: async (files) => {
      const data = { items: [], files, dragOperationsMask: 1 }
      const middle = { x: device.width / 2, y: device.height / 2 }
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await command('Input.dispatchDragEvent', { type, ...middle, data })
      }
    },
    forgetCookies: async () => void (await command('Network.clearBrowserCookies')),
    bypassCache: async () => {
      await command('Network.enable')
      await command('Network.setCacheDisabled', { cacheDisabled: true })
    },
    screenshot: () => view.screenshot({ format: 'png', encoding: 'buffer' }),
    [Symbol.asyncDispose]: async () => view.close(),
  }
}
