import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/temporary.ts'
import { fill } from '../fill.ts'
import { secondsOf } from '../measure.ts'
import { startService } from '../processes.ts'
import { atMost, report, seconds, type Row } from '../report.ts'

const count = 10_000

/** A folder of 10,000 pictures is moved, and a list of as many, while a frame asks. */
export async function moving(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const names = Array.from({ length: count }, (_, index) => `${index}.jpg`)
  await fill(join(board.path, 'old'), count)
  const inodesIn = (folder: string) =>
    Promise.all(names.map(async (name) => (await stat(join(board.path, folder, name))).ino))
  const before = await inodesIn('old')
  await using service = await startService(board.path)
  const dealt: string[] = []
  /** A frame that asks for one picture after the other, until so many were dealt. */
  const dealUntil = async (number: number) => {
    while (dealt.length < number) {
      dealt.push((await service.told('GET /api/images/random?frame=hall')).fileName)
    }
  }
  await dealUntil(count / 10)
  const folder = { path: 'old', newPath: 'year/new' }
  const [ofFolder] = await Promise.all([
    secondsOf(() => service.told('PATCH /api/folders', folder)),
    dealUntil(count / 2),
  ])
  const list = { images: names.map((name) => `year/new/${name}`), folder: 'last' }
  const [ofList] = await Promise.all([
    secondsOf(() => service.told('POST /api/images/move', list)),
    dealUntil((count * 9) / 10),
  ])
  await dealUntil(count)
  const after = await inodesIn('last')
  const copied = after.filter((inode, index) => inode !== before[index]).length
  const different = new Set(dealt).size
  return [
    atMost('moving a folder of 10,000 pictures', ofFolder, 1, seconds),
    report({
      work: 'moving the same pictures as a list, and what a frame is dealt meanwhile',
      measured: `${seconds(ofList)}, ${copied} copied, ${count - different} missing, ${dealt.length - different} twice`,
      bound: 'none copied, missing or twice',
      met: copied === 0 && different === count && dealt.length === count,
    }),
  ]
}
