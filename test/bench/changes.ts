import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { inTurns, secondsOf } from './measure.ts'
import { startService } from './processes.ts'
import { atMost, seconds, times, type Row } from './report.ts'

const [many, some] = [10_000, 1000]

/** How many pictures the page names in a request. */
const chunk = 500

/** 10,000 pictures are moved, deleted and restored, all at once and as the page does it. */
export async function changes(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const names = Array.from({ length: many }, (_, index) => `${index}.jpg`)
  const paths = names.map((name) => `all/${name}`)
  const write = (count: number) => fill(folder.path, count, picture, (index) => paths[index] ?? '')
  await write(many)
  await using service = await startService(folder.path)
  const trash = async (images: readonly string[]): Promise<string[]> => {
    const { trashedItems } = await service.told('POST /api/trash', { images })
    return trashedItems.map(({ id }: { id: string }) => id)
  }
  const restore = (ids: readonly string[]) => service.told('POST /api/trash/restore', { ids })
  const inChunks = async (all: readonly string[], each: (part: string[]) => Promise<unknown>) => {
    for (let from = 0; from < all.length; from += chunk) await each(all.slice(from, from + chunk))
  }
  const rounds = await inTurns(5, async () => {
    let ids: string[] = []
    const toYear = { path: 'all', newPath: 'year/all' }
    const moved = await secondsOf(() => service.told('PATCH /api/folders', toYear))
    const images = names.map((name) => `year/all/${name}`)
    const list = { images, folder: 'all' }
    const movedAsList = await secondsOf(() => service.told('POST /api/images/move', list))
    await service.told('DELETE /api/folders', { path: 'year', recursive: true })
    const away = await secondsOf(async () => (ids = await trash(paths)))
    const back = await secondsOf(() => restore(ids))
    ids = []
    const awayInParts = await secondsOf(() =>
      inChunks(paths, async (part) => ids.push(...(await trash(part)))),
    )
    const backInParts = await secondsOf(() => inChunks(ids, restore))
    const few = paths.slice(0, some)
    const trashed = await secondsOf(async () => (ids = await trash(few)))
    await restore(ids)
    const deleted = await secondsOf(() => service.told('DELETE /api/images', { images: few }))
    await write(some)
    // Until what was written here has to be seen.
    await Bun.sleep(2500)
    const { totalImages } = await service.told('GET /api/folders?path=all')
    if (totalImages !== many) throw new Error(`${totalImages} pictures are left.`)
    return { moved, movedAsList, away, back, awayInParts, backInParts, trashed, deleted }
  })
  const { compare, median } = rounds
  return [
    atMost(`a folder of ${many} pictures moved`, median('moved'), 1, seconds),
    atMost(
      `${many} pictures moved as a list, beside the trash`,
      compare('movedAsList', 'away', seconds),
      3,
      times,
    ),
    atMost(`${many} pictures into the trash`, median('away'), 1, seconds),
    atMost(`${many} pictures restored`, median('back'), 1, seconds),
    atMost(
      `the same in requests of ${chunk}, beside one`,
      compare('awayInParts', 'away', seconds),
      3,
      times,
    ),
    atMost(
      `restored in requests of ${chunk}, beside one`,
      compare('backInParts', 'back', seconds),
      3,
      times,
    ),
    atMost(
      `${some} into the trash, beside DELETE /api/images`,
      compare('trashed', 'deleted', seconds),
      1.5,
      times,
    ),
  ]
}
