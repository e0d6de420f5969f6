/**
 * A process of guests who send photos at once, each one after the other, as the guests' page does:
 * `bun party.ts URL TOKEN GUESTS PHOTOS BYTES`. What is refused as too much at once is sent again. It
 * writes how often they were told to wait, as JSON.
 */
import { randomBytes } from 'node:crypto'
import { picture } from '../support/pictures.ts'

const [url = '', token = '', guests = '', photos = '', bytes = ''] = process.argv.slice(2)
/** Photos don't repeat themselves. */
const filling = randomBytes(Number(bytes))

let waited = 0

/** Phones number alike, so the names of different guests are the same. */
async function send(guest: number, number: number): Promise<void> {
  const beginning = picture(`${guest} ${number}.`)
  const form = new FormData()
  const content = new Blob([beginning, filling.subarray(beginning.length)])
  form.append('files', content, `IMG_${number}.jpg`)
  for (;;) {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/upload`, { method: 'POST', headers, body: form })
    const text = await answer.text()
    if (answer.ok) break
    if (answer.status !== 503) throw new Error(`An upload was answered: ${text}`)
    waited += 1
    await Bun.sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000)
  }
}

await Promise.all(
  Array.from({ length: Number(guests) }, async (_, guest) => {
    for (let number = 0; number < Number(photos); number += 1) await send(guest, number)
  }),
)
console.log(JSON.stringify({ waited }))
process.exit(0)
