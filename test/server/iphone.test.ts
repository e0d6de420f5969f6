import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { encodeHeif } from '../support/heif.ts'
import { iphone } from '../support/documents.ts'
import { noise } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { startServer } from '../support/server.ts'

test.skipIf(lacks('libheif'))('the shortcut of an iPhone sends photos with its token', async () => {
  const [, path = ''] = /`http:\/\/[\d.:]+(\/\S+)`/.exec(iphone) ?? []
  const [, key = ''] = /\*\*File\*\* with the key `(\w+)`/.exec(iphone) ?? []
  const heic = new Uint8Array(await encodeHeif(noise(64, 48, 1), 'heic'))
  await using service = await startServer()
  const { token } = await service.told('POST /api/auth/tokens', { label: 'My iPhone' })
  const agent = {
    'User-Agent': 'BackgroundShortcutRunner/3607 CFNetwork/1568.200.51 Darwin/24.1.0',
  }
  const send = async (names: readonly string[]) => {
    const body = new FormData()
    for (const name of names) body.append(key, new File([heic], name, { type: 'image/heic' }))
    const headers = { ...agent, Authorization: `Bearer ${token}` }
    return service.ask(`POST ${path}`, { body, headers })
  }
  expect((await send(['IMG_1234.HEIC'])).status).toBe(200)
  expect((await send(['IMG_1234.HEIC'])).status).toBe(200)
  expect((await send(['IMG_1235.HEIC', 'IMG_1236.HEIC'])).status).toBe(200)
  const stored = (await readdir(service.uploadsDir)).filter((name) => !name.startsWith('.'))
  expect(stored.toSorted()).toEqual(['IMG_1234.heic', 'IMG_1235.heic', 'IMG_1236.heic'])
})
