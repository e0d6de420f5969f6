import { spyOn } from 'bun:test'
import { setImmediate } from 'node:timers/promises'
import { createApp } from '../../../src/app.ts'
import { passwordChecker, type CheckPassword } from '../../../src/http/middleware/password.ts'
import { contentOf, openApp, pages, password, type Question } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'
import { openLocked } from '../../../src/disk/processes/file-lock.ts'

export const maxFileSize = 100_000

const check = passwordChecker(password)

export type Service = Awaited<ReturnType<typeof openService>>

/** The service behind a real socket, with a picture and a session. */
export async function openService() {
  const [path, content] = ['trips/a.png', quadrants(60, 40)] as const
  let mayCheck = Promise.resolve()
  const checkPassword: CheckPassword = async (attempt) => {
    await mayCheck
    return check(attempt)
  }
  const service = await openApp({ files: { [path]: content }, maxFileSize, checkPassword })
  const cookie = await service.login()
  const { dependencies } = service
  const listen = (app: typeof service.app) =>
    Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => app.fetch(request, {}) })
  const server = listen(service.app)
  const { app: brokenApp } = createApp({
    ...dependencies,
    ...pages,
    config: { ...dependencies.config, logLevel: 'debug' },
    clock: () => {
      throw new Error('a bug')
    },
  })
  const broken = listen(brokenApp)
  const askAt =
    ({ url }: { url: URL }) =>
    (line: string, question: Question = {}) => {
      const [method = '', path = ''] = line.split(' ')
      return fetch(new URL(path, url), { method, ...contentOf(question) })
    }
  return {
    cookie,
    ask: askAt(server),
    /** Puts the picture back where something was done to it. */
    async putPicture() {
      if (await Bun.file(service.at(path)).exists()) return
      await service.put(path, content)
      service.passTime()
    },
    /** Asks a service that fails whatever it is asked. */
    askBroken: askAt(broken),
    /** Does something while no password is checked. */
    async whileLoginsWait<T>(work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<void>()
      mayCheck = promise
      try {
        return await work()
      } finally {
        resolve()
      }
    },
    /** Does something while another process changes what all share. */
    async whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
      const lock = await openLocked(service.uploadsDir, '.photo-frame', `${table}.lock`)
      // The lock is tried again at once, as often as otherwise in three seconds.
      using _ = spyOn(Bun, 'sleep').mockImplementation(() => setImmediate())
      try {
        return await work()
      } finally {
        await lock?.handle.close()
      }
    },
    whileAway: service.whileAway,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([server.stop(true), broken.stop(true)])
      await service[Symbol.asyncDispose]()
    },
  }
}
