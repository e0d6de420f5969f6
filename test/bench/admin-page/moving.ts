import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { picture } from '../../support/pictures.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { logIn, startService, type Server } from '../processes.ts'
import { atMost, report, seconds, type Row } from '../report.ts'

const count = 10_000

const dealtSchema = z.object({ data: z.object({ fileName: z.string() }) })

/** A folder of 10,000 pictures is moved, and a list of as many, while a frame asks. */
export async function moving(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const nameOf = (index: number) => `${index}.jpg`
  await mkdir(join(board.path, 'old'))
  for (let index = 0; index < count; index += 1) {
    await Bun.write(join(board.path, 'old', nameOf(index)), picture(index))
  }
  const inodesIn = async (folder: string) =>
    Promise.all(
      Array.from(
        { length: count },
        async (_, index) => (await stat(join(board.path, folder, nameOf(index)))).ino,
      ),
    )
  const before = await inodesIn('old')
  await using service = await startService(board.path)
  const cookie = await logIn(service)
  const frame = watchFrame(service)
  await frame.until(count / 10)
  const [ofFolder] = await Promise.all([
    change(service, cookie, 'PATCH /api/folders', { path: 'old', newPath: 'year/new' }),
    frame.until(count / 2),
  ])
  const images = Array.from({ length: count }, (_, index) => `year/new/${nameOf(index)}`)
  const [ofList] = await Promise.all([
    change(service, cookie, 'POST /api/images/move', { images, folder: 'last' }),
    frame.until((count * 9) / 10),
  ])
  await frame.until(count)
  const after = await inodesIn('last')
  const copied = after.filter((inode, index) => inode !== before[index]).length
  const names = new Set(frame.dealt)
  return [
    atMost('moving a folder of 10,000 pictures', ofFolder, 1, seconds),
    report({
      work: 'moving the same pictures as a list, and what a frame is dealt meanwhile',
      measured: `${seconds(ofList)}, ${copied} copied, ${count - names.size} missing, ${frame.dealt.length - names.size} twice`,
      bound: 'none copied, missing or twice',
      met: copied === 0 && names.size === count && frame.dealt.length === count,
    }),
  ]
}

/** A frame that asks for one picture after the other. */
function watchFrame({ url }: Server) {
  const dealt: string[] = []
  return {
    dealt,
    /** Asks until so many pictures were dealt. */
    until: async (number: number) => {
      while (dealt.length < number) dealt.push(await deal(url))
    },
  }
}

async function deal(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/images/random?frame=hall`)
  return dealtSchema.parse(await answer.json()).data.fileName
}

/** How long a change takes, in seconds. */
async function change({ url }: Server, cookie: string, request: string, json: unknown) {
  const [method = '', path = ''] = request.split(' ')
  const from = performance.now()
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { Cookie: cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`A change was answered with ${text}.`)
  return (performance.now() - from) / 1000
}
