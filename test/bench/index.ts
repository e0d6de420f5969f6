/**
 * Measures the service against bounds: `bun run bench`, or with the names of groups,
 * `bun run bench uploads`. Exit status 1 when a bound is missed. What is compared is measured in
 * the same run, so the bounds hold on any machine that does nothing else meanwhile.
 */
import { table, type Row } from './report.ts'
import { adminPage } from './admin-page.ts'
import { checkup } from './checkup.ts'
import { attacks } from './attacks.ts'
import { guests } from './guests.ts'
import { idle } from './idle.ts'
import { liveChanges } from './live-changes.ts'
import { packages } from './packages.ts'
import { picking } from './picking.ts'
import { pictures } from './pictures.ts'
import { renditions } from './renditions.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'
import { several } from './several.ts'
import { slideshow } from './slideshow.ts'
import { slots } from './slots.ts'
import { steered } from './steered.ts'
import { trash } from './trash.ts'
import { uploads } from './uploads.ts'
import { views } from './views.ts'

const groups: Record<string, () => Promise<Row[]>> = {
  uploads,
  scale,
  picking,
  pictures,
  renditions,
  'admin-page': adminPage,
  attacks,
  'live-changes': liveChanges,
  search,
  several,
  slideshow,
  slots,
  steered,
  trash,
  guests,
  idle,
  packages,
  checkup,
  views,
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups)
const rows: Row[] = []
for (const name of names) {
  const measure = groups[name]
  if (measure === undefined) {
    console.error(`There is no group ${name}: name some of ${Object.keys(groups).join(', ')}.`)
    process.exit(2)
  }
  rows.push(...(await measure()))
}
console.log(table(rows))
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
