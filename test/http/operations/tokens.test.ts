import { describe, expect, test } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { keyMaker } from '../../../src/http/middleware/password.ts'
import { Programs } from '../../../src/http/middleware/programs.ts'
import { expectFailed, formOf, openApp, password, type TestApp } from '../../support/app.ts'
import { openCollection } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { steppedTime } from '../../support/time.ts'

const required = { code: 'AUTHENTICATION_REQUIRED' }

const made = z.object({ id: z.string(), label: z.string(), token: z.string(), created: z.string() })

/** Makes a token, and gives what a program asks with it. */
async function openProgram(service: TestApp, label = 'Home Assistant') {
  const { token, id } = made.parse(await service.told('POST /api/auth/tokens', { label }))
  const headers = { Authorization: `Bearer ${token}` }
  const ask = (line: string, question = {}) => service.ask(line, { headers, ...question })
  return { token, id, headers, ask }
}

/** The tokens as another process on the folder, or one with another password, knows them. */
async function openElsewhere({ uploadsDir }: TestApp, secret = password) {
  const opened = await openCollection({}, { uploadsDir, makeSessionKey: keyMaker(secret) })
  const programs = new Programs({
    tokens: () => opened.collection.parts.tokens,
    attempts: { refuse: () => undefined },
    clock: Date.now,
    onError: (error) => expect(error).toBeUndefined(),
  })
  return { programs, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

describe('a token', () => {
  test('does what a session does: reads, changes and uploads, also from a page of another site', async () => {
    await using service = await openApp({ files: { 'a.jpg': picture('a') } })
    const { ask, headers } = await openProgram(service)
    expect((await ask('GET /api/admin')).status).toBe(200)
    expect((await ask('POST /api/folders', { json: { path: 'x', name: 'x' } })).status).toBe(200)
    const origin = { ...headers, Origin: 'https://home.example' }
    const body = formOf({ 'b.jpg': picture('b') }, 'x')
    expect((await ask('POST /api/upload', { headers: origin, body })).status).toBe(200)
    expect(await service.visible()).toContain('x/b.jpg')
    expect((await ask('PUT /api/frames/hall', { json: { label: 'Hall' } })).status).toBe(200)
    // Whoever has no token comes from the other site, whatever looks like one.
    const foreign = { headers: { Authorization: 'Bearer pf_0', Origin: 'https://home.example' } }
    await expectFailed(await service.ask('DELETE /api/images', foreign), 'CROSS_ORIGIN')
  })

  test('is shown once, and listed by its label with the day of its last use', async () => {
    await using service = await openApp()
    const day = new Date().toISOString().slice(0, 10)
    const { id, token, ask } = await openProgram(service, ' Phone ')
    const other = await openProgram(service, 'x'.repeat(100))
    await ask('GET /api/admin')
    const listed = await service.told('GET /api/auth/tokens')
    const created = expect.stringMatching(/Z$/)
    expect(listed).toEqual({
      tokens: [
        { id, label: 'Phone', created, lastUsed: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        { id: other.id, label: 'x'.repeat(100), created, lastUsed: null },
      ],
    })
    expect(JSON.stringify(listed)).toContain(day)
    expect(await readFile(service.at('.photo-frame/tokens.json'), 'utf8')).not.toContain(token)
    expect(service.lines.join('\n')).not.toContain(token)
  })

  test('ends at once, in every process a second later, and not twice', async () => {
    await using service = await openApp()
    const { ask, id, token } = await openProgram(service)
    await using elsewhere = await openElsewhere(service)
    const isLive = await elsewhere.programs.admit(token, '')
    expect((await service.admin(`DELETE /api/auth/tokens/${id}`)).status).toBe(200)
    await expectFailed(await ask('GET /api/admin'), 'AUTHENTICATION_REQUIRED')
    using time = steppedTime()
    time.pass(1100)
    await expect(elsewhere.programs.admit(token, '')).rejects.toMatchObject(required)
    expect(isLive()).toBe(false)
    await expectFailed(await service.admin(`DELETE /api/auth/tokens/${id}`), 'TOKEN_NOT_FOUND')
  })

  test('ends with the password, and is worth nothing where somebody has put it back', async () => {
    await using service = await openApp()
    const { token, id } = await openProgram(service)
    await using later = await openElsewhere(service)
    expect((await later.programs.admit(token, ''))()).toBe(true)
    await using changed = await openElsewhere(service, 'another password')
    await expect(changed.programs.admit(token, '')).rejects.toMatchObject(required)
    expect(await changed.programs.list()).toEqual([])
    const path = service.at('.photo-frame/tokens.json')
    const before = await readFile(path, 'utf8')
    await service.admin(`DELETE /api/auth/tokens/${id}`)
    await writeFile(path, (await readFile(path, 'utf8')) + before)
    await using elsewhere = await openElsewhere(service)
    await expect(elsewhere.programs.admit(token, '')).rejects.toMatchObject(required)
    expect(await elsewhere.programs.list()).toEqual([])
  })

  test('counts as a failed login of its address where it is wrong, and never waits where it is right', async () => {
    await using service = await openApp()
    const { ask } = await openProgram(service)
    const address = '5.6.7.8'
    const wrong = { headers: { Authorization: 'Bearer wrong' }, address }
    for (let time = 0; time < 10; time += 1) {
      await expectFailed(await service.ask('GET /api/admin', wrong), 'AUTHENTICATION_REQUIRED')
    }
    const details = { retryAfter: 60 }
    await expectFailed(await service.ask('GET /api/admin', wrong), 'TOO_MANY_ATTEMPTS', details)
    const login = await service.tryToLogIn(password, { address })
    await expectFailed(login, 'TOO_MANY_ATTEMPTS', details)
    expect((await ask('GET /api/admin', { address })).status).toBe(200)
    expect((await service.tryToLogIn(password)).status).toBe(200)
  })

  test('is one of 100 at most', async () => {
    await using service = await openApp()
    const { id } = await openProgram(service)
    await service.dependencies.collection.parts.tokens?.change(() =>
      Array.from({ length: 99 }, (_, index) => [`${index}`, { at: 1, used: 0, label: 'x' }]),
    )
    const another = () => service.admin('POST /api/auth/tokens', { label: 'x' })
    await expectFailed(await another(), 'INVALID_REQUEST')
    await service.admin(`DELETE /api/auth/tokens/${id}`)
    expect((await another()).status).toBe(200)
  })

  test('takes a password that stays', async () => {
    const attempts = { refuse: () => undefined }
    const tokens = () => undefined
    const programs = new Programs({ tokens, attempts, clock: Date.now, onError: () => undefined })
    await expect(programs.add('x')).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    await expect(programs.admit('pf_0', '')).rejects.toMatchObject(required)
    expect(await programs.list()).toEqual([])
  })
})
