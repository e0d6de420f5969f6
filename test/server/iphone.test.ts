import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { encodeHeif } from '../support/heif.ts'
import { iphone } from '../support/documents.ts'
import { noise } from '../support/pixels.ts'
import { lacks } from '../support/programs.ts'
import { startServer } from '../support/server.ts'

/** A form as iOS writes it (CFNetwork): a boundary of its own, and the type of each file. */
function formOfIos(
  files: readonly { key: string; name: string; type: string; bytes: Uint8Array }[],
) {
  const boundary = `Boundary-${crypto.randomUUID().toUpperCase()}`
  const parts = files.map(({ key, name, type, bytes }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${key}"; filename="${name}"\r\n` +
          `Content-Type: ${type}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ]),
  )
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { body, headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` } }
}

test.skipIf(lacks('libheif'))('the shortcut of an iPhone sends photos with its token', async () => {
  const [, path = ''] = /`http:\/\/[\d.:]+(\/\S+)`/.exec(iphone) ?? []
  const [, key = ''] = /\*\*File\*\* with the key `(\w+)`/.exec(iphone) ?? []
  const heic = await encodeHeif(noise(64, 48, 1), 'heic')
  await using service = await startServer()
  const { token } = await service.told('POST /api/auth/tokens', { label: 'My iPhone' })
  const agent = {
    'User-Agent': 'BackgroundShortcutRunner/3607 CFNetwork/1568.200.51 Darwin/24.1.0',
  }
  const send = async (names: readonly string[]) => {
    const form = formOfIos(names.map((name) => ({ key, name, type: 'image/heic', bytes: heic })))
    const headers = { ...form.headers, ...agent, Authorization: `Bearer ${token}` }
    return service.ask(`POST ${path}`, { body: form.body, headers })
  }
  expect((await send(['IMG_1234.HEIC'])).status).toBe(200)
  expect((await send(['IMG_1234.HEIC'])).status).toBe(200)
  expect((await send(['IMG_1235.HEIC', 'IMG_1236.HEIC'])).status).toBe(200)
  const stored = (await readdir(service.uploadsDir)).filter((name) => !name.startsWith('.'))
  expect(stored.toSorted()).toEqual(['IMG_1234.heic', 'IMG_1235.heic', 'IMG_1236.heic'])
})
