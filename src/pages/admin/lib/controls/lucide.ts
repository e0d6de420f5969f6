import { icons } from '@iconify-json/lucide'

/** What all icons of the set have; the style says it once. */
const common =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"'

/**
 * Takes icons out of Lucide's set while the page is bundled, so that only those come to a browser.
 * @param names by what the page calls them, what Lucide calls them.
 * @returns what is inside of each one's SVG.
 * @throws {Error} for one that is not in the set.
 */
export function takeIcons<Name extends string>(names: Record<Name, string>): Record<Name, string>
export function takeIcons(names: Record<string, string>): Record<string, string> {
  const bodies = Object.entries(names).map(([name, original]) => {
    const body = icons.icons[original]?.body
    if (body === undefined) throw new Error(`Lucide has no icon ${original}.`)
    return [name, body.replaceAll(common, '')]
  })
  return Object.fromEntries(bodies)
}
