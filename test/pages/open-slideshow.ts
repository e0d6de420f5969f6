import { openBrowser } from '../support/browser.ts'
import { FakeService } from './fake-service.ts'

export type Slideshow = Awaited<ReturnType<typeof openSlideshow>>

/** Starts a service that deals made-up pictures, and a browser to show its page. */
export async function openSlideshow() {
  const service = new FakeService()
  service.start()
  const browser = await openBrowser()
  await browser.setScreen(800, 480)
  return {
    service,
    browser,
    /** Opens the page, with a query if it is to have one. */
    open: (query = '') => browser.view.navigate(`http://${service.host}/${query}`),
    /** Gives the value of an expression in the page. */
    ask: <T>(source: string) => browser.view.evaluate<T>(source),
    tap: () => browser.view.click(20, 20),
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]()
      await service.stop()
    },
  }
}
