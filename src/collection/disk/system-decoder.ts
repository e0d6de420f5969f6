import { mkdtemp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/system-error.ts'

/** What one run of the decoder may take. */
export interface DecodeLimits {
  /** Bytes of memory. */
  memory: number
  /** Milliseconds until it is killed. */
  time: number
  /** Bytes of each file that it writes. */
  output: number
}

/** Programs that turn HEIC and AVIF into JPEG, the preferred one first (libheif). */
const knownDecoders = ['heif-dec', 'heif-convert']

const temporaryPrefix = 'decode-'

/** The quality of the JPEG: high, since renditions are made from it. */
const quality = '92'

/**
 * Runs a program of the system that decodes a picture into a JPEG: `PROGRAM -q QUALITY INPUT OUTPUT`.
 * The program runs as a child without network, where the system can forbid it, within limits of
 * memory, time and output, and dies with the service.
 */
export class SystemDecoder {
  /** The path of the program. */
  readonly program: string
  readonly #folder: string
  #isolation: Promise<string[]> | undefined

  private constructor(program: string, folder: string) {
    this.program = program
    this.#folder = folder
  }

  /**
   * Finds the decoder.
   * @param configured a program's name or path; by default one of libheif's.
   * @param folder where it may keep temporary files. It is created where it is missing.
   * @returns `undefined` where the program is missing.
   */
  static find(configured: string | undefined, folder: string): SystemDecoder | undefined {
    const names = configured === undefined ? knownDecoders : [configured]
    const program = names.map((name) => Bun.which(name)).find((path) => path !== null)
    return program === undefined || program === null
      ? undefined
      : new SystemDecoder(program, folder)
  }

  /**
   * Decodes a picture.
   * @param descriptor of the open file.
   * @returns the bytes of a JPEG, or `undefined` where the program gives none within its limits.
   */
  async decode(descriptor: number, limits: DecodeLimits): Promise<Uint8Array | undefined> {
    const folder = await this.#temporaryFolder()
    try {
      await this.#run(descriptor, folder, limits)
      return await readOutput(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  /** Removes what decoders of an earlier run left behind. */
  async clear(): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => [])
    for (const name of names.filter((each) => each.startsWith(temporaryPrefix))) {
      await rm(join(this.#folder, name), { recursive: true, force: true })
    }
  }

  async #temporaryFolder(): Promise<string> {
    await mkdir(this.#folder).catch((error: unknown) => {
      if (systemCode(error) !== 'EEXIST') throw error
    })
    return mkdtemp(join(this.#folder, temporaryPrefix))
  }

  async #run(descriptor: number, folder: string, limits: DecodeLimits): Promise<void> {
    this.#isolation ??= findIsolation()
    const seconds = Math.ceil(limits.time / 1000)
    const command = [
      ...(await this.#isolation),
      ...limiter(limits.memory, limits.output, seconds),
      this.program,
      '-q',
      quality,
      '/proc/self/fd/3',
      join(folder, 'output.jpg'),
    ]
    const child = Bun.spawn(command, {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      // What it prints is nobody's to read, and may be endless.
      stdio: ['ignore', 'ignore', 'ignore', descriptor],
      // A group of its own, so that nothing that it starts survives it.
      detached: true,
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), limits.time)
    await child.exited
    clearTimeout(timer)
    killGroup(child.pid)
  }
}

/** Reads the JPEG that the decoder wrote; of several images, the first. */
async function readOutput(folder: string): Promise<Uint8Array | undefined> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).toSorted()
  const [first] = names
  if (first === undefined) return undefined
  const bytes = await readFile(join(folder, first))
  return bytes.length > 0 ? bytes : undefined
}

/**
 * Gives the command that takes the network away from a program and kills it with the service, as
 * far as the system allows. Entering a user namespace clears the signal, so it is set after it.
 */
async function findIsolation(): Promise<string[]> {
  const offline = ['unshare', '--map-root-user', '--net', '--']
  const mortal = ['setpriv', '--pdeathsig', 'KILL', '--']
  const usable = await Promise.all([offline, mortal].map((command) => canRun([...command, 'true'])))
  return [offline, mortal].filter((_, index) => usable[index] === true).flat()
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error
  }
}

const limiter = (memory: number, output: number, seconds: number) =>
  Bun.which('prlimit') === null
    ? []
    : [
        'prlimit',
        `--data=${Math.floor(memory)}`,
        `--fsize=${output}`,
        `--cpu=${seconds}`,
        '--core=0',
        '--',
      ]

async function canRun(command: string[]): Promise<boolean> {
  if (Bun.which(command[0] ?? '') === null) return false
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] })
  return (await child.exited) === 0
}
