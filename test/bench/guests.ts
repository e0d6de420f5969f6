import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { openBrowser } from '../support/browser.ts'
import { form, uploadHead } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { secondsOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { logIn, runToEnd, startService, type Server } from './processes.ts'
import { atMost, count, median, mebibytes, seconds, skipped, times, type Row } from './report.ts'

const mebibyte = 1024 ** 2
const party = { guests: 60, photos: 20, bytes: 5 * mebibyte }
const guesses = 100_000

/** What guests send: all of it, soon on the screens, and to nobody's cost. */
export async function guests(): Promise<Row[]> {
  const crowd = await withLowPower(crowdRows)
  return [
    ...(crowd ?? [skipped('a party', '', 'no control groups')]),
    ...(await guessRows()),
    await stallRow(),
    await screenRow(),
  ]
}

const madeSchema = z.object({ data: z.object({ token: z.string() }) })

/** Invites guests into a folder, and gives the token. */
async function invite(service: Server, folder: string): Promise<string> {
  const headers = { Cookie: await logIn(service), 'Content-Type': 'application/json' }
  const body = JSON.stringify({ folder, maxFiles: 10_000 })
  const answer = await fetch(`${service.url}/api/invitations`, { method: 'POST', headers, body })
  return madeSchema.parse(await answer.json()).data.token
}

async function crowdRows(power: LowPower): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'frames/1.jpg'), await photoJpeg(4000, 3000))
  await using service = await startService(folder.path, power)
  const token = await invite(service, 'party')
  let asked = 0
  /** A picture that was never scaled to this size, as most are in the first round. */
  const showPicture = async () => {
    asked += 1
    const query = `folder=frames&as=image&width=${800 + asked}&frame=hall`
    await (await fetch(`${service.url}/api/images/random?${query}`)).arrayBuffer()
  }
  const watch = async (isOver: () => boolean) => {
    const taken: number[] = []
    while (!isOver()) {
      taken.push(await secondsOf(showPicture))
      await Bun.sleep(500)
    }
    return median(taken)
  }
  let turns = 0
  const usual = await watch(() => (turns += 1) > 20)
  const args = [service.url, token, ...Object.values(party).map(String)]
  let isOver = false
  const sending = runToEnd('test/bench/guests/party.ts', args).finally(() => (isOver = true))
  const meanwhile = await watch(() => isOver)
  const { waited } = z.object({ waited: z.number() }).parse(JSON.parse(await sending))
  const { peak } = await service.memory()
  const stored = await beginningsIn(join(folder.path, 'party'))
  const all = party.guests * party.photos
  const different = new Set(stored).size
  const work = `${party.guests} guests send ${party.photos} photos of 5 MB each, low power`
  const told = ` (${waited} times told to wait)`
  const note = ` (${seconds(meanwhile)} to ${seconds(usual)})`
  return [
    atMost(`${work}: lost`, all - different, 0, count, told),
    atMost(`${work}: stored twice`, stored.length - different, 0, count),
    atMost(`${work}: a frame's picture, of its usual time`, meanwhile / usual, 2, times, note),
    atMost(`${work}: memory`, peak, 160 * mebibyte, mebibytes),
  ]
}

/** What tells the pictures of a folder apart. */
async function beginningsIn(folder: string): Promise<string[]> {
  const beginnings: string[] = []
  for (const name of await readdir(folder)) {
    await using file = await open(join(folder, name))
    const { buffer } = await file.read(Buffer.alloc(200), 0, 200, 0)
    beginnings.push(buffer.toString('latin1'))
  }
  return beginnings
}

