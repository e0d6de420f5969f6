import { formOf } from '../../support/question.ts'
import { picture } from '../../support/pictures.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { startService, type Service } from '../processes.ts'
import { atMost, median, milliseconds, times, type Row } from '../report.ts'
import { shared, type Collections } from './collections.ts'

const perTurn = 40

/** One image comes, one image goes. */
export async function changes({ large, small }: Collections): Promise<Row[]> {
  await using many = await startService(large)
  await using few = await startService(small)
  const measure = async () => {
    const [ofMany, ofFew] = [await change(many), await change(few)]
    return {
      upload: ofMany.upload,
      'upload of few': ofFew.upload,
      delete: ofMany.delete,
      'delete of few': ofFew.delete,
    }
  }
  const rounds = await inTurns(9, measure, 1)
  return (['upload', 'delete'] as const).map((kind) =>
    atMost(
      `${kind} of one image, the time with 100,000 images to that with 1,000`,
      rounds.compare(kind, `${kind} of few`, milliseconds),
      1.5,
      times,
    ),
  )
}

async function change({ told }: Service) {
  const uploads: number[] = []
  const deletes: number[] = []
  for (let number = 0; number < perTurn; number += 1) {
    const name = `new ${number}.jpg`
    const form = formOf({ [name]: picture(`new ${number}`) }, shared)
    uploads.push(await secondsOf(() => told('POST /api/upload', form)))
    const images = [`${shared}/${name}`]
    deletes.push(await secondsOf(() => told('DELETE /api/images', { images })))
  }
  return { upload: median(uploads), delete: median(deletes) }
}
