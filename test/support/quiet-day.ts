/**
 * Uses the service for a day of its clock as a family does, and prints in the end how many packets have
 * left this network, whose only way out is the interface that is named: `bun quiet-day.ts out0`.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { noise } from './pixels.ts'
import { startServer } from './server.ts'
import { formOf } from './question.ts'

const [, , interfaceName = ''] = process.argv

const statsSchema = z.array(
  z.object({ stats64: z.object({ tx: z.object({ packets: z.number() }) }) }),
)

async function packetsOut(): Promise<number> {
  const said = await Bun.$`ip -json -stats link show dev ${interfaceName}`.json()
  return statsSchema.parse(said)[0]?.stats64.tx.packets ?? Number.NaN
}

const entry = join(import.meta.dir, '../../src/index.ts')

const device = { ID: 'AA:BB:CC:DD:EE:FF', Width: '800', Height: '480', 'Battery-Voltage': '3.9' }

await using server = await startServer({
  files: { 'a/1.png': noise(40, 30, 1), '2.png': noise(30, 40, 2) },
  program: [process.execPath, '--preload', `${import.meta.dir}/hourly-clock.ts`, entry],
})
const read = async (path: string, headers = {}) => {
  const answer = await fetch(server.url + path, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered: ${text}`)
  return text
}
const { cookie } = await server.login()
for (let hour = 0; hour < 24; hour += 1) {
  await read('/?frame=hall')
  await read('/api/images/random?as=image&frame=hall&every=1h&width=20')
  await read('/api/images/random?on=today&frame=desk&caption=description')
  await read('/api/frames/hall')
  await read('/api/display', device)
  for (const path of ['', '/admin.css', '/admin.js', '/languages/de.js'])
    await read(`/admin${path}`)
  for (const path of ['folders?recursive=true', 'health', 'address', 'tags', 'openapi.json']) {
    await read(`/api/${path}`)
  }
  const body = formOf({ [`${hour}.png`]: noise(8, 6, hour) })
  await server.ask('POST /api/upload', { body, cookie })
  await server.told('GET /api/admin')
  await server.told('POST /api/trash', { images: [`${hour - 1}.png`] })
  // The clock of the service is an hour ahead after each second.
  await Bun.sleep(1000)
}
const day = await packetsOut()
await fetch('http://192.0.2.99/', { signal: AbortSignal.timeout(500) }).catch(() => undefined)
const [{ lastSeen }] = (await server.told('GET /api/frames')).frames
const hours = (Date.parse(lastSeen) - Date.now()) / 3_600_000
console.log(JSON.stringify({ day, afterOneCall: await packetsOut(), hours, log: server.log() }))
