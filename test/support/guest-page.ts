import { join } from 'node:path'
import { adminPage } from './admin-page.ts'
import type { PageDriver } from './browsers/page-driver.ts'
import { noise } from './pixels.ts'
import { temporaryFolder } from './temporary.ts'

/** A picture with so many bytes behind it, which nobody looks at. */
export const filledUp = (seed: number, padding: number) =>
  Buffer.concat([noise(300, 200, seed), Buffer.alloc(padding)])

/** Takes photos as files of a phone. */
export async function camera(count: number, padding = 0) {
  const folder = await temporaryFolder()
  const paths = Array.from({ length: count }, (_, index) => join(folder.path, `${index}.png`))
  for (const [index, path] of paths.entries()) await Bun.write(path, filledUp(index + 1, padding))
  return { paths, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

/** Opens the page by an address, and waits until pictures can be added. */
export async function visit(driver: PageDriver, address: string) {
  const page = adminPage(driver)
  await driver.navigate(address)
  await page.untilText('Add pictures')
  return page
}
