import { afterAll, beforeAll, expect } from 'bun:test'
import { readdir, rename } from 'node:fs/promises'
import { z } from 'zod'
import { createApp, type AppDependencies } from '../../src/app.ts'
import { readConfig, type Config } from '../../src/config.ts'
import { errorCodes, type ErrorCode } from '../../src/errors.ts'
import { failures } from '../../src/http/response/failures.ts'
import {
  keyMaker,
  passwordChecker,
  type CheckPassword,
} from '../../src/http/middleware/password.ts'
import { createLog } from '../../src/log.ts'
import { openCollection } from './collection.ts'
import { contentOf, cookieOf, type Question } from './question.ts'

export { contentOf, cookieOf, formOf, type Question } from './question.ts'

export const password = 'correct horse'

/** What every time in an answer looks like. */
export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What every failure with a code looks like; `details` only where a test expects some. */
export const failed = (code: string, details?: unknown) => ({
  success: false,
  error: expect.stringMatching(/^[A-Z].*\.$/s),
  code,
  ...(details === undefined ? {} : { details }),
})

export async function expectFailed(
  answer: Pick<Response, 'status' | 'json'>,
  code: ErrorCode,
  details?: unknown,
): Promise<void> {
  const body = await answer.json()
  expect([body, answer.status]).toEqual([failed(code, details), failures[code].status])
}

/** What is told in a form of its own, and in the envelope only where it fails. */
const aboutTheApi = ['/api/openapi.json', '/api/docs']

/** The pages of an app, without anything on them. */
export const pages: Pick<AppDependencies, 'makePage' | 'readAdminPage' | 'guestPage'> = {
  makePage: async () => '<script></script><style></style>',
  readAdminPage: async () => ({ html: '', files: new Map() }),
  guestPage: {
    makeHtml: async () => '',
    drawCode: async (wanted, url) => `${url} in ${wanted}`,
  },
}

export interface AppOptions extends Partial<Pick<Config, 'trustProxy' | 'logLevel' | 'trashDays'>> {
  /** As in `TRMNL_QUERY`. */
  trmnlQuery?: string
  /** Pictures that are there before the start, by their path. */
  files?: Record<string, Uint8Array>
  /** A temporary folder unless told otherwise. */
  uploadsDir?: string
  maxFileSize?: number
  /** The path of a program that decodes HEIC and AVIF; none unless given. */
  decoder?: string
  checkPassword?: CheckPassword
  /** What slows strangers down who guess. */
  sleep?: (milliseconds: number) => Promise<void>
  /** The clock of the collection. */
  collectionClock?: () => number
}

export type TestApp = Awaited<ReturnType<typeof openApp>>

