import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { dataOf, failed, formOf, openApp, password, type AppOptions } from '../../support/app.ts'
import { eventually } from '../../support/server.ts'
import { picture } from '../../support/pictures.ts'

const key = 'my-secret-1234567'

/** A frame that shows the code of an invitation, and what may come under a host. */
async function openService(options: AppOptions = {}) {
  const service = await openApp(options)
  const invitation = await service.told('POST /api/invitations', { folder: '' })
  const { id, token } = z.object({ id: z.string(), token: z.string() }).parse(invitation)
  await service.told('PUT /api/frames/hall', { settings: { invite: id } })
  const asGuest = { Authorization: `Bearer ${token}`, 'Upload-Key': key }
  const statuses = async (headers: Record<string, string>) => {
    const body = formOf({ 'a.jpg': picture('a') })
    const guest = { headers: { ...asGuest, ...headers } }
    const answers = [
      await service.ask('GET /api/frames/hall/invitation', { headers }),
      await service.ask('POST /api/upload', { body, ...guest }),
      await service.ask('DELETE /api/invitations/current/images', guest),
    ]
    return Promise.all(
      answers.map(async (answer) => {
        if (!answer.ok) expect(await answer.json()).toEqual(failed('CROSS_ORIGIN'))
        return answer.status
      }),
    )
  }
  const settings = async (Host: string) =>
    (await dataOf(await service.ask('GET /api/frames/hall', { headers: { Host } })))['settings']
  const logIn = (headers: Record<string, string>, attempt = password) =>
    service.tryToLogIn(attempt, { headers })
  return { ...service, id, cookie: await service.login(), statuses, settings, logIn }
}

const allowed = [200, 200, 200]
const refused = [403, 403, 403]

describe('the code of a frame, and what guests send', () => {
  const own = ['192.168.1.20', '192.168.1.20:3000', '[fe80::1]', '[::1]:3000', 'localhost:3000']
  const others = ['evil.example', 'evil.example:3000', '192.168.1.20.evil.example']
  test('come under addresses and local names, and not under others', async () => {
    await using service = await openService()
    for (const Host of [...own, 'frame', 'Frame.Local.', 'photos.local:80']) {
      expect([Host, await service.statuses({ Host })]).toEqual([Host, allowed])
      expect(await service.settings(Host)).toEqual({ invite: service.id })
    }
    for (const Host of [...others, 'local.evil.example.']) {
      expect([Host, await service.statuses({ Host })]).toEqual([Host, refused])
      expect(await service.settings(Host)).toEqual({})
    }
  })

  test('come under a name where an admin has logged in or is, in every process from then on', async () => {
    await using service = await openService()
    await using other = await openApp({ uploadsDir: service.uploadsDir })
    const code = { headers: { Host: 'photos.example.org' } }
    expect((await other.ask('GET /api/frames/hall/invitation', code)).status).toBe(403)
    await service.logIn({ Host: 'Photos.Example.org:8443' })
    expect(await service.statuses({ Host: 'photos.example.org' })).toEqual(allowed)
    await eventually(async () => {
      expect((await other.ask('GET /api/frames/hall/invitation', code)).status).toBe(200)
    })
    const { cookie } = service
    await service.logIn({ Host: 'evil.example' }, 'wrong')
    await service.ask('GET /api/admin', { headers: { Host: 'evil.example' } })
    expect(await service.statuses({ Host: 'evil.example' })).toEqual(refused)
    await service.ask('GET /api/admin', { cookie, headers: { Host: 'photos.example' } })
    expect(await service.statuses({ Host: 'photos.example' })).toEqual(allowed)
  })

  test('come under each host that a request names, that of a trusted proxy too', async () => {
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': '192.168.1.20' }
    const turned = { Host: '192.168.1.20', 'X-Forwarded-Host': 'evil.example' }
    await using direct = await openService()
    expect(await direct.statuses(headers)).toEqual(refused)
    expect(await direct.statuses(turned)).toEqual(allowed)
    await using proxied = await openService({ trustProxy: true })
    // A page of another site can send what a proxy does.
    expect(await proxied.statuses(headers)).toEqual(refused)
    expect(await proxied.statuses(turned)).toEqual(refused)
    await proxied.logIn(turned)
    expect(await proxied.statuses(turned)).toEqual(allowed)
    expect(await proxied.statuses({ Host: 'other.example' })).toEqual(refused)
  })

  test('come under the last hundred names at most', async () => {
    await using service = await openService()
    const { cookie } = service
    for (let n = 0; n < 105; n += 1) {
      service.time.now += 1
      await service.ask('GET /api/admin', { cookie, headers: { Host: `${n}.example` } })
    }
    await eventually(async () => {
      const lines = await readFile(service.at('.photo-frame/hosts.json'), 'utf8')
      expect(lines).toContain('["104.example",')
      expect(lines).toContain('["4.example",null]')
    })
    expect(await service.statuses({ Host: '0.example' })).toEqual(refused)
    expect(await service.statuses({ Host: '104.example' })).toEqual(allowed)
  })
})
