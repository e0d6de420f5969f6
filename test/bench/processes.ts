import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, tested } from '../support/server.ts'

export interface StartOptions {
  /** Makes another command of the one that starts the service. */
  wrap?: ((command: readonly string[]) => string[]) | undefined
  env?: Record<string, string>
}

export type Service = Awaited<ReturnType<typeof startService>>

export async function startService(uploadsDir: string, { wrap, env }: StartOptions = {}) {
  const program = wrap?.(tested) ?? tested
  const server = await startServer({ program, env: { UPLOADS_DIR: uploadsDir, ...env } })
  return {
    ...server,
    ...watch(server.pid),
    /** Reads what is at a path, to its end. */
    read: async (path: string) => {
      const answer = await server.ask(`GET ${path}`)
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
      return answer.bytes()
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** From the start of the process to a first picture, in seconds. The end does not count. */
export async function firstPicture(uploadsDir: string, options?: StartOptions, query = '') {
  const from = performance.now()
  await using service = await startService(uploadsDir, options)
  await service.read(`/api/images/random${query}`)
  return (performance.now() - from) / 1000
}

/** Waits until all pictures are indexed. */
export async function untilIndexed({ ask }: Service): Promise<void> {
  for (;;) {
    const { indexed, totalImages } = JSON.parse(await (await ask('GET /api/health')).text()).data
    if (indexed >= totalImages) return
    await Bun.sleep(500)
  }
}

/** Runs a script of the benches, with nothing of our environment but what it needs to run. */
export const run = (script: string, ...args: (string | number)[]) =>
  Bun.spawn([process.execPath, join(import.meta.dir, script), ...args.map(String)], {
    // Not in the project: a developer's `.env` there is none of a bench's business.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Runs a script to its end, and gives the JSON that it wrote. */
export async function answerOf(script: string, ...args: (string | number)[]) {
  await using child = run(script, ...args)
  const text = await child.stdout.text()
  if ((await child.exited) !== 0) throw new Error(`${script} failed`)
  return JSON.parse(text)
}

/** A bare server in a process of its own, as `bare.ts` has it, ready for requests. */
export async function startBare(kind: string, ...args: string[]) {
  const child = run('bare.ts', kind, ...args)
  const { value } = await child.stdout.getReader().read()
  return {
    url: new TextDecoder().decode(value).trim(),
    ...watch(child.pid),
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** Looks at a process, and for its memory at those that it has started, too. */
export const watch = (pid: number) => ({
  /** Resident memory in bytes, now and at its peak (proc(5): `VmRSS` and `VmHWM`). */
  memory: async () => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    const all = [pid, ...children.split(' ').filter((each) => each !== '')]
    const texts = await Promise.all(
      all.map((each) => readFile(`/proc/${each}/status`, 'utf8').catch(() => '')),
    )
    const read = (field: string) =>
      texts
        .map(
          (text) => Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024,
        )
        .reduce((sum, each) => sum + each, 0)
    return { now: read('VmRSS'), peak: read('VmHWM') }
  },
  /** Has the peak counted from this moment on (proc(5): `clear_refs`). */
  resetPeak: () => writeFile(`/proc/${pid}/clear_refs`, '5'),
  /** Bytes that the process has written to files so far (proc(5), `io`: `write_bytes`). */
  written: async () => {
    const io = await readFile(`/proc/${pid}/io`, 'utf8')
    return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1])
  },
  /** What all threads have had of processors, those that have ended, too (proc(5), `stat`: in 1/100 s). */
  processorSeconds: async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12)
    return (Number(user) + Number(system)) / 100
  },
})
