import { expect, test } from 'bun:test'
import { z } from 'zod'
import { failed, formOf, openApp, password } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'
import { quadrants } from '../../support/pixels.ts'

test('an operation fails while the uploads folder is away, and works when it is back', async () => {
  await using service = await openApp({ files: { 'trips/a.jpg': picture('a') } })
  const ask = () => service.ask('GET /api/folders?path=trips')
  const text = await service.whileAway(async () => (await ask()).text())
  expect(JSON.parse(text)).toEqual(failed('FILE_SYSTEM_ERROR'))
  expect(text).toContain('The uploads folder')
  expect(text).not.toContain(service.uploadsDir)
  expect(text).not.toContain('ENOENT')
  for (const part of ['error', 'ENOENT', service.uploadsDir]) {
    expect(service.lines.at(-1)).toContain(part)
  }
  expect((await ask()).status).toBe(200)
})

test('a bug is answered without a word of it, and alone in the log, on one line with its cause', async () => {
  const secret = 'secret of /home/pi at line 3'
  let isBroken = true
  const checkPassword = async () => {
    if (!isBroken) return true
    throw new TypeError(secret, { cause: new Error('and what it came from') })
  }
  await using service = await openApp({ checkPassword })
  const text = await (await service.tryToLogIn(password)).text()
  expect(JSON.parse(text)).toEqual(failed('INTERNAL_ERROR'))
  for (const word of ['secret', 'TypeError']) expect(text).not.toContain(word)
  isBroken = false
  expect((await service.tryToLogIn(password)).status).toBe(200)
  // What a client gets wrong is no failure of the service.
  await service.ask('GET /api/folders?path=..')
  await service.ask('POST /api/auth/login', { body: '{' })
  await service.ask('PUT /nowhere')
  const [line, ...others] = service.lines
  expect(line).toStartWith('2026-01-31T12:00:00.000Z error POST /api/auth/login')
  for (const word of [secret, 'and what it came from']) expect(line).toContain(word)
  expect(line).not.toContain(password)
  expect(others).toEqual([])
})

const withoutTimes = (lines: string[]) =>
  lines.map((line) => line.replace(/^\S+ /, '').replace(/ \d+ ms/, ''))

test('with debug logging every request is a line with its query, no body, and the image that was dealt or sent', async () => {
  const files = { 'trips/Été 1.png': quadrants(60, 40) }
  await using service = await openApp({ logLevel: 'debug', files })
  await service.tryToLogIn(password)
  const rest = [
    ['GET /api/folders?path=', ''],
    ['GET /api/images/random?frame=hall', ' image "trips/Été 1.png"'],
    ['GET /api/images/random?as=image&frame=hall', ' image "trips/Été 1.png"'],
    ['GET /uploads/trips/%C3%89t%C3%A9%201.png', ' image "trips/Été 1.png"'],
  ] as const
  for (const [line] of rest) await service.ask(line)
  const [login, ...others] = withoutTimes(service.lines)
  expect(login).toBe('debug POST /api/auth/login 200')
  expect(others).toEqual(rest.map(([line, image]) => `debug ${line} 200${image}`))
  expect(service.lines.join()).not.toContain(password)
})

test('with debug logging a refused request tells why, and which files were at fault', async () => {
  await using service = await openApp({ logLevel: 'debug' })
  const cookie = await service.login()
  await service.ask('GET /api/folders?path=none')
  await service.ask('GET /nowhere')
  const body = formOf({ 'a\u009b1m\n.jpg': Buffer.from('no picture') })
  const refused = await service.ask('POST /api/upload', { body, cookie })
  const { error } = z.object({ error: z.string() }).parse(await refused.json())
  const [, missing, nowhere, upload] = withoutTimes(service.lines)
  expect(missing).toStartWith('debug GET /api/folders?path=none 404 FOLDER_NOT_FOUND: There is')
  expect(nowhere).toStartWith('debug GET /nowhere 404 NOT_FOUND: There is')
  const line = `debug POST /api/upload 400 INVALID_FILE_TYPE: ${error} [{"fileName"`
  expect(upload).toStartWith(line)
  expect(upload).toContain(String.raw`a\u009b1m`)
})

test('with debug logging no token of an invitation is in it, whatever stands beside it', async () => {
  await using service = await openApp({ logLevel: 'debug' })
  const [token, places] = ['0a'.repeat(12) + 'z', ['?t=*', '?t=*x', '?t=*_', '?t=1*', '?t=_*-']]
  for (const place of [...places, '/%2F*%5F']) {
    for (const each of [token, token.toUpperCase()]) {
      await service.ask(`GET /api/folders${place.replace('*', each)}`)
    }
  }
  expect(service.lines).toHaveLength(12)
  expect(service.lines.join().toLowerCase()).not.toContain(token)
})
