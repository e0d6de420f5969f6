import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '../support/browser.ts'
import { form, uploadHead } from '../support/form.ts'
import { invite } from '../support/inviting.ts'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/question.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { onLowPower, type LowPower } from './low-power.ts'
import { beside, secondsOf, timesOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { answerOf, startService, type Service } from './processes.ts'
import {
  atMost,
  count,
  ifPossible,
  mebibyte,
  mebibytes,
  seconds,
  times,
  type Row,
} from './report.ts'
import { slideShown } from './slideshow.ts'

const party = { guests: 60, photos: 20, bytes: 5 * mebibyte }
const guesses = 100_000

/** What guests send: all of it, soon on the screens, and to nobody's cost. */
export async function guests(): Promise<Row[]> {
  return [
    ...(await onLowPower('a party', crowdRows)),
    ...(await guessRows()),
    await stallRow(),
    ...(await screenRows()),
  ]
}

async function inviteTo(service: Service): Promise<string> {
  return (await invite(service, { folder: 'party', maxFiles: 10_000 })).token
}

/** Uploads pictures, one after the other, each of which is another one. */
function uploader({ ask }: Service, who: { cookie: string } | { headers: Record<string, string> }) {
  let sent = 0
  return async () => {
    sent += 1
    const content = Buffer.concat([picture(sent), Buffer.alloc(party.bytes, 1)])
    const body = formOf({ [`${sent}.jpg`]: content })
    const answer = await ask('POST /api/upload', { body, ...who })
    if (!answer.ok) throw new Error(`An upload was answered: ${await answer.text()}`)
  }
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

async function crowdRows(power: LowPower): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'frames/1.jpg'), await photoJpeg(4000, 3000))
  await using service = await startService(folder.path, power)
  const token = await inviteTo(service)
  let asked = 0
  /** A picture that was never scaled to this size, as most are in the first round. */
  const showPicture = () => {
    asked += 1
    const query = `folder=frames&as=image&width=${800 + asked}&frame=hall`
    return service.read(`/api/images/random?${query}`)
  }
  const usual = await timesOf(showPicture, 500, 20)
  const sending = answerOf('guests/party.ts', service.url, token, ...Object.values(party))
  const meanwhile = await timesOf(showPicture, 500, sending)
  const { waited } = await sending
  const { peak } = await service.memory()
  const stored = await beginningsIn(join(folder.path, 'party'))
  const all = party.guests * party.photos
  const different = new Set(stored).size
  const work = `${party.guests} guests send ${party.photos} photos of 5 MB each, low power`
  const frame = beside(meanwhile, usual, seconds)
  return [
    atMost(`${work}: lost`, all - different, 0, count, ` (${waited} times told to wait)`),
    atMost(`${work}: stored twice`, stored.length - different, 0, count),
    atMost(`${work}: a frame's picture, of its usual time`, frame, 2, times),
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
  const upload = uploader(service, bearer(await inviteTo(service)))
  await upload()
  const usual = await timesOf(upload, 200, 40)
  const guessing = answerOf('guests/guessing.ts', service.url, guesses)
  const meanwhile = await timesOf(upload, 200, guessing)
  const work = `${guesses.toLocaleString('en')} made-up tokens`
  const guest = beside(meanwhile, usual, seconds)
  return [
    atMost(`${work}: open something`, await guessing, 0, count),
    atMost(`${work}: a guest's upload, of its usual time`, guest, 2, times),
  ]
}

/** How long an admin's uploads take while guests of one invitation, from many addresses, stall theirs. */
async function stallRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  const token = await inviteTo(service)
  const { cookie } = await service.login()
  const upload = uploader(service, { cookie })
  await upload()
  const usual = await timesOf(upload, 0, 20)
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
  const meanwhile = await timesOf(upload, 0, 20)
  const work = `${party.guests} uploads of one invitation stall: an admin's, of its usual time`
  return atMost(work, beside(meanwhile, usual, seconds), 2, times)
}

/** How long guests' photos take to a screen, sent at different moments of a picture's time. */
function screenRows(): Promise<Row[]> {
  const work = "a guest's photo on the slideshow's screen, seconds=15, new=first"
  return ifPossible(work, ['chromium'], async () => {
    await using folder = await temporaryFolder()
    const photo = await photoJpeg(4000, 3000)
    await fill(folder.path, 3, () => photo)
    await using service = await startService(folder.path)
    const guest = bearer(await inviteTo(service))
    await using browser = await openBrowser()
    await browser.setScreen(1920, 1080)
    await browser.view.navigate(`${service.url}/?seconds=15&new=first&frame=hall`)
    const taken: number[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      await Bun.sleep(2500 * turn)
      const body = formOf({ [`guest-${turn}.jpg`]: Buffer.concat([photo, Buffer.from([turn])]) })
      await service.ask('POST /api/upload', { body, ...guest })
      taken.push(await secondsOf(() => browser.view.evaluate(slideShown(`guest-${turn}`))))
    }
    const note = ` (${taken.map((value) => value.toFixed(1)).join(', ')})`
    return [atMost(work, Math.max(...taken), 20, seconds, note)]
  })
}
