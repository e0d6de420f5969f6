import { expect, test } from 'bun:test'
import { Hono } from 'hono'
import type { ImageFile } from '../../../src/pixels/renditions.ts'
import type { AppEnvironment } from '../../../src/http/request/connection.ts'
import { sendImage } from '../../../src/http/response/send-image.ts'

/** Answers a request with an image on a slow disk; says whether its file is released. */
async function ask(init: RequestInit) {
  let isReleased = false
  const file: ImageFile = {
    version: '1',
    mtimeMs: 0,
    mediaType: 'image/jpeg',
    size: 3,
    load: () => new Uint8Array(3),
    stream: () =>
      new ReadableStream<Uint8Array>({ pull: () => new Promise<void>(() => undefined) }),
    release: async () => {
      isReleased = true
    },
  }
  const app = new Hono<AppEnvironment>().get('/', (c) => sendImage(c, file, {}))
  const answer = await app.fetch(new Request('http://frame.example/', init))
  return { answer, isReleased: () => isReleased }
}

test('a file on a slow disk is released when the client goes away, and where nothing is sent', async () => {
  const client = new AbortController()
  const waiting = await ask({ signal: client.signal })
  expect(waiting.isReleased()).toBe(false)
  client.abort()
  expect(waiting.isReleased()).toBe(true)
  // One has gone before the answer was ready.
  for (const init of [{ signal: AbortSignal.abort() }, { method: 'HEAD' }]) {
    expect((await ask(init)).isReleased()).toBe(true)
  }
})
