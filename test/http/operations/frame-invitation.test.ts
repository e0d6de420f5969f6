import { describe, expect, test } from 'bun:test'
import { appendFile } from 'node:fs/promises'
import { z } from 'zod'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { dataOf, expectFailed, formOf, openApp, type AppOptions } from '../../support/app.ts'
import { picture } from '../../support/pictures.ts'

const invitationSchema = z.object({ id: z.string() })

const tokenOf = async (answer: Response) => /add\/(\d+)/.exec(await answer.text())?.[1] ?? ''

async function openScreen(options?: AppOptions) {
  const service = await openApp(options)
  const { admin, ask, told } = service
  const set = (invite: unknown, name = 'hall') =>
    admin(`PUT /api/frames/${name}`, { settings: { invite, clock: true } })
  const invite = async (json: object = { folder: 'party' }) =>
    invitationSchema.parse(await told('POST /api/invitations', json)).id
  const code = (name = 'hall', headers: Record<string, string> = {}) =>
    ask(`GET /api/frames/${name}/invitation`, { headers })
  return {
    ...service,
    set,
    invite,
    code,
    /** Has the frame show the code of a new invitation, and gives its id. */
    show: async (json?: object) => {
      const id = await invite(json)
      expect((await set(id)).status).toBe(200)
      return id
    },
    token: async (name?: string) => tokenOf(await code(name)),
    /** Sends a file as a guest and gives the status. */
    send: async (token: string, name = 'a') => {
      const headers = { Authorization: `Bearer ${token}` }
      const body = formOf({ [`${name}.jpg`]: picture(name) })
      return (await ask('POST /api/upload', { body, headers })).status
    },
    settings: async () => (await dataOf(await ask('GET /api/frames/hall')))['settings'],
  }
}

describe('the code for guests of a frame', () => {
  test('lets guests add pictures, by the token of the invitation in digits', async () => {
    await using service = await openScreen()
    const { show, code, send, token } = service
    await show()
    const answer = await code('hall', { Host: '192.168.1.20:3000', 'Accept-Language': 'de, en' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await answer.clone().text()).toMatch(
      /^http:\/\/192\.168\.1\.20:3000\/add\/\d{39} in de,en$/,
    )
    // Phones do not reach what a board calls itself.
    const own = await (await code('hall', { Host: 'localhost:3000' })).text()
    expect(own).toMatch(/^http:\/\/(?!localhost)[^/]+:3000\/add\//)
    const first = await tokenOf(answer)
    expect(await send(first)).toBe(200)
    expect(await service.list('party')).toHaveLength(1)
    // The same one as long as it lives.
    expect(await token()).toBe(first)
  })

  test('is there only where it is set for the frame, and not by its address', async () => {
    await using service = await openScreen()
    const { show, code, set } = service
    const id = await show()
    for (const asked of ['garden', `garden?invite=${id}`]) {
      const [name, query = ''] = asked.split('?')
      const answer = await service.ask(`GET /api/frames/${name}/invitation?${query}`)
      await expectFailed(answer, 'INVITATION_NOT_FOUND')
    }
    for (const none of ['', 'none', '5F2C9D04B1A87E36', '5f2c9d04b1a87e3', 1, true, null]) {
      await expectFailed(await set(none), 'INVALID_REQUEST')
    }
    expect((await code()).status).toBe(200)
    await set(undefined)
    expect((await code()).status).toBe(404)
  })

  test('ends with its invitation, as what the frame follows says', async () => {
    await using service = await openScreen()
    const { show, token, settings, code, send, set } = service
    const id = await show()
    const shown = await token()
    expect(await settings()).toEqual({ clock: true, invite: id })
    const { headers } = await service.ask('GET /api/frames/hall')
    await service.admin(`DELETE /api/invitations/${id}`)
    expect(await settings()).toEqual({ clock: true })
    const tag = { 'If-None-Match': headers.get('etag') ?? '' }
    expect((await service.ask('GET /api/frames/hall', { headers: tag })).status).toBe(200)
    expect((await code()).status).toBe(404)
    expect(await send(shown)).toBe(401)
    // What was set stays so, and an id that there never was is no error.
    await set('0123456789abcdef')
    expect(await settings()).toEqual({ clock: true })
    expect((await code()).status).toBe(404)
  })

  test('goes once all pictures have come', async () => {
    await using service = await openScreen()
    const { show, token, settings, code, send } = service
    await show({ folder: '', maxFiles: 2 })
    const shown = await token()
    expect([await send(shown, 'a'), (await code()).status]).toEqual([200, 200])
    expect([await send(shown, 'b'), (await code()).status]).toEqual([200, 404])
    expect(await settings()).toEqual({ clock: true })
    // What has come may still be sent again.
    expect(await send(shown, 'b')).toBe(200)
  })

  test('is none for an invitation of a version that kept no tokens', async () => {
    await using service = await openScreen()
    const { show, invite, set, settings, code } = service
    await show()
    const limits = { expires: Date.now() + 1_000_000, maxFiles: 1, files: 0 }
    const [id, kept] = [
      'a'.repeat(16),
      { hash: 'a'.repeat(64), folder: 'a', label: null, ...limits },
    ]
    await appendFile(service.at('.photo-frame/invitations.json'), encodeLines([[id, kept]]))
    await invite()
    await set(id)
    expect(await settings()).toEqual({ clock: true })
    expect((await code()).status).toBe(404)
  })

  test('is one for each invitation, and in no log', async () => {
    await using service = await openScreen({ logLevel: 'debug' })
    const { show, token, invite, set } = service
    await show()
    await set(await invite({ folder: 'other' }), 'garden')
    const names = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'hall' : 'garden'))
    const tokens = new Set(await Promise.all(names.map(token)))
    expect(tokens.size).toBe(2)
    const [shown = ''] = tokens
    expect(shown).toMatch(/^\d{39}$/)
    await service.ask(`GET /add/${shown}`)
    expect(service.lines.join('\n')).toContain('GET /api/frames/hall/invitation 200')
    expect(service.lines.join('\n')).not.toContain(shown)
  })
})
