import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { killAmongTrash } from '../support/trash-kills.ts'
import { fill } from './fill.ts'
import { inTurns, secondsOf } from './measure.ts'
import { cutPower, fileSystems, lossesOf, missingForCuts } from './power-cut/cut-power.ts'
import { startService } from './processes.ts'
import { atMost, count, seconds, skipped, times, type Row } from './report.ts'

const [many, some] = [10_000, 1000]

/** How many pictures the page names in a request. */
const chunk = 500

const [kills, cuts, cutSeconds] = [300, 100, 60]

/** The trash: as fast as deleting for good, and nothing is lost by it, whenever the service ends. */
export async function trash(): Promise<Row[]> {
  const rows = await speedRows()
  const { faults, trashed, restored } = await killAmongTrash(kills, Date.now())
  for (const fault of faults) console.error(fault)
  const note = ` (${trashed} deleted, ${restored} restored)`
  const killed = `${kills} kills among 3 processes: pictures lost or twice`
  rows.push(atMost(killed, faults.length, 0, count, note))
  for (const type of fileSystems) rows.push(await cutRow(type))
  return rows
}

async function cutRow(type: string): Promise<Row> {
  const work = `${cuts} power cuts on ${type}, with deletes and restores: changes lost`
  const missing = await missingForCuts()
  if (missing !== undefined) return skipped(work, `${missing} is missing`)
  const losses = await cutPower(type, cuts, cutSeconds)
  const lost = lossesOf(type, losses)
  for (const each of lost) console.error(each)
  const { acknowledged, onTheirWay } = losses
  if (acknowledged === 0) throw new Error(`Nothing was stored on ${type}.`)
  const note = ` of ${acknowledged}; ${onTheirWay.length} on their way`
  return atMost(work, lost.length, 0, count, note)
}

async function speedRows(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const paths = Array.from({ length: many }, (_, index) => `all/${index}.jpg`)
  const write = (number: number) =>
    fill(folder.path, number, picture, (index) => `all/${index}.jpg`)
  await write(many)
  await using service = await startService(folder.path)
  const trashImages = async (images: readonly string[]): Promise<string[]> => {
    const { trashedItems, totalTrashed } = await service.told('POST /api/trash', { images })
    if (totalTrashed !== images.length) throw new Error('Some were not found.')
    return trashedItems.map(({ id }: { id: string }) => id)
  }
  const restore = async (ids: readonly string[]) => {
    const { totalRestored } = await service.told('POST /api/trash/restore', { ids })
    if (totalRestored !== ids.length) throw new Error('Some were not restored.')
  }
  const inChunks = async (all: readonly string[], each: (part: string[]) => Promise<unknown>) => {
    for (let from = 0; from < all.length; from += chunk) await each(all.slice(from, from + chunk))
  }
  const rounds = await inTurns(5, async () => {
    let ids: string[] = []
    const away = await secondsOf(async () => (ids = await trashImages(paths)))
    const back = await secondsOf(() => restore(ids))
    ids = []
    const awayInParts = await secondsOf(() =>
      inChunks(paths, async (part) => ids.push(...(await trashImages(part)))),
    )
    const backInParts = await secondsOf(() => inChunks(ids, restore))
    const few = paths.slice(0, some)
    const trashed = await secondsOf(async () => (ids = await trashImages(few)))
    await restore(ids)
    const deleted = await secondsOf(() => service.told('DELETE /api/images', { images: few }))
    await write(some)
    // Until what was written here has to be seen.
    await Bun.sleep(2500)
    return { away, back, awayInParts, backInParts, trashed, deleted }
  })
  return [
    atMost(`${many} pictures into the trash`, rounds.median('away'), 1, seconds),
    atMost(`${many} pictures restored`, rounds.median('back'), 1, seconds),
    atMost(
      `the same in requests of ${chunk}, beside one`,
      rounds.compare('awayInParts', 'away', seconds),
      3,
      times,
    ),
    atMost(
      `restored in requests of ${chunk}, beside one`,
      rounds.compare('backInParts', 'back', seconds),
      3,
      times,
    ),
    atMost(
      `${some} into the trash, beside DELETE /api/images`,
      rounds.compare('trashed', 'deleted', seconds),
      1.5,
      times,
    ),
  ]
}
