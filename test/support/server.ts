import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentOf, cookieOf, type Question } from './question.ts'
import { smallDisk, temporaryFolder } from './temporary.ts'

const entry = resolve(import.meta.dir, '../../src/index.ts')
const executable = process.env['PHOTO_FRAME_EXECUTABLE']

/** What is tested: the source, or the executable made of it that the environment names. */
export const tested = executable === undefined ? [process.execPath, entry] : [resolve(executable)]

export const password = 'correct horse'

export interface ServerOptions {
  files?: Record<string, Uint8Array>
  /** Environment variables; `undefined` takes one of the usual ones away. */
  env?: Record<string, string | undefined>
  /** The command to run in place of the service that is tested otherwise. */
  program?: readonly string[]
  /** The working directory. Not the project: a developer's `.env` there is none of a test's business. */
  cwd?: string
}

type Run = Pick<ServerOptions, 'env' | 'program' | 'cwd'> & { words?: readonly string[] }

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** Runs the service with nothing of our own environment but what it needs to run. */
function spawn({ env = {}, program = tested, cwd = tmpdir(), words = [] }: Run) {
  const { PATH, HOME } = process.env
  return Bun.spawn([...program, ...words], {
    cwd,
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1', ADMIN_PASSWORD: password, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/**
 * Runs the service where it is expected to end by itself: what it said and its exit status.
 * @param words follow its name on the command line.
 */
export async function runToEnd(
  env: Record<string, string | undefined>,
  words: readonly string[] = [],
  program = tested,
) {
  await using child = spawn({ env, words, program })
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, status }
}

/** The real service as a process on a free port, with a temporary uploads folder. */
export async function startServer({ files = {}, env = {}, ...how }: ServerOptions = {}) {
  const folder = await temporaryFolder()
  const uploadsDir = env['UPLOADS_DIR'] ?? folder.path
  for (const [path, content] of Object.entries(files)) {
    await Bun.write(join(uploadsDir, path), content)
  }
  const child = spawn({ ...how, env: { UPLOADS_DIR: uploadsDir, ...env } })
  const [stdout, stderr] = [collectText(child.stdout), collectText(child.stderr)]
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    const status = await child.exited
    await Promise.all([stdout.ended, stderr.ended])
    return status
  }
  const dispose = async () => {
    await stop('SIGKILL')
    await folder[Symbol.asyncDispose]()
  }
  const url = await stdout
    .find(/listening on (\S+)\n.* uploads in .*\n.*\/admin\n/)
    .catch(async (error: unknown) => {
      await dispose()
      throw new Error(`The service did not start: ${stdout.text()}${stderr.text()}`, {
        cause: error,
      })
    })
  const ask = (line: string, question: Question = {}) => {
    const [method = '', path = ''] = line.split(/ (.*)/s)
    return fetch(url + path, { method, ...contentOf(question) })
  }
  const login = async (attempt = password, remember?: boolean) => {
    const json = { password: attempt, remember }
    const answer = await ask('POST /api/auth/login', { json })
    return { status: answer.status, cookie: cookieOf(answer), body: await answer.text() }
  }
  let session: ReturnType<typeof login> | undefined
  const admin = async (line: string, json?: unknown) =>
    ask(line, { json, cookie: (await (session ??= login())).cookie })
  return {
    url,
    pid: child.pid,
    uploadsDir,
    at: (path: string) => join(uploadsDir, path),
    /** What waits in the hidden folder for its name. */
    staged: () => readdir(join(uploadsDir, '.photo-frame/staging')),
    stdout: () => stdout.text(),
    stderr: () => stderr.text(),
    /** The lines of the log since the start was reported. */
    log: () => stdout.text().trimEnd().split('\n').slice(3),
    /** Waits until the log holds something, and gives its first group. */
    logged: (pattern: RegExp) => stdout.find(pattern),
    /** The same for stderr. */
    onStderr: (pattern: RegExp) => stderr.find(pattern),
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** The most memory that the process has held so far, in bytes (proc(5): `VmHWM`). */
    peakMemory: async () => {
      const status = await Bun.file(`/proc/${child.pid}/status`).text()
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    },
    /** Ends the service as an operator does, and gives its exit status. */
    stop,
    exited: child.exited,
    /** Asks as in `ask('GET /api/folders')`. */
    ask,
    /** Logs in and gives the answer with the cookie to send from then on. */
    login,
    admin,
    /** The data that an admin is told, who gets what is asked for. */
    told: async (line: string, json?: unknown) => {
      const answer = await admin(line, json)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${line} was answered: ${text}`)
      return JSON.parse(text).data
    },
    [Symbol.asyncDispose]: dispose,
  }
}

/** The service on a file system of so many bytes. */
export async function startOnDisk(bytes: number, files = {}) {
  const disk = await smallDisk(bytes)
  await disk.mount()
  const server = await startServer({
    files,
    env: { UPLOADS_DIR: disk.path, MAX_FILE_SIZE: '100MB' },
  })
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await disk[Symbol.asyncDispose]()
    },
  }
}

/** Reads a stream to its end, and lets others wait for something to appear in it. */
function collectText(stream: ReadableStream<Uint8Array>) {
  let text = ''
  let isEnded = false
  let wake = Promise.withResolvers<void>()
  const ended = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true })
      wake.resolve()
      wake = Promise.withResolvers()
    }
    isEnded = true
    wake.resolve()
  })()
  const find = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = pattern.exec(text)
      if (found !== null) return found[1] ?? found[0]
      if (isEnded) throw new Error(`${pattern} is not in: ${text}`)
      await wake.promise
    }
  }
  return { text: () => text, ended, find }
}

/**
 * Waits for something that happens on its own, such as a disk being tidied: until an expectation holds,
 * or what is asked is so. It is looked at for some 20 s, as a busy machine or disk takes its time.
 */
export async function eventually(look: () => Promise<boolean | void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const failure = await look().then(
      (isSo) => (isSo === false ? new Error(`It did not happen: ${look}`) : undefined),
      (error: unknown) => error,
    )
    if (failure === undefined) return
    if (attempt === 800) throw failure
    await Bun.sleep(25)
  }
}

/** What a start says where another program listens already. */
export const portTaken = (port: string) =>
  `Port ${port} is taken, perhaps by this service itself, running already (sudo ss -tlnp ` +
  `'sport = ${port}' names the program). Stop that, or set PORT to another one.`