/** The whole app on a temporary uploads folder, without a server around it. */
export async function openApp(options: AppOptions = {}) {
  const { files = {}, maxFileSize = 10 * 1024 ** 2, trustProxy = false } = options
  const { logLevel = 'info', trashDays = 30, sleep = Bun.sleep } = options
  const { checkPassword = passwordChecker(password) } = options
  const opened = await openCollection(files, {
    maxFileSize,
    trashDays,
    makeSessionKey: keyMaker(password),
    ...(options.collectionClock === undefined ? {} : { clock: options.collectionClock }),
    ...(options.decoder === undefined ? {} : { decoder: options.decoder }),
    ...(options.uploadsDir === undefined ? {} : { uploadsDir: options.uploadsDir }),
  })
  const { collection } = opened
  const lines: string[] = []
  const time = { now: Date.parse('2026-01-31T12:00:00.000Z') }
  const clock = () => time.now
  const log = createLog(logLevel, clock, (line) => lines.push(line))
  const { trmnlQuery } = readConfig({ TRMNL_QUERY: options.trmnlQuery })
  const config = { host: '0.0.0.0', maxFileSize, trashDays, trustProxy, trmnlQuery, logLevel }
  const { app, operations } = createApp({
    ...pages,
    config,
    collection,
    checkPassword,
    clock,
    sleep,
    log,
  })

  const ask = async (line: string, { address = '1.2.3.4', ...question }: Question = {}) => {
    const [method = '', path = ''] = line.split(/ (.*)/s)
    const init = { method, ...contentOf(question) }
    const answer = await app.request(path, init, { requestIP: () => ({ address }) })
    const { pathname } = new URL(path, 'http://localhost')
    const isApi = pathname.startsWith('/api') && !(answer.ok && aboutTheApi.includes(pathname))
    if (isApi && !isPicture(answer)) await expectEnvelope(method, answer.clone())
    return answer
  }
  const tryToLogIn = (attempt: unknown, question: Question = {}) =>
    ask('POST /api/auth/login', { json: { password: attempt }, ...question })
  const login = async () => cookieOf(await tryToLogIn(password))
  let session: Promise<string> | undefined
  const admin = async (line: string, json?: unknown) =>
    ask(line, { json, cookie: await (session ??= login()) })
  return {
    ...opened,
    app,
    operations,
    /** What the app was given, for a second app on the same collection. */
    dependencies: { config, collection, checkPassword, clock, sleep, log },
    lines,
    /** The clock of the app. The collection has its own, which `passTime` moves. */
    time,
    /** Asks as in `ask('GET /api/folders')`. Nearly every answer under /api has to be an envelope. */
    ask,
    tryToLogIn,
    /** Logs in and gives the cookie to send from then on. */
    login,
    admin,
    /** The data that an admin is told. */
    told: async (line: string, json?: unknown) => dataOf(await admin(line, json)),
    /** The paths of so many random images; none where there are none. */
    deal: async (count: number, query = 'frame=hall') => {
      const paths: string[] = []
      for (let n = 0; n < count; n += 1) {
        const answer = await ask(`GET /api/images/random?${query}`)
        if (answer.status === 404) return []
        paths.push(String((await dataOf(answer))['imagePath']).slice('/uploads/'.length))
      }
      return paths
    },
    /** Does something while the uploads folder is away. */
    whileAway: async <T>(work: () => Promise<T>): Promise<T> => {
      const away = `${opened.uploadsDir}-away`
      await rename(opened.uploadsDir, away)
      opened.passTime()
      try {
        return await work()
      } finally {
        await rename(away, opened.uploadsDir)
        opened.passTime()
      }
    },
    /** What is in the uploads folder, but for what is hidden. */
    visible: async () =>
      (await readdir(opened.uploadsDir, { recursive: true }))
        .filter((name) => !name.startsWith('.'))
        .toSorted(),
    list: async (path = '') => (await collection.list(path)).images.map(({ name }) => name),
  }
}

/** An app for all tests of a group, which change nothing that another needs. */
export function sharedApp(options?: AppOptions): () => TestApp {
  let service: TestApp | undefined
  beforeAll(async () => void (service = await openApp(options)))
  afterAll(() => service?.[Symbol.asyncDispose]())
  return () => {
    if (service === undefined) throw new Error('It is not open yet.')
    return service
  }
}

const successSchema = z.object({ data: z.record(z.string(), z.unknown()) })

export const dataOf = async (answer: Pick<Response, 'json'>) =>
  successSchema.parse(await answer.json()).data

type AnyAnswer = Pick<Response, 'status' | 'ok' | 'json'> & { headers: Pick<Headers, 'get'> }

/** What a random image is sent as when it is asked for itself. */
const isPicture = ({ status, headers }: AnyAnswer) =>
  status === 304 || (status === 200 && headers.get('content-type')?.startsWith('image/') === true)

/** What holds for every answer under /api, whatever was asked. */
async function expectEnvelope(method: string, answer: AnyAnswer): Promise<void> {
  if (answer.status === 204) return
  expect(answer.headers.get('content-type')).toStartWith('application/json')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  if (method === 'HEAD') return
  const body: unknown = await answer.json()
  if (answer.ok) {
    expect(body).toMatchObject({ success: true, data: expect.anything() })
    return
  }
  expect(body).toMatchObject({ success: false, error: expect.any(String) })
  const code = errorCodes.find((known) => JSON.stringify(body).includes(`"code":"${known}"`))
  expect(code).toBeDefined()
  expect<number>(failures[code ?? 'INTERNAL_ERROR'].status).toBe(answer.status)
}

/** A body that is sent by hand: nothing is given before it is asked for. */
export function bodyByHand() {
  const transform = new TransformStream<Uint8Array, Uint8Array>()
  const writer = transform.writable.getWriter()
  return {
    body: transform.readable,
    /** Done when the service has taken the bytes. */
    send: (data: string | Uint8Array) => writer.write(Buffer.from(data)),
    end: () => writer.close(),
  }
}
