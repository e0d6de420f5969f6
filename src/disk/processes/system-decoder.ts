import { constants } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ByteSource } from '../../formats/byte-reader.ts'
import type { DecodingPlan } from '../../formats/format.ts'
import { Mutex } from '../../lib/waiting/mutex.ts'
import { once } from '../../lib/once.ts'
import { ignoreSystemError, systemCode } from '../../lib/system/system-error.ts'
import { onDisk } from '../file-system-error.ts'
import { makeFolder } from '../files/make-folder.ts'
import { findIsolation, limiter, type ProgramLimits } from './isolation.ts'

/** Programs that turn HEIC and AVIF into JPEG and PNG, the preferred one first (libheif). */
const knownDecoders = ['heif-dec', 'heif-convert']

const temporaryPrefix = 'decode-'

/** How long a temporary folder may be in use by another process, in milliseconds. */
const longestUse = 600_000

/** Of JPEGs: high, since renditions are made of them. */
export const quality = 88

/** With these a command says that there is no such program, or that it can't be run (POSIX, 2.8.2). */
const notRunStatuses = new Set([126, 127])

export interface DecoderFile extends ByteSource {
  descriptor: number
}

/**
 * Why there is no picture: the program gave none; it took too long; it was killed, by the system
 * for want of memory or with the service; it could not be run.
 */
export type DecoderFailure = 'no picture' | 'too long' | 'killed' | 'not run'

/** Finds a decoder by its name or path, one of libheif's unless given; `undefined` where it is missing. */
export function findDecoder(configured?: string): string | undefined {
  const names = configured === undefined ? knownDecoders : [configured]
  return names.map((name) => Bun.which(name)).find((path) => path !== null) ?? undefined
}

/**
 * Runs a program of the system that decodes a picture: `PROGRAM -q QUALITY INPUT OUTPUT`, where the
 * output ends in `.jpg` or `.png`. It runs as a child without network, where the system can forbid
 * it, within limits of memory, time and output, one at a time, and dies with the service.
 */
export class SystemDecoder {
  readonly program: string
  readonly #folder: string
  readonly #mutex = new Mutex()
  readonly #isolation = once(findIsolation)
  readonly #closing = new AbortController()

  /**
   * @param program the path of the program.
   * @param folder where it may keep temporary files. It is created where it is missing.
   */
  constructor(program: string, folder: string) {
    this.program = program
    this.#folder = folder
  }

