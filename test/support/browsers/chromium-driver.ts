import { openBrowser } from '../browser.ts'
import { eventually } from '../server.ts'
import {
  twoDrawings,
  type Device,
  type PageDriver,
  type Point,
  type Scheme,
} from './page-driver.ts'

/** How many steps a finger or a mouse takes on its way. */
const steps = 5

const pointsBetween = (from: Point, to: Point) =>
  Array.from({ length: steps }, (_, step): Point => {
    const at = (start: number, end: number) => start + ((end - start) * (step + 1)) / steps
    return { x: at(from.x, to.x), y: at(from.y, to.y) }
  })

/** Starts Chromium. All of its pages share their cookies. */
export const startChromium = async (scheme: Scheme) => ({
  open: (device: Device) => openPage(device, scheme),
  [Symbol.asyncDispose]: async () => undefined,
})

/** Opens a tab, on a touch screen. */
async function openPage(device: Device, scheme: Scheme): Promise<PageDriver> {
  const browser = await openBrowser()
  const { view, complaints } = browser
  // One command at a time is all that a view takes.
  let last: Promise<unknown> = Promise.resolve()
  const command = <T>(method: string, parameters: Record<string, unknown> = {}): Promise<T> => {
    const next = last.then(() => view.cdp<T>(method, parameters))
    last = next.catch(() => undefined)
    return next
  }
  const showOn = async ({ width, height, ratio = 1, fontSize = 16 }: Device, colours: Scheme) => {
    await command('Page.setFontSizes', { fontSizes: { standard: fontSize } })
    await command('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: ratio,
      mobile: false,
    })
    await command('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: colours }],
    })
  }
  await command('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 })
  await showOn(device, scheme)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    command('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    complaints,
    // All of its tabs are in front.
    bringToFront: async () => undefined,
    navigate: (url) => view.navigate(url),
    evaluate: (expression) => view.evaluate(expression),
    setScreen: async (screen, colours = scheme) => {
      await showOn(screen, colours)
      await view.evaluate(twoDrawings)
    },
    click: ({ x, y }) => view.click(x, y),
    touch: async (point, milliseconds = 0) => {
      await touch('touchStart', [point])
      await Bun.sleep(milliseconds)
      await touch('touchEnd', [])
    },
    swipe: async (from, to, milliseconds = 0) => {
      await touch('touchStart', [from])
      await Bun.sleep(milliseconds)
      for (const point of pointsBetween(from, to)) await touch('touchMove', [point])
      // A finger that is lifted while it moves throws the page, and the next tap only stops it.
      await Bun.sleep(150)
      await touch('touchEnd', [])
    },
    drag: async (fingers, look) => {
      const at = (step: number) =>
        fingers.flatMap((points, id) => {
          const point = points[step]
          return point === undefined ? [] : [{ ...point, id }]
        })
      for (let step = 0; step < Math.max(...fingers.map(({ length }) => length)); step += 1) {
        await touch(step === 0 ? 'touchStart' : 'touchMove', at(step))
      }
      // Fingers are told to a page once a frame.
      await view.evaluate(
        'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))',
      )
      await look?.()
      await touch('touchEnd', [])
    },
    wheel: async (point, deltaY) => {
      await command('Input.dispatchMouseEvent', { type: 'mouseWheel', ...point, deltaX: 0, deltaY })
    },
    dragMouse: async (from, to) => {
      const mouse = (type: string, point: Point) =>
        command('Input.dispatchMouseEvent', {
          type,
          ...point,
          button: 'left',
          buttons: 1,
          clickCount: 1,
        })
      await mouse('mousePressed', from)
      for (const point of pointsBetween(from, to)) await mouse('mouseMoved', point)
      await mouse('mouseReleased', to)
    },
    type: (text) => view.type(text),
    press: (key, modifier) =>
      view.press(key, modifier === undefined ? {} : { modifiers: [modifier] }),
    chooseFiles: async (selector, files) => {
      // An object stays what it is while the page draws itself anew; the id of a node does not.
      const expression = `document.querySelector(${JSON.stringify(selector)})`
      let objectId: string | undefined
      await eventually(async () => {
        const { result } = await command<{ result: { objectId?: string } }>('Runtime.evaluate', {
          expression,
        })
        objectId = result.objectId
        return objectId !== undefined
      })
      await command('DOM.setFileInputFiles', { objectId, files })
    },
    dropFiles: async (files) => {
      const data = { items: [], files, dragOperationsMask: 1 }
      const middle = { x: device.width / 2, y: device.height / 2 }
      const drag = (type: string) => command('Input.dispatchDragEvent', { type, ...middle, data })
      await view.evaluate(`(() => {
        window.isTaken = window.isDropped = false
        addEventListener('drop', () => { isDropped = true })
        addEventListener('dragover', (event) => {
          setTimeout(() => { isTaken = event.defaultPrevented })
        })
      })()`)
      // Chromium drops nothing while the page draws itself anew.
      await eventually(async () => {
        await drag('dragEnter')
        // Files that are dropped before the page has said that it takes them are opened in another tab.
        await eventually(async () => {
          await drag('dragOver')
          return view.evaluate<boolean>('isTaken')
        })
        await view.evaluate(twoDrawings)
        await drag('drop')
        await view.evaluate(twoDrawings)
        return view.evaluate<boolean>('isDropped')
      })
    },
    forgetCookies: async () => void (await command('Network.clearBrowserCookies')),
    bypassCache: async () => {
      await command('Network.enable')
      await command('Network.setCacheDisabled', { cacheDisabled: true })
    },
    screenshot: () => view.screenshot({ format: 'png', encoding: 'buffer' }),
    [Symbol.asyncDispose]: () => last.then(() => browser[Symbol.asyncDispose]()),
  }
}
