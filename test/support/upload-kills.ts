import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { contentOf, seededRandom } from './collection.ts'
import { formOf } from './question.ts'
import { formType, uploadHead } from './form.ts'
import { jpeg } from './pictures.ts'
import { openConnection } from './raw-http.ts'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './temporary.ts'

/** Where in an upload the power goes: so far into its body, or so many names into its commit. */
type Moment = { body: number } | { names: number }
const filesPerUpload = 30

const random = seededRandom(20_260_131)
const upTo = (limit: number) => Math.floor(random() * limit)

/** Every picture ever sent. What the service holds has to be one of them, to the last byte. */
const sent = new Set<string>()
/** What the service has answered 200 for, by its path. */
const acknowledged = new Map<string, string>()
const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha1').update(bytes).digest('hex')

function newPictures(count: number, folder: string) {
  const pictures: Record<string, Uint8Array> = {}
  for (let index = 0; index < count; index += 1) {
    const salt = `${folder} ${count} ${index} `.repeat(200 + upTo(1600))
    const content = jpeg({ width: 4, height: 3, salt })
    pictures[`IMG_${index}.jpg`] = content
    sent.add(hashOf(content))
  }
  return pictures
}

function acknowledge(pictures: Record<string, Uint8Array>, answer: string) {
  const contents = Object.values(pictures)
  for (const [index, { path }] of JSON.parse(answer).data.uploadedFiles.entries()) {
    acknowledged.set(path, hashOf(contents[index] ?? Buffer.alloc(0)))
  }
}

/** The form as `formAround` would have it, with more than one file and a folder. */
async function bodyOf(pictures: Record<string, Uint8Array>, folder: string) {
  const response = new Response(formOf(pictures, folder))
  const type = response.headers.get('content-type') ?? ''
  return { type, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function uploadAndKill(server: TestServer, moment: Moment, folder: string) {
  const { cookie } = await server.login()
  const kept = newPictures(3, folder)
  const answer = await server.admin('POST /api/upload', formOf(kept, folder))
  expect(answer.status).toBe(200)
  acknowledge(kept, await answer.text())

  const torn = newPictures(filesPerUpload, folder)
  const { type, bytes } = await bodyOf(torn, folder)
  using connection = await openConnection(server.url)
  connection.write(uploadHead(cookie, bytes.length).replace(formType, type))
  if ('body' in moment) {
    connection.write(bytes.subarray(0, Math.floor(bytes.length * moment.body)))
    await Bun.sleep(upTo(60))
  } else {
    connection.write(bytes)
    const state = { isAnswered: false }
    const answering = (async () => {
      const { body } = await connection.answer()
      state.isAnswered = true
      acknowledge(torn, body.toString())
    })()
    const names = () => readdirSync(server.at(folder)).length - Object.keys(kept).length
    while (!state.isAnswered && names() < moment.names) await Bun.sleep(0)
    server.signal('SIGKILL')
    await answering.catch(() => undefined)
  }
  await server.stop('SIGKILL')
}

/** What is listed, dealt and served of a folder is whole. */
async function expectWhole(server: TestServer, folder: string) {
  const get = async (path: string) => fetch(`${server.url}${path}`)
  const { data } = JSON.parse(await (await get(`/api/folders?path=${folder}`)).text())
  const listed: string[] = data.images.map(({ name }: { name: string }) => name)
  const dealt = new Set<string>()
  for (const name of listed) {
    expect(sent).toContain(hashOf(await (await get(`/uploads/${folder}/${name}`)).bytes()))
    const pick = JSON.parse(await (await get(`/api/images/random?folder=${folder}`)).text())
    dealt.add(pick.data.fileName)
  }
  expect([...dealt].toSorted()).toEqual(listed.toSorted())
  expect(listed.toSorted()).toEqual((await readdir(server.at(folder))).toSorted())
}

/**
 * Kills the service again and again while it receives pictures, half of the times while their body
 * comes and half while they get their names. No picture may be half there, and none that was
 * acknowledged may be missing.
 */
export async function killAmongUploads(kills: number): Promise<void> {
  const half = kills / 2
  const moments: Moment[] = [
    ...Array.from({ length: half }, () => ({ body: random() })),
    ...Array.from({ length: half }, (_, index) => ({
      names: (index * filesPerUpload) / half + upTo(3),
    })),
  ]
  acknowledged.clear()
  await using folder = await temporaryFolder()
  await using servers = new AsyncDisposableStack()
  const start = async () => servers.use(await startServer({ env: { UPLOADS_DIR: folder.path } }))
  let server = await start()
  for (const [index, moment] of moments.entries()) {
    await uploadAndKill(server, moment, `round-${index}`)
    server = await start()
    expect(await server.staged()).toEqual([])
    await expectWhole(server, `round-${index}`)
    expect(server.stderr()).toBe('')
  }
  for (const [path, hash] of acknowledged) {
    expect([path, hashOf(await Bun.file(server.at(path)).bytes())]).toEqual([path, hash])
  }
  const { visible } = await contentOf(folder.path)
  expect(visible).toEqual(expect.arrayContaining([...acknowledged.keys()]))
}