async function guessRows(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  const token = await invite(service, 'party')
  let sent = 0
  const upload = async () => {
    sent += 1
    const form = new FormData()
    const content = new Blob([picture(sent), Buffer.alloc(party.bytes, 1)])
    form.append('files', content, `${sent}.jpg`)
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await fetch(`${service.url}/api/upload`, { method: 'POST', headers, body: form })
    if (!answer.ok) throw new Error(`An upload was answered: ${await answer.text()}`)
  }
  const watch = async (isOver: () => boolean) => {
    const taken: number[] = []
    while (!isOver()) {
      taken.push(await secondsOf(upload))
      await Bun.sleep(200)
    }
    return median(taken)
  }
  await upload()
  let turns = 0
  const usual = await watch(() => (turns += 1) > 40)
  let isOver = false
  const args = [service.url, String(guesses)]
  const guessing = runToEnd('test/bench/guests/guessing.ts', args).finally(() => (isOver = true))
  const meanwhile = await watch(() => isOver)
  const work = `${guesses.toLocaleString('en')} made-up tokens`
  const note = ` (${seconds(meanwhile)} to ${seconds(usual)})`
  return [
    atMost(`${work}: open something`, Number(await guessing), 0, count),
    atMost(`${work}: a guest's upload, of its usual time`, meanwhile / usual, 2, times, note),
  ]
}

/** How long an admin's uploads take while guests of one invitation, from many addresses, stall theirs. */
async function stallRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  const token = await invite(service, 'party')
  const cookie = await logIn(service)
  let sent = 0
  const upload = async () => {
    sent += 1
    const data = new FormData()
    data.append('files', new Blob([picture(sent), Buffer.alloc(party.bytes, 1)]), `${sent}.jpg`)
    const headers = { Cookie: cookie }
    const answer = await fetch(`${service.url}/api/upload`, { method: 'POST', headers, body: data })
    if (!answer.ok) throw new Error(`An upload was answered: ${await answer.text()}`)
  }
  const watch = async () => {
    const taken: number[] = []
    for (let turn = 0; turn < 20; turn += 1) taken.push(await secondsOf(upload))
    return median(taken)
  }
  await upload()
  const usual = await watch()
  using connections = new DisposableStack()
  const body = form('stalled.jpg', Buffer.concat([picture('stalled'), Buffer.alloc(party.bytes)]))
  for (let number = 1; number <= party.guests; number += 1) {
    const connection = connections.use(await openConnection(service.url, `127.0.1.${number}`))
    const head = uploadHead('', body.length)
      .replace('frame.example', '127.0.0.1')
      .replace(/Cookie: .*/, `Authorization: Bearer ${token}`)
    connection.write(head)
    connection.write(body.subarray(0, body.length / 2))
  }
  const meanwhile = await watch()
  const work = `${party.guests} uploads of one invitation stall: an admin's, of its usual time`
  const note = ` (${seconds(meanwhile)} to ${seconds(usual)})`
  return atMost(work, meanwhile / usual, 2, times, note)
}

/** How long guests' photos take to a screen, sent at different moments of a picture's time. */
async function screenRow(): Promise<Row> {
  const work = "a guest's photo on the slideshow's screen, seconds=15, new=first"
  if (lacks('chromium')) return skipped(work, `<= ${seconds(20)}`, 'no Chromium')
  await using folder = await temporaryFolder()
  const photo = await photoJpeg(4000, 3000)
  for (const name of ['1', '2', '3']) await Bun.write(join(folder.path, `${name}.jpg`), photo)
  await using service = await startService(folder.path)
  const token = await invite(service, 'party')
  await using browser = await openBrowser()
  await browser.setScreen(1920, 1080)
  await browser.view.navigate(`${service.url}/?seconds=15&new=first&frame=hall`)
  const taken: number[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    await Bun.sleep(2500 * turn)
    const form = new FormData()
    form.append('files', new Blob([photo, String(turn)]), `guest-${turn}.jpg`)
    const headers = { Authorization: `Bearer ${token}` }
    await fetch(`${service.url}/api/upload`, { method: 'POST', headers, body: form })
    taken.push(await secondsOf(() => browser.view.evaluate(isShown(`guest-${turn}`))))
  }
  const note = ` (${taken.map((value) => value.toFixed(1)).join(', ')})`
  return atMost(work, Math.max(...taken), 20, seconds, note)
}

/** Settles once a picture has faded in. */
const isShown = (name: string) => `new Promise(function look(resolve) {
  var slide = document.querySelector('.slide.shown')
  var isThere = slide && slide.innerHTML.indexOf('${name}') !== -1
  if (isThere && getComputedStyle(slide).opacity === '1') resolve(true)
  else setTimeout(look, 20, resolve)
})`
