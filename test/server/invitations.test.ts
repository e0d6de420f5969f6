import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { form, uploadHead } from '../support/form.ts'
import { invite, sendAsGuest as send } from '../support/inviting.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { exchange, openConnection } from '../support/raw-http.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** How many pictures came by each invitation. */
async function filesIn({ told }: TestServer): Promise<number[]> {
  const { invitations } = await told('GET /api/invitations')
  return invitations.map(({ files }: { files: number }) => files)
}

describe('several processes on one folder', () => {
  test('know an invitation of another at once, and let no more in than it is for', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const { token } = await invite(one, { folder: 'party', maxFiles: 15 })
    const numbers = Array.from({ length: 40 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map((number) =>
        send(number % 2 === 0 ? one : other, token, { [`${number}.jpg`]: picture(number) }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(25)
    expect(await readdir(one.at('party'))).toHaveLength(15)
    expect(await filesIn(one)).toEqual([15])
  })

  test('know a token that another has just made, however many come with it at once', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const earlier = await invite(one, { folder: 'party' })
    expect((await send(other, earlier.token, { 'a.jpg': picture('a') })).status).toBe(200)
    const { token } = await invite(one, { folder: 'party' })
    const numbers = Array.from({ length: 30 }, (_, index) => index)
    const answers = await Promise.all(
      numbers.map((number) => send(other, token, { [`${number}.jpg`]: picture(number) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(numbers.map(() => 200))
  })

  test('take a file again that another has stored a moment ago, also at the limit', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const { token } = await invite(one, { folder: 'party', maxFiles: 3 })
    for (const name of ['a', 'b', 'c']) {
      const file = { [`${name}.jpg`]: picture(name) }
      for (const server of [one, other]) expect((await send(server, token, file)).status).toBe(200)
    }
    expect((await readdir(one.at('party'))).toSorted()).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })

  test('take back what another has stored a moment ago', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const { token } = await invite(one, { folder: 'party' })
    const headers = { Authorization: `Bearer ${token}`, 'Upload-Key': 'a3f19c0b7d5e4826' }
    const body = formOf({ 'a.jpg': picture('a') })
    await one.ask('POST /api/upload', { headers, body })
    const answer = await other.ask('DELETE /api/invitations/current/images', { headers })
    expect(await answer.json()).toMatchObject({ data: { totalDeleted: 1 } })
    expect(await readdir(one.at('party'))).toEqual([])
    expect(await filesIn(other)).toEqual([0])
  })

  test('send what comes to where another has just renamed the folder', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const { token } = await invite(one, { folder: 'party/cake' })
    expect((await send(one, token, { 'a.jpg': picture('a') })).status).toBe(200)
    await one.told('PATCH /api/folders', { path: 'party', newPath: '2026/birthday' })
    expect((await send(other, token, { 'b.jpg': picture('b') })).status).toBe(200)
    expect((await readdir(one.uploadsDir)).toSorted()).toEqual(['.photo-frame', '2026'])
    expect(await readdir(one.at('2026'))).toEqual(['birthday'])
    expect(await readdir(one.at('2026/birthday'))).toEqual(['cake'])
    const stored = await readdir(one.at('2026/birthday/cake'))
    expect(stored.toSorted()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('store nothing of an upload in flight when another has ended the invitation', async () => {
    await using one = await startServer()
    await using other = await startServer({ env: { UPLOADS_DIR: one.uploadsDir } })
    const { end, token } = await invite(one, { folder: 'party' })
    const body = form('a.jpg', jpeg({ width: 4, height: 3, salt: 'x'.repeat(100_000) }))
    using connection = await openConnection(other.url)
    const head = uploadHead('', body.length)
    const ofGuest = head.replace('Cookie: ', `Authorization: Bearer ${token}`)
    connection.write(ofGuest.replace('frame.example', '127.0.0.1'))
    connection.write(body.subarray(0, 50_000))
    // It is received once its file is there.
    while ((await readdir(other.at('.photo-frame/2/staging'))).length === 0) await Bun.sleep(10)
    expect((await end()).status).toBe(200)
    connection.write(body.subarray(50_000))
    expect((await connection.answer()).status).toBe(401)
    expect(await readdir(one.uploadsDir)).toEqual(['.photo-frame'])
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
}, 120_000)

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
