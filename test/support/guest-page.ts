import { adminPage } from './admin-page.ts'
import type { PageDriver } from './browsers/page-driver.ts'
import { noise } from './pixels.ts'
import { folderWith } from './temporary.ts'

/** A picture with so many bytes behind it, which nobody looks at. */
export const filledUp = (seed: number, padding: number) =>
  Buffer.concat([noise(300, 200, seed), Buffer.alloc(padding)])

/** Takes photos as files of a phone. */
export const camera = (count: number, padding = 0) =>
  folderWith(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${index}.png`, filledUp(index + 1, padding)]),
    ),
  )

/** Opens the page by an address, and waits until pictures can be added. */
export async function visit(driver: PageDriver, address: string) {
  const page = adminPage(driver)
  await driver.navigate(address)
  await page.untilText('Add photos')
  return page
}
