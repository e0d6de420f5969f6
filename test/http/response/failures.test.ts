import { describe, expect, test } from 'bun:test'
import { rename } from 'node:fs/promises'
import { failed, formOf, openApp, password, type Question } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const operations: [line: string, question: () => Question][] = [
  ['GET /api/folders', () => ({})],
  ['GET /api/folders?path=trips', () => ({})],
  ['GET /api/images/random', () => ({})],
  ['GET /uploads/trips/a.jpg', () => ({})],
  ['GET /api/admin', () => ({})],
  ['POST /api/folders', () => ({ json: { path: 'new', name: 'new' } })],
  ['POST /api/upload', () => ({ body: formOf({ 'b.jpg': picture('b') }, 'trips') })],
  ['DELETE /api/images', () => ({ json: { images: ['trips/a.jpg'] } })],
]

describe.each(operations)('%s', (line, question) => {
  test('fails while the uploads folder is away, and works when it is back', async () => {
    await using service = await openApp({ files: { 'trips/a.jpg': picture('a') } })
    const cookie = await service.login()
    const away = `${service.uploadsDir}-away`
    await rename(service.uploadsDir, away)
    service.passTime()
    const answer = await service.ask(line, { ...question(), cookie })
    await rename(away, service.uploadsDir)
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual(failed('FILE_SYSTEM_ERROR'))
    expect(text).toContain('The uploads folder')
    expect(text).not.toContain(service.uploadsDir)
    expect(text).not.toContain('ENOENT')
    expect(service.lines.at(-1)).toContain('error')
    expect(service.lines.at(-1)).toContain('ENOENT')
    expect(service.lines.at(-1)).toContain(service.uploadsDir)

    service.passTime()
    expect((await service.ask(line, { ...question(), cookie })).status).toBe(200)
  })
})

describe('a bug', () => {
  const secret = 'secret of /home/pi at line 3'
  const checkPassword = async () => {
    throw new TypeError(secret, { cause: new Error('and what it came from') })
  }

  test('is answered without a word of it', async () => {
    await using service = await openApp({ checkPassword })
    const answer = await service.tryToLogIn(password)
    expect(answer.status).toBe(500)
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual(failed('INTERNAL_ERROR'))
    expect(text).not.toContain('secret')
    expect(text).not.toContain('TypeError')
  })

  test('is in the log, on one line, with what it came from', async () => {
    await using service = await openApp({ checkPassword })
    await service.tryToLogIn(password)
    expect(service.lines).toHaveLength(1)
    expect(service.lines[0]).toStartWith('2026-01-31T12:00:00.000Z error POST /api/auth/login')
    expect(service.lines[0]).toContain(secret)
    expect(service.lines[0]).toContain('and what it came from')
    expect(service.lines[0]).not.toContain(password)
  })

  test('does not stop the next request', async () => {
    let isBroken = true
    await using service = await openApp({
      checkPassword: async () => {
        if (isBroken) throw new Error('once')
        return true
      },
    })
    expect((await service.tryToLogIn(password)).status).toBe(500)
    isBroken = false
    expect((await service.tryToLogIn(password)).status).toBe(200)
  })
})

test('what a client gets wrong is not logged as a failure of the service', async () => {
  await using service = await openApp()
  await service.ask('GET /api/folders?path=..')
  await service.ask('POST /api/auth/login', { body: '{' })
  await service.ask('PUT /nowhere')
  expect(service.lines).toEqual([])
})

test('with debug logging every request is a line, and no query or body is in it', async () => {
  await using service = await openApp({ logLevel: 'debug' })
  await service.tryToLogIn(password)
  await service.ask('GET /api/folders?path=private')
  expect(service.lines.map((line) => line.split(' ').slice(1, 5).join(' '))).toEqual([
    'debug POST /api/auth/login 200',
    'debug GET /api/folders 404',
  ])
  expect(service.lines.join()).not.toContain(password)
})
