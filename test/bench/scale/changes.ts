import { picture } from '../../support/pictures.ts'
import { inTurns } from '../measure.ts'
import { logIn, startService, type Server } from '../processes.ts'
import { atMost, median, times, type Row } from '../report.ts'
import { shared, type Collections } from './collections.ts'

const perTurn = 40

/** One image comes, one image goes. */
export async function changes({ large, small }: Collections): Promise<Row[]> {
  await using many = await startService(large)
  await using few = await startService(small)
  const [ofMany, ofFew] = [await logIn(many), await logIn(few)]
  const measure = async () => ({
    many: await change(many, ofMany),
    few: await change(few, ofFew),
  })
  await measure()
  const rounds = await inTurns(9, measure)
  return (['upload', 'delete'] as const).map((kind) => {
    const [many, few] = [
      rounds.median(({ many }) => many[kind]).toFixed(2),
      rounds.median(({ few }) => few[kind]).toFixed(2),
    ]
    return atMost(
      `${kind} of one image, the time with 100,000 images to that with 1,000`,
      rounds.median(({ many, few }) => many[kind] / few[kind]),
      1.5,
      times,
      ` (${many} ms to ${few} ms)`,
    )
  })
}

/** How long an upload and a delete take, in milliseconds. */
async function change({ url }: Server, cookie: string) {
  const headers = { Cookie: cookie }
  const uploads: number[] = []
  const deletes: number[] = []
  for (let number = 0; number < perTurn; number += 1) {
    const body = new FormData()
    body.append('folder', shared)
    body.append('files', new File([picture(`new ${number}`)], `new ${number}.jpg`))
    uploads.push(await timeOf(`${url}/api/upload`, { method: 'POST', headers, body }))
    const images = JSON.stringify({ images: [`${shared}/new ${number}.jpg`] })
    const json = { ...headers, 'Content-Type': 'application/json' }
    const init = { method: 'DELETE', headers: json, body: images }
    deletes.push(await timeOf(`${url}/api/images`, init))
  }
  return { upload: median(uploads), delete: median(deletes) }
}

async function timeOf(url: string, init: RequestInit): Promise<number> {
  const from = performance.now()
  const answer = await fetch(url, init)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`A change was answered with ${text}.`)
  return performance.now() - from
}
