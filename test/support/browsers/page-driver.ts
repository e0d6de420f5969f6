/** A place on a page, in CSS pixels from its upper left corner. */
export interface Point {
  x: number
  y: number
}

export interface Device {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  ratio?: number
  /** The size that the browser is set to write in, in CSS pixels. Firefox can't set it for a page. */
  fontSize?: number
}

/** The colours that the person in front of the screen prefers. */
export type Scheme = 'light' | 'dark'

/** What tests do in a browser, the same in each of them. */
export interface PageDriver {
  /** What the console and the policies of the page complained of. */
  readonly complaints: readonly string[]
  /**
   * Puts its tab before those of others, as whoever acts on it does: browsers let time pass, lay out
   * and animate behind it only every few seconds.
   */
  bringToFront: () => Promise<void>
  /** Opens an address and waits until it is loaded. It leaves a page that asks to stay, too. */
  navigate: (url: string) => Promise<void>
  /** Shows the page on another screen, laid out anew. @param scheme Firefox has one for all pages. */
  setScreen: (device: Device, scheme?: Scheme) => Promise<void>
  /** Runs an expression and waits for it where it is a promise. The value has to be JSON. */
  evaluate: <T>(expression: string) => Promise<T>
  click: (point: Point) => Promise<void>
  /** Rests a finger at a point. @param milliseconds a tap unless given. */
  touch: (point: Point, milliseconds?: number) => Promise<void>
  /** Moves a finger from one point to another. @param milliseconds how long it rests first. */
  swipe: (from: Point, to: Point, milliseconds?: number) => Promise<void>
  dragMouse: (from: Point, to: Point) => Promise<void>
  /** Moves fingers, each along its points, and lifts them once the page was looked at. */
  drag: (fingers: readonly (readonly Point[])[], look?: () => Promise<void>) => Promise<void>
  /** Turns the wheel of a mouse over a point. @param y in CSS pixels, negative for away from oneself. */
  wheel: (point: Point, y: number) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses a key by the name that `KeyboardEvent.key` has for it. */
  press: (key: string, modifier?: 'Shift' | 'Control') => Promise<void>
  /** Hands files of the disk over to an input, as the picker of a browser does. */
  chooseFiles: (selector: string, paths: readonly string[]) => Promise<void>
  /** Drops files on the middle of the page; in Chromium folders too. */
  dropFiles: (paths: readonly string[]) => Promise<void>
  forgetCookies: () => Promise<void>
  /** Loads everything from the service from then on, whatever the browser has kept. */
  bypassCache: () => Promise<void>
  /** A PNG of what is on the screen. */
  screenshot: () => Promise<Uint8Array>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** A browser that has been started. Each page has cookies of its own where the browser can do that. */
export interface RunningBrowser {
  open: (device: Device) => Promise<PageDriver>
  [Symbol.asyncDispose]: () => Promise<void>
}

export interface TestBrowser {
  name: 'Chromium' | 'Firefox'
  start: () => Promise<RunningBrowser>
}

/** Waits until a page has been laid out and drawn, as an expression. */
export const twoDrawings =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
