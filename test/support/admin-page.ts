import type { openBrowser } from './browser.ts'
import { eventually, password } from './server.ts'

/** Drives the page for the family in a browser as a person does. */
export function adminPage({ view }: Awaited<ReturnType<typeof openBrowser>>) {
  const ask = <T>(source: string) => view.evaluate<T>(source)
  const until = (source: string) => eventually(() => ask<boolean>(source))
  const buttonNamed = (name: string) =>
    `[...document.querySelectorAll('button')].findLast((each) => each.textContent === ${JSON.stringify(name)})`
  return {
    ask,
    until,
    /** Opens the page of a service and logs in. */
    open: async (url: string) => {
      await view.navigate(`${url}/admin`)
      await view.click('input[name=password]')
      await view.type(password)
      await view.press('Enter')
      await until(`!!document.querySelector('.tools')`)
    },
    show: (path: string) => ask(`location.hash = ${JSON.stringify(`#/${path}`)}`),
    press: (name: string) => ask(`${buttonNamed(name)}.click()`),
    untilText: (text: string) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
    /** Hands files of the disk over to the page, as the picker of a browser does. */
    addFiles: async (paths: readonly string[]) => {
      const { root } = await view.cdp<{ root: { nodeId: number } }>('DOM.getDocument')
      const { nodeId } = await view.cdp<{ nodeId: number }>('DOM.querySelector', {
        nodeId: root.nodeId,
        selector: 'input[type=file]',
      })
      await view.cdp('DOM.setFileInputFiles', { nodeId, files: paths })
    },
  }
}
