import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { beginUpload } from '../support/form.ts'
import { invite, sendAsGuest as send } from '../support/inviting.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { exchange } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { sharedServer } from '../support/shared-server.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** How many pictures came by each invitation. */
async function filesIn({ told }: TestServer): Promise<number[]> {
  const { invitations } = await told('GET /api/invitations')
  return invitations.map(({ files }: { files: number }) => files)
}

describe('several processes on one folder', () => {
  const one = sharedServer()
  let other: TestServer
  beforeAll(async () => {
    other = await startServer({ env: { UPLOADS_DIR: one().uploadsDir } })
  })
  afterAll(() => other[Symbol.asyncDispose]())

  const sendMany = (token: string, count: number, to = [one(), other]) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        send(to[index % to.length] ?? other, token, { [`${index}.jpg`]: picture(index) }),
      ),
    )
  const namesIn = async (folder: string) => (await readdir(one().at(folder))).toSorted()

  test('know an invitation of another at once, and let no more in than it is for', async () => {
    const { token } = await invite(one(), { folder: 'first', maxFiles: 15 })
    const statuses = (await sendMany(token, 40)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(Array(40).fill(200, 0, 15).fill(400, 15))
    expect(await namesIn('first')).toHaveLength(15)
    expect(await filesIn(one())).toEqual([15])
    const latest = await invite(one(), { folder: 'latest' })
    const all = (await sendMany(latest.token, 30, [other])).map(({ status }) => status)
    expect(all).toEqual(Array(30).fill(200))
  })

  test('take a file again, or back, that another has stored a moment ago, also at the limit', async () => {
    const { token } = await invite(one(), { folder: 'again', maxFiles: 3 })
    for (const name of ['a', 'b', 'c']) {
      const file = { [`${name}.jpg`]: picture(name) }
      for (const server of [one(), other])
        expect((await send(server, token, file)).status).toBe(200)
    }
    expect(await namesIn('again')).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
    const back = await invite(one(), { folder: 'back' })
    const headers = { Authorization: `Bearer ${back.token}`, 'Upload-Key': 'a3f19c0b7d5e4826' }
    await one().ask('POST /api/upload', { headers, body: formOf({ 'a.jpg': picture('a') }) })
    const answer = await other.ask('DELETE /api/invitations/current/images', { headers })
    expect(await answer.json()).toMatchObject({ data: { totalDeleted: 1 } })
    expect(await namesIn('back')).toEqual([])
    expect(await filesIn(other)).toContain(0)
  })

  test('send what comes to where another has just renamed the folder', async () => {
    const { token } = await invite(one(), { folder: 'party/cake' })
    expect((await send(one(), token, { 'a.jpg': picture('a') })).status).toBe(200)
    await one().told('PATCH /api/folders', { path: 'party', newPath: '2026/birthday' })
    expect((await send(other, token, { 'b.jpg': picture('b') })).status).toBe(200)
    expect(await namesIn('')).not.toContain('party')
    expect(await namesIn('2026/birthday/cake')).toEqual(['a.jpg', 'b.jpg'])
  })

  test('store nothing of an upload in flight when another has ended the invitation', async () => {
    const { end, token } = await invite(one(), { folder: 'ended' })
    const content = jpeg({ width: 4, height: 3, salt: 'x'.repeat(100_000) })
    using upload = await beginUpload(other.url, { content, token })
    // It is received once its file is there.
    while ((await namesIn('.photo-frame/2/staging')).length === 0) await Bun.sleep(10)
    expect((await end()).status).toBe(200)
    expect((await upload.finish()).status).toBe(401)
    expect(await namesIn('')).not.toContain('ended')
  })
})

test('kills let no more pictures in than an invitation is for, and lose none that was answered', async () => {
  await using folder = await temporaryFolder()
  const maxFiles = 100
  let [token, sent, kills] = ['', 0, 0]
  const acknowledged = new Set<string>()
  const party = { isFull: false }
  for (; !party.isFull; kills += 1) {
    await using one = await startServer({ env: { UPLOADS_DIR: folder.path } })
    await using other = await startServer({ env: { UPLOADS_DIR: folder.path } })
    if (token === '') token = (await invite(one, { folder: 'party', maxFiles })).token
    const kill = setTimeout(
      () => [one, other].map((server) => server.signal('SIGKILL')),
      150 + (kills % 5) * 100,
    )
    const guest = async (server: TestServer) => {
      for (let isUp = true; isUp && !party.isFull;) {
        sent += 1
        const name = `${sent}.jpg`
        const answer = await send(server, token, { [name]: picture(name) }).catch(() => undefined)
        isUp = answer !== undefined
        if (answer?.status === 200) acknowledged.add(name)
        if (answer?.status === 400) party.isFull = true
      }
    }
    await Promise.all([guest(one), guest(one), guest(other)])
    clearTimeout(kill)
    if (party.isFull) expect(await filesIn(one).catch(() => [maxFiles])).toEqual([maxFiles])
    const stored = await readdir(one.at('party')).catch(() => [])
    expect(stored.length).toBeLessThanOrEqual(maxFiles)
    expect(stored).toEqual(expect.arrayContaining([...acknowledged]))
  }
  expect(kills).toBeGreaterThan(1)
  // What was counted when a process was killed may be missing: one picture of each guest.
  expect(acknowledged.size).toBeGreaterThanOrEqual(maxFiles - 2 * 3 * kills)
}, 240_000)

test('no log holds a token, however its path is spelled', async () => {
  await using server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  const { token } = await invite(server, { folder: 'party' })
  const encoded = Array.from(token, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
  const targets = [
    `/add/${token}`,
    `/add/${token}/?x=1`,
    `/add/${token.toUpperCase()}`,
    `/add/${encoded}`,
    `//add///${token}`,
    `/%2fadd/${token}`,
    `/ADD/${token}`,
    `/%61%64D/${token}`,
    `/%2561dd/${token}`,
    `/add%2F${token}`,
    `/add%252f${encoded.replaceAll('%', '%25')}`,
    `/add\\${token}`,
    `\\add\\${token}`,
    `/add;${token}`,
    `/add${token}`,
    `/add%00/${token}`,
    `/./add/${token}`,
    `/x/../add/${token}`,
    `/uploads/..%2fadd/${token}`,
    `/api/../add/${token}`,
    `/%zz/add/${token}`,
    `/?next=/add/${token}`,
    `/api/invitations/${token}`,
    `/api/invitations/${encoded}?token=${token}`,
    `/?next=%2Fadd%2F${token}`,
    `http://frame.example/add/${token}`,
  ]
  for (const target of targets) {
    for (const host of ['Host: a\r\n', 'Host: \r\n']) {
      await exchange(
        server.url,
        `GET ${target} HTTP/1.1\r\n${host}Referer: http://a/add/${token}\r\nConnection: close\r\n\r\n`,
      ).catch(() => undefined)
    }
  }
  await fetch(`${server.url}/api/address`)
  await send(server, token, { 'a.jpg': picture('a') })
  await server.stop()
  const log = server.stdout() + server.stderr()
  const decoded = log
    .replace(/%25/g, '%')
    .replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  for (const text of [log, decoded]) expect(text.toLowerCase()).not.toContain(token)
  expect(log).toMatch(/GET \/add\/… 404/)
  expect(log).toContain('GET /api/address 200')
  expect(log).toContain('POST /api/upload 200')
})
