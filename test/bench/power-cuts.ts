import { cutPower, fileSystems, lossesOf, missingForCuts } from './power-cut/cut-power.ts'
import { atMost, count, skipped, type Row } from './report.ts'

const [cuts, cutSeconds] = [100, 60]

/** What power cuts take of uploads, deletions and restores that were acknowledged. */
export async function powerCuts(): Promise<Row[]> {
  const rows: Row[] = []
  for (const type of fileSystems) {
    const work = `${cuts} power cuts on ${type}, with deletes and restores: changes lost`
    const missing = await missingForCuts()
    rows.push(
      missing === undefined ? await cutRow(type, work) : skipped(work, `${missing} is missing`),
    )
  }
  return rows
}

async function cutRow(type: string, work: string): Promise<Row> {
  const losses = await cutPower(type, cuts, cutSeconds)
  const lost = lossesOf(type, losses)
  for (const each of lost) console.error(each)
  const { acknowledged, onTheirWay } = losses
  if (acknowledged === 0) throw new Error(`Nothing was stored on ${type}.`)
  const note = ` of ${acknowledged}; ${onTheirWay.length} on their way`
  return atMost(work, lost.length, 0, count, note)
}