  /**
   * Decodes a picture.
   * @param signal kills the program where it aborts.
   * @returns the bytes of a PNG where the plan keeps transparency, else of a JPEG.
   * @throws FILE_SYSTEM_ERROR when there is no place for what the program writes.
   */
  async decode(
    file: DecoderFile,
    plan: DecodingPlan,
    limits: ProgramLimits,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | DecoderFailure> {
    return this.#mutex.run(async () => {
      const end = AbortSignal.any([signal, this.#closing.signal])
      if (end.aborted) return 'killed'
      const folder = await onDisk(undefined, () => makeTemporaryFolder(this.#folder))
      try {
        const ending = plan.hasTransparency ? 'png' : 'jpg'
        const { isolate, pin } = await this.#isolation()
        const isolation = [...isolate, ...(plan.isOnOneProcessor ? pin : []), ...limiter(limits)]
        const input =
          plan.changes.length === 0
            ? '/proc/self/fd/3'
            : await onDisk(undefined, () => copyInput(file, plan.changes, join(folder, 'input')))
        const words = ['-q', String(quality), input, join(folder, `output.${ending}`)]
        const command = [...isolation, this.program, ...words]
        const failure = await runProgram(command, folder, file, limits.time, end)
        return failure ?? (await readOutput(folder, ending)) ?? 'no picture'
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }

  /** Removes what decoders of an earlier run left behind. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => [])
    for (const name of names.filter((each) => each.startsWith(temporaryPrefix))) {
      const path = join(this.#folder, name)
      if (await isAbandoned(name, path)) await rm(path, { recursive: true, force: true })
    }
  }

  /** Kills the decoder that is running, and waits until nothing of it is left. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#mutex.finished()
  }
}

/** Runs a program to its end, and ends all that it has started. */
async function runProgram(
  command: string[],
  folder: string,
  file: DecoderFile,
  time: number,
  end: AbortSignal,
): Promise<DecoderFailure | undefined> {
  if (end.aborted) return 'killed'
  const late = AbortSignal.timeout(time)
  const child = start(command, folder, file, AbortSignal.any([end, late]))
  if (child === undefined) return 'not run'
  preferAsVictim(child.pid)
  await child.exited
  const isLate = late.aborted
  kill(-child.pid)
  await endSession(child.pid)
  if (child.signalCode === 'SIGKILL') return isLate ? 'too long' : 'killed'
  return notRunStatuses.has(child.exitCode ?? 0) ? 'not run' : undefined
}

/** Starts a program; `undefined` where the system refuses. */
function start(command: string[], folder: string, file: DecoderFile, signal: AbortSignal) {
  try {
    return Bun.spawn(command, {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      // What it prints is nobody's to read, and may be endless.
      stdio: ['ignore', 'ignore', 'ignore', file.descriptor],
      // A session of its own, so that nothing that it starts survives it.
      detached: true,
      signal,
      killSignal: 'SIGKILL',
    })
  } catch (error) {
    return ignoreSystemError(error)
  }
}

/** Has the system end this process, and not the service, where memory is short (proc(5)). */
function preferAsVictim(id: number): void {
  writeFile(`/proc/${id}/oom_score_adj`, '1000').catch(() => undefined)
}

/** @param target a process, or a group of processes where it is negative (kill(2)). */
function kill(target: number): void {
  try {
    process.kill(target, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

/** Kills what is left of a session, whatever groups it has made (proc(5): its id follows the group's). */
async function endSession(leader: number): Promise<void> {
  for (const id of await readdir('/proc').catch((): string[] => [])) {
    const state = await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '')
    const [, , , , session] = state.slice(state.lastIndexOf(')')).split(' ')
    if (session === String(leader)) kill(Number(id))
  }
}

/** Makes a folder; beside other temporary files where the cache can't be written. */
async function makeTemporaryFolder(parent: string): Promise<string> {
  const name = `${temporaryPrefix}${process.pid}-`
  try {
    // Not those above: at an unmounted disk's mount point they must not be made.
    for (const path of [dirname(parent), parent]) await makeFolder(path)
    return await mkdtemp(join(parent, name))
  } catch (error) {
    ignoreSystemError(error)
    return mkdtemp(join(tmpdir(), `photo-frame-${name}`))
  }
}

/** Whether the process that made a temporary folder has ended, or must be done with it. */
async function isAbandoned(name: string, path: string): Promise<boolean> {
  const { mtimeMs = 0 } = (await stat(path).catch(() => undefined)) ?? {}
  const id = Number(/-(\d+)-/.exec(name)?.[1])
  return Date.now() - mtimeMs > longestUse || id === process.pid || !isRunning(id)
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

async function copyInput(
  file: DecoderFile,
  changes: DecodingPlan['changes'],
  path: string,
): Promise<string> {
  await using copy = await open(path, 'wx', 0o600)
  const buffer = Buffer.alloc(256 * 1024)
  for (let at = 0; ;) {
    const length = await file.read(buffer, at)
    if (length === 0) return path
    for (const { position, value } of changes) {
      if (position >= at && position < at + length) buffer[position - at] = value
    }
    await copy.write(buffer, 0, length)
    at += length
  }
}

/** Reads what the decoder wrote; of several pictures, the first. */
async function readOutput(folder: string, ending: string) {
  const names = await readdir(folder)
  const [first] = names.filter((name) => name.endsWith(`.${ending}`)).toSorted()
  if (first === undefined) return undefined
  // It may be a link to any file of the service, or a pipe that nobody writes to.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  await using output = await open(join(folder, first), flags).catch(() => undefined)
  if (output === undefined || !(await output.stat()).isFile()) return undefined
  const bytes = await output.readFile()
  return bytes.length > 0 ? bytes : undefined
}
