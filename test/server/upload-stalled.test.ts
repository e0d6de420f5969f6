import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { beginUpload } from '../support/form.ts'
import { invite, sendAsGuest } from '../support/inviting.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { eventually } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'

const service = sharedServer()

/** A picture of another size for each number. */
const numbered = (number: number) =>
  jpeg({ width: 4, height: 3, salt: 'x'.repeat(100_000 + number) })

/** Begins to send pictures. They are cut off once they have been idle for long, which makes room too. */
async function stall(cookie: string, count: number, connections: DisposableStack) {
  const { url } = service()
  const sending = []
  for (let number = 0; number < count; number += 1) {
    const upload = { name: `${number}.jpg`, content: numbered(number), cookie }
    sending.push(connections.use(await beginUpload(url, upload)))
  }
  return sending
}

const upload = async (name: string) =>
  (await service().admin('POST /api/upload', formOf({ [name]: picture(name) }))).status

test('uploads that stall keep no other from its place, and are stored once they go on', async () => {
  const { cookie } = await service().login()
  using connections = new DisposableStack()
  const sending = await stall(cookie, 40, connections)
  expect(await upload('beside.jpg')).toBe(200)
  const answers = await Promise.all(sending.map(({ finish }) => finish()))
  expect(answers.map(({ status }) => status)).toEqual(sending.map(() => 200))
  for (const { name, content } of sending) {
    expect((await readFile(service().at(name))).equals(content)).toBe(true)
  }
  expect(await service().staged()).toEqual([])
}, 180_000)

test('guests who stall, from wherever, keep out neither an admin nor guests of another invitation', async () => {
  const { token } = await invite(service(), { folder: 'party' })
  const another = await invite(service(), { folder: 'party' })
  using connections = new DisposableStack()
  const begin = async (number: number) => {
    const guest = { token, address: `127.0.1.${number + 1}`, content: numbered(number) }
    return connections.use(await beginUpload(service().url, guest))
  }
  const stalled = await Promise.all(Array.from({ length: 60 }, (_, number) => begin(number)))
  for (let round = 0; round < 5; round += 1) {
    expect(await upload(`admin ${round}.jpg`)).toBe(200)
    const files = { [`guest ${round}.jpg`]: picture(`guest ${round}`) }
    expect((await sendAsGuest(service(), another.token, files)).status).toBe(200)
  }
  const refused = await Promise.race(stalled.map((connection) => connection.answer()))
  expect(refused.status).toBe(503)
}, 180_000)

test('of more uploads that stall than may, those that stall longest are given up', async () => {
  const { cookie } = await service().login()
  using connections = new DisposableStack()
  const first = await stall(cookie, 40, connections)
  expect(await upload('after the first.jpg')).toBe(200)
  const second = await stall(cookie, 40, connections)
  expect(await upload('after the second.jpg')).toBe(200)
  const stored = await Promise.all(second.map(({ finish }) => finish()))
  expect(stored.map(({ status }) => status)).toEqual(second.map(() => 200))
  const answers = await Promise.all(first.slice(0, 20).map(({ answer }) => answer()))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503))
  for (const { breakOff } of first.slice(20)) breakOff()
  await eventually(async () => (await service().staged()).length === 0)
}, 180_000)
