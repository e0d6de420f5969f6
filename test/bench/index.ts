/**
 * Measures the service against bounds: `bun run bench`, or with the names of groups,
 * `bun run bench uploads`. Exit status 1 when a bound is missed. What is compared is measured in
 * the same run, so the bounds hold on any machine that does nothing else meanwhile.
 */
import { table, type Row } from './report.ts'
import { besides } from './beside.ts'
import { calls } from './calls.ts'
import { changes } from './changes.ts'
import { liveChanges } from './live-changes.ts'
import { packages } from './packages.ts'
import { pages } from './pages.ts'
import { pictures } from './pictures.ts'
import { powerCuts } from './power-cuts.ts'
import { rest } from './rest.ts'
import { scale } from './scale.ts'
import { several } from './several.ts'
import { small } from './small.ts'
import { uploads } from './uploads.ts'

const groups: Record<string, (requests: number) => Promise<Row[]>> = {
  small,
  uploads,
  scale,
  calls,
  pictures,
  changes,
  beside: besides,
  pages,
  rest,
  packages,
  several,
  'live-changes': liveChanges,
  'power-cuts': powerCuts,
}

/** How many requests `small` asks for: `bun run bench small 20000` gives a quick look. */
const isNumber = (word: string) => /^\d+$/.test(word)
const words = process.argv.slice(2)
const named = words.filter((word) => !isNumber(word))
const requests = Number(words.find(isNumber) ?? 1_000_000)

const rows: Row[] = []
for (const name of named.length > 0 ? named : Object.keys(groups)) {
  const measure = groups[name]
  if (measure === undefined) {
    console.error(`There is no group ${name}: name some of ${Object.keys(groups).join(', ')}.`)
    process.exit(2)
  }
  rows.push(...(await measure(requests)))
}
if (rows.length > 0) console.log(table(rows))
process.exit(rows.some(({ met }) => met === false) ? 1 : 0)
