import type { Messages } from '../../../src/pages/languages/messages.ts'
import { adminPage, type AdminPage } from '../admin-page.ts'
import type { PageDriver } from '../browsers/page-driver.ts'
import { eventually } from '../server.ts'

/** Where to go, and in which language. */
export interface Walk {
  driver: PageDriver
  /** Of a viewed service. */
  url: string
  /** The page on which guests add pictures. */
  guestPath: string
  /** Paths of photos to add. */
  photos: readonly string[]
  /** The path of one that the service takes. */
  smallPhoto: string
  addYears: () => Promise<void>
  /** The code of the language, and its messages. */
  code: string
  t: Messages
}

/** What goes from view to view. */
export interface Steps extends Walk {
  page: AdminPage
  /** Looks at what is shown once it stands still. */
  look: (name: string) => Promise<void>
  /** Looks at a dialog or a menu, and closes it. */
  lookAndClose: (name: string) => Promise<void>
}

export function makeSteps(walk: Walk, lookAt: (name: string) => Promise<void>): Steps {
  const { driver } = walk
  const page = adminPage(driver)
  const look = async (name: string) => {
    await page.untilStill()
    await lookAt(name)
  }
  const lookAndClose = async (name: string) => {
    await page.until(`!!document.querySelector('dialog :is(h2, [role=menu])')`)
    await look(name)
    // The first may close suggestions for an input.
    await eventually(async () => {
      await driver.press('Escape')
      return page.ask<boolean>(`!document.querySelector('dialog')`)
    })
  }
  return { ...walk, page, look, lookAndClose }
}
