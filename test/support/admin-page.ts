import type { PageDriver, Point } from './browsers/page-driver.ts'
import { eventually, password } from './server.ts'
import { fasterTimers } from './time.ts'

/** Where an element lies, in CSS pixels. */
export type Rect = Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', number>

export type AdminPage = ReturnType<typeof adminPage>

/** An admin page that a test has opened, with what drives it. */
export type OpenAdminPage = AdminPage & AsyncDisposable & { driver: PageDriver }

export function adminPage(driver: PageDriver) {
  const ask = <T>(source: string) => driver.evaluate<T>(source)
  const eventuallySeen = (what: string, condition: () => Promise<boolean>) =>
    eventually(condition).catch(async (error: unknown) => {
      const seen = await ask<string>(`document.body.innerText.replace(/\\s+/g, ' ').slice(0, 400)`)
      throw new Error(`It did not happen: ${what} The page says: ${seen}`, { cause: error })
    })
  const until = (source: string) => eventuallySeen(source, async () => Boolean(await ask(source)))
  const quote = (text: string) => JSON.stringify(text)
  const buttonNamed = (name: string) =>
    `[...document.querySelectorAll('button')].findLast((each) =>
      [each.textContent.trim(), each.title, each.getAttribute('aria-label')].includes(${quote(name)}))`
  /** The middle of an element, once it is on the screen and does not move. */
  const placeOf = async (element: string): Promise<Point> => {
    const look = () =>
      ask<Point | null>(`(() => {
        const element = ${element}
        element?.scrollIntoView({ block: 'nearest' })
        const { left, top, width, height } = element?.getBoundingClientRect() ?? { width: 0 }
        const isMoving = document.getAnimations().some(({ effect }) => effect.target.contains(element))
        return width === 0 || isMoving ? null : { x: left + width / 2, y: top + height / 2 }
      })()`)
    await driver.bringToFront()
    let place = await look()
    await eventuallySeen(`${element} is on the screen and does not move.`, async () => {
      const before = place
      place = await look()
      return place !== null && place.x === before?.x && place.y === before.y
    })
    if (place === null) throw new Error(`${element} is not on the screen.`)
    return place
  }
  const selected = (selector: string) => `document.querySelector(${quote(selector)})`
  const pick = (selector: string, value: string) =>
    ask(`((field) => {
      field.value = ${quote(value)}
      field.dispatchEvent(new Event('change', { bubbles: true }))
    })(${selected(selector)})`)
  const isAsking = `!!document.querySelector('input[name=password]')`
  /** Types a password in place of what stands in its field, and presses Enter. */
  const logIn = async (secret = password) => {
    if (!(await ask<boolean>(isAsking)))
      await driver.click(await placeOf(selected('.bar > button')))
    await driver.click(await placeOf(selected('input[name=password]')))
    await ask(`${selected('input[name=password]')}.select()`)
    await driver.type(secret)
    await driver.press('Enter')
  }
  return {
    logIn,
    ask,
    until,
    /** Makes the page wait so many times less from then on, until it is loaded anew. */
    hurry: (times = 10) => ask(`(() => { ${fasterTimers(times)} })()`),
    /** Lets so many milliseconds of the time of a page in a hurry pass. */
    pass: (milliseconds: number) => ask(`pass(${milliseconds})`),
    /** Waits until nothing comes or goes any more. */
    untilStill: () =>
      until(`document.getAnimations().every(({ effect }) =>
        effect.getComputedTiming().endTime === Infinity)`),
    /** @param selector of the element that is to say it. */
    untilText: (text: string, selector = 'body') =>
      until(`document.querySelector(${quote(selector)})?.innerText.includes(${quote(text)})`),
    /** Opens the page of a service, with pictures by name, and logs in where the browser is not yet. */
    open: async (url: string, secret?: string) => {
      await driver.navigate(`${url}/admin#/pictures/`)
      await ask(`localStorage.setItem('order', 'name')`)
      await until(`!!document.querySelector('main')`)
      if (await ask<boolean>(`!!document.querySelector('.tools')`)) return
      await logIn(secret)
      await until(`!!document.querySelector('.tools')`)
    },
    show: (path: string) => ask(`location.hash = ${quote(`#/${path}`)}`),
    /** Clicks on the button with this text or this label, the last one where there are several. */
    press: async (name: string) => driver.click(await placeOf(buttonNamed(name))),
    /** Chooses from the menu "More", the first one in an element, once no dialog covers it. */
    choose: async (action: string, inside = 'main') => {
      if (inside === 'main') await until(`!document.querySelector('dialog:modal')`)
      await driver.click(await placeOf(selected(`${inside} [aria-haspopup]`)))
      await driver.click(await placeOf(buttonNamed(action)))
    },
    click: async (selector: string) => driver.click(await placeOf(selected(selector))),
    touch: async (selector: string, milliseconds?: number) =>
      driver.touch(await placeOf(selected(selector)), milliseconds),
    touchButton: async (name: string) => driver.touch(await placeOf(buttonNamed(name))),
    placeOf: (selector: string) => placeOf(selected(selector)),
    rectOf: (selector: string) =>
      ask<Rect>(`${selected(selector)}.getBoundingClientRect().toJSON()`),
    texts: (selector: string) =>
      ask<string[]>(
        `[...document.querySelectorAll(${quote(selector)})].map((each) => each.innerText)`,
      ),
    addFiles: (paths: readonly string[]) => driver.chooseFiles('input[type=file]', paths),
    pick,
    order: (value: 'newest' | 'oldest' | 'name') => pick('.order', value),
    names: () =>
      ask<string[]>(
        `[...document.querySelectorAll('.picture')].map((each) => each.getAttribute('aria-label'))`,
      ),
    /** Types into a dialog in place of what stands there, and presses Enter. */
    enter: async (text: string) => {
      await driver.click(await placeOf(selected('dialog input')))
      await ask(`document.querySelector('dialog input').select()`)
      await driver.type(text)
      await driver.press('Enter')
    },
    untilHeading: (text: string) =>
      until(`document.querySelector('h1')?.textContent === ${quote(text)}`),
    select: async (...names: string[]) => {
      for (const name of names) {
        await driver.click(await placeOf(selected(`[aria-label="Select ${name}"]`)))
      }
    },
    untilPictures: (count: number) =>
      until(`document.querySelectorAll('.cell').length === ${count}`),
    /** By how many CSS pixels the page is wider than its screen. */
    tooWide: () => ask<number>('document.documentElement.scrollWidth - innerWidth'),
    untilOpen: (name: string) =>
      until(`document.querySelector('.viewer')?.ariaLabel.startsWith(${quote(name)})`),
    untilClosed: () => until(`!document.querySelector('.viewer')`),
    focused: () => ask<string>(`document.activeElement.getAttribute('aria-label') ?? ''`),
  }
}
