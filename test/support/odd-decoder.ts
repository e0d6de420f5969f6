import { expect } from 'bun:test'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { heifHeader, size } from './heif.ts'
import { quadrants } from './pixels.ts'
import { startServer, type TestServer } from './server.ts'
import { temporaryFolder } from './temporary.ts'

export const heic = heifHeader([size(40, 30)])

const answerSchema = z.object({ error: z.string().optional(), code: z.string().optional() })

/** What the admin is told of pictures that can't be read. */
export const admin = ({ told }: TestServer) => told('GET /api/admin')

/** The service with a decoder that is a script, which notes each run of it. */
export async function startWith(script: string, stateDir?: string) {
  const folder = await temporaryFolder()
  const decoder = join(folder.path, 'decoder')
  const runs = join(folder.path, 'runs')
  await writeFile(decoder, `#!/bin/sh\necho $$ >> ${runs}\n${script}\n`)
  await chmod(decoder, 0o755)
  const cache = join(folder.path, 'cache')
  const env = { HEIF_DECODER: decoder, CACHE_DIR: cache, STATE_DIR: stateDir }
  const server = await startServer({ env, files: { 'a.heic': heic, 'b.png': quadrants(40, 30) } })
  return {
    server,
    decoder,
    show: async (signal: AbortSignal | null = null) => {
      const answer = await fetch(`${server.url}/uploads/a.heic?width=20`, { signal })
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      const { error } = isJson ? answerSchema.parse(await answer.json()) : {}
      return { status: answer.status, error }
    },
    runs: async () => (await readFile(runs, 'utf8').catch(() => '')).split('\n').slice(0, -1),
    left: () => readdir(join(cache, 'decoding')),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

export const noPicture = 'The decoder of this device gives no picture of the file.'
export const tooSlow = 'The picture takes too long to decode here.'

/**
 * Expects that a picture which the decoder gives nothing of is passed over, named, and not tried again.
 * @param tries one that fails is tried once more, before the answer.
 */
export async function expectHarmless(script: string, why: string, tries: number): Promise<void> {
  await using opened = await startWith(script)
  const { server } = opened
  const { status, error } = await opened.show()
  expect(status).toBe(400)
  expect(error).toStartWith(why)
  expect(await opened.show()).toEqual({ status, error })
  for (let turn = 0; turn < 4; turn += 1) {
    const answer = await fetch(`${server.url}/api/images/random?as=image&width=20`)
    expect(answer.headers.get('x-image-path')).toBe('b.png')
  }
  const { unreadable, heifDecoder } = await admin(server)
  expect(heifDecoder).toBe(opened.decoder)
  expect(unreadable).toEqual([{ path: 'a.heic', error: expect.stringContaining('decode') }])
  expect(await opened.runs()).toHaveLength(tries)
  expect(await opened.left()).toEqual([])
}
