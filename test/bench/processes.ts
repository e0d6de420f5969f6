import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dir, '../..')
export const password = 'the password of the bench'

export interface StartOptions {
  /** Makes another command of the one that starts the server. */
  wrap?: ((command: readonly string[]) => string[]) | undefined
  env?: Record<string, string>
}

export type Server = Awaited<ReturnType<typeof startServer>>

/** Runs a script with this Bun, and with nothing of our environment but what it needs to run. */
export function run(script: string, args: readonly string[], { wrap, env }: StartOptions = {}) {
  const command = [process.execPath, join(project, script), ...args]
  const { PATH, HOME } = process.env
  return Bun.spawn(wrap?.(command) ?? command, {
    // Not in the project: a developer's `.env` there is none of a bench's business.
    cwd: tmpdir(),
    env: { PATH, HOME, PORT: '0', HOST: '127.0.0.1', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
}

/** Runs a script to its end, and gives what it wrote. */
export async function runToEnd(script: string, args: readonly string[]): Promise<string> {
  await using child = run(script, args)
  const [text, status] = await Promise.all([new Response(child.stdout).text(), child.exited])
  if (status !== 0) throw new Error(`${script} failed`)
  return text
}

/** A server in a process of its own, ready for requests. */
export async function startServer(
  script: string,
  args: readonly string[] = [],
  options: StartOptions = {},
) {
  const child = run(script, args, options)
  const url = await listeningAt(child.stdout)
  return {
    url,
    pid: child.pid,
    memory: () => memoryOf(child.pid),
    /** Bytes that the process has written to files so far (proc(5), `io`: `write_bytes`). */
    written: async () => {
      const io = await Bun.file(`/proc/${child.pid}/io`).text()
      return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1])
    },
    processorSeconds: () => processorSecondsOf(child.pid),
    /** Ends it at once, as a power cut does. */
    kill: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** The real service, as it is deployed. */
export const startService = (uploadsDir: string, { wrap, env }: StartOptions = {}) =>
  startServer('src/index.ts', [], {
    wrap,
    env: { UPLOADS_DIR: uploadsDir, ADMIN_PASSWORD: password, ...env },
  })

/** Logs in and gives the cookie to send. */
export async function logIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error('No session was opened.')
  return cookie
}

async function listeningAt(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  const chunks = stdout[Symbol.asyncIterator]()
  for (let text = ''; ;) {
    const { done, value } = await chunks.next()
    if (done === true) throw new Error(`A server did not start: ${text}`)
    text += decoder.decode(value, { stream: true })
    const url = /listening on (http:\/\/\S+)\n/.exec(text)?.[1]
    if (url === undefined) continue
    void drain(chunks)
    return url
  }
}

/** Nobody reads the rest of the log, but a full pipe would hold the server up. */
async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  while ((await chunks.next()).done !== true);
}

/** Resident memory in bytes, now and at its peak (proc(5): `VmRSS` and `VmHWM`). */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  const read = (field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** What all threads have had of processors (`/proc/<pid>/task/<tid>/schedstat`, in nanoseconds). */
async function processorSecondsOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const files = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
  const times = (await Promise.all(files)).map((text) => Number(text.split(' ')[0]))
  return times.reduce((sum, time) => sum + time, 0) / 1e9
}
