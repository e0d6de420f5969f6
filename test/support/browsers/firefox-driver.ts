import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { lacks, programOf } from '../programs.ts'
import { temporaryFolder } from '../temporary.ts'
import { openBidi, type Bidi } from './bidi.ts'
import {
  twoDrawings,
  type Device,
  type PageDriver,
  type Point,
  type RunningBrowser,
} from './page-driver.ts'

/** Keys that BiDi takes as characters of a private area (WebDriver, 17.4.2). */
const keys: Record<string, string> = {
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  Escape: '\ue00c',
  Space: ' ',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
}

const userContextSchema = z.object({ userContext: z.string() })
const contextSchema = z.object({ context: z.string() })
const evaluatedSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string().optional() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const elementSchema = z.object({ result: z.object({ sharedId: z.string() }) })
const screenshotSchema = z.object({ data: z.string() })
const complaintSchema = z.object({
  level: z.string(),
  text: z.string().nullable(),
  source: contextSchema,
})

/** Starts a Firefox with a profile of its own, without a window. */
export async function startFirefox(): Promise<RunningBrowser> {
  const profile = await temporaryFolder()
  const preferences = {
    'layout.css.prefers-color-scheme.content-override': 1,
    'dom.w3c_touch_events.enabled': 1,
    'browser.shell.checkDefaultBrowser': false,
  }
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await Bun.write(join(profile.path, 'user.js'), lines.join('\n'))
  const argv = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port=0']
  // It ends with the tests, however they end.
  const ending = lacks('pdeathsig') ? [] : ['setpriv', '--pdeathsig', 'KILL']
  const child = Bun.spawn([...ending, programOf('firefox') ?? '', ...argv, 'about:blank'], {
    env: { PATH: process.env['PATH'], HOME: profile.path, LC_ALL: 'C.UTF-8' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  child.unref()
  const kill = () => {
    child.kill('SIGKILL')
    rmSync(profile.path, { recursive: true, force: true })
  }
  process.once('exit', kill)
  const bidi = await openBidi(await addressIn(child.stderr))
  return {
    open: (device) => openPage(bidi, device),
    [Symbol.asyncDispose]: async () => {
      bidi.close()
      process.off('exit', kill)
      kill()
      await child.exited
      await profile[Symbol.asyncDispose]()
    },
  }
}

/** Opens a tab with cookies of its own. */
async function openPage(bidi: Bidi, device: Device): Promise<PageDriver> {
  const { userContext } = userContextSchema.parse(await bidi.send('browser.createUserContext'))
  const created = await bidi.send('browsingContext.create', { type: 'tab', userContext })
  const { context } = contextSchema.parse(created)
  const complaints: string[] = []
  await bidi.listen('log.entryAdded', (parameters) => {
    const { level, text, source } = complaintSchema.parse(parameters)
    if (level === 'error' && source.context === context) complaints.push(text ?? '')
  })
  const setScreen = async ({ width, height, ratio: devicePixelRatio = 1 }: Device) => {
    const viewport = { width, height }
    await bidi.send('browsingContext.setViewport', { context, viewport, devicePixelRatio })
  }
  await setScreen(device)
  const inPage = (expression: string) =>
    bidi.send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    })
  const bringToFront = async () => {
    await bidi.send('browsingContext.activate', { context })
  }
  const actAll = async (actions: readonly Record<string, unknown>[]) => {
    // Only the tab in front takes keys, and only once it is drawn does it take clicks.
    await bringToFront()
    await inPage(twoDrawings)
    await bidi.send('input.performActions', { context, actions })
  }
  const act = (source: Record<string, unknown>, actions: readonly Record<string, unknown>[]) =>
    actAll([{ ...source, actions }])
  const finger = { type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' } }
  const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
  const moveTo = ({ x, y }: Point, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration,
  })
  const [down, up] = [
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  const pressOf = (key: string) => [
    { type: 'keyDown', value: keys[key] ?? key },
    { type: 'keyUp', value: keys[key] ?? key },
  ]
  const keyboard = { type: 'key', id: 'keyboard' }
  return {
    complaints,
    bringToFront,
    setScreen: async (screen) => {
      await setScreen(screen)
      await inPage(twoDrawings)
    },
    navigate: async (url) => {
      await bringToFront()
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (expression) => {
      const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value))`
      const evaluated = evaluatedSchema.parse(await inPage(json))
      if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text)
      const { value } = evaluated.result
      return value === undefined ? undefined : JSON.parse(value)
    },
    click: (point) => act(mouse, [moveTo(point), down, up]),
    touch: (point, duration = 0) =>
      act(finger, [moveTo(point), down, { type: 'pause', duration }, up]),
    drag: async (fingers, look) => {
      const all = fingers.map((points, id) => ({
        source: { ...finger, id: `finger ${id}` },
        points,
      }))
      await actAll(
        all.map(({ source, points: [first = { x: 0, y: 0 }, ...rest] }) => ({
          ...source,
          actions: [moveTo(first), down, ...rest.map((point) => moveTo(point, 50))],
        })),
      )
      await look?.()
      await actAll(all.map(({ source }) => ({ ...source, actions: [up] })))
    },
    wheel: ({ x, y }, deltaY) =>
      act({ type: 'wheel', id: 'wheel' }, [
        { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY },
      ]),
    swipe: (from, to, duration = 0) =>
      act(finger, [moveTo(from), down, { type: 'pause', duration }, moveTo(to, 100), up]),
    dragMouse: (from, to) => act(mouse, [moveTo(from), down, moveTo(to, 100), up]),
    type: (text) => act(keyboard, [...text].flatMap(pressOf)),
    press: async (key, modifier) => {
      const held = modifier === undefined ? [] : pressOf(modifier)
      await act(keyboard, [...held.slice(0, 1), ...pressOf(key), ...held.slice(1)])
    },
    chooseFiles: async (selector, files) => {
      const found = await inPage(`document.querySelector(${JSON.stringify(selector)})`)
      const { sharedId } = elementSchema.parse(found).result
      await bidi.send('input.setFiles', { context, element: { sharedId }, files })
    },
    dropFiles: async (paths) => {
      // No remote protocol of Firefox drags files from outside: the page gets the events of a drop.
      const files = await Promise.all(
        paths.map(async (path) => [basename(path), (await Bun.file(path).bytes()).toBase64()]),
      )
      await inPage(`(() => {
        const dataTransfer = new DataTransfer()
        for (const [name, content] of ${JSON.stringify(files)}) {
          dataTransfer.items.add(new File([Uint8Array.fromBase64(content)], name))
        }
        for (const type of ['dragover', 'drop']) {
          document.body.dispatchEvent(
            new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
        }
      })()`)
    },
    forgetCookies: async () => {
      await bidi.send('storage.deleteCookies', { partition: { type: 'context', context } })
    },
    bypassCache: async () => {
      const parameters = { cacheBehavior: 'bypass', contexts: [context] }
      await bidi.send('network.setCacheBehavior', parameters)
    },
    screenshot: async () => {
      const taken = await bidi.send('browsingContext.captureScreenshot', { context })
      return Buffer.from(screenshotSchema.parse(taken).data, 'base64')
    },
    [Symbol.asyncDispose]: async () => {
      await bidi.send('browser.removeUserContext', { userContext })
    },
  }
}

/** Reads where a browser that has just been started listens. */
async function addressIn(stderr: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stderr) {
    text += decoder.decode(chunk, { stream: true })
    const address = /WebDriver BiDi listening on (ws:\S+)\n/.exec(text)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`Firefox did not start: ${text}`)
}
