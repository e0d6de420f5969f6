import { readFileSync } from 'node:fs'
import { loadFromC } from './c-library.ts'

interface Rest {
  /** How long nobody has to have asked for anything, in milliseconds. */
  after: number
  /** How much the process has to have grown, in bytes: to give memory back stops everything. */
  leastGrowth: number
  /** Whether compiled code may go, too: what runs at rest would be compiled again. */
  mayShrink: boolean
}

/**
 * After each, memory is given back: after the last, whatever the process has grown. The disk is looked at for
 * a minute after a request, and that leaves garbage.
 */
const rests: readonly Rest[] = [
  { after: 2000, leastGrowth: 8 * 1024 ** 2, mayShrink: true },
  { after: 61_000, leastGrowth: Number.NEGATIVE_INFINITY, mayShrink: false },
]

/** How often compiled code goes, too, in milliseconds: to compile it again takes 0.2 s on a PC. */
const shrinkEvery = 15_000

/** `MADV_DONTNEED` of madvise(2). */
const dontNeed = 4

/**
 * Gives memory back while nobody asks for anything: garbage, for which JavaScriptCore would wait until
 * there is much more of it, and once the code that only the start has run.
 * @param isBusy whether a request is being answered.
 * @returns what is called with each request.
 */
export function giveMemoryBack(isBusy: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Resident bytes when somebody asked first since the last time; 0 before that. */
  let resident: number | undefined = 0
  let shrinkAt = 0
  const waitFor = ([rest, ...later]: readonly Rest[]) => {
    clearTimeout(timer)
    timer = rest && setTimeout(() => look(rest, later), rest.after).unref()
  }
  const look = ({ leastGrowth, mayShrink }: Rest, later: readonly Rest[]) => {
    if (isBusy()) return waitFor(rests)
    if (process.memoryUsage.rss() >= (resident ?? 0) + leastGrowth) giveBack(mayShrink)
    waitFor(later)
  }
  const giveBack = (mayShrink: boolean) => {
    if (!mayShrink || performance.now() < shrinkAt) Bun.gc(true)
    else {
      Bun.shrink()
      shrinkAt = performance.now() + shrinkEvery
    }
    if (resident === 0) void releaseCode().catch(() => undefined)
    resident = undefined
  }
  waitFor(rests)
  return () => {
    resident ??= process.memoryUsage.rss()
    waitFor(rests)
  }
}

/** Unmaps the code of the executable. What is run again comes back from the page cache. */
async function releaseCode(): Promise<void> {
  const library = await loadFromC({ madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } })
  if (library === undefined) return
  for (const line of readFileSync('/proc/self/maps', 'utf8').split('\n')) {
    // Never what has been written to: relocated data would be lost.
    const [, from, to] = /^(\w+)-(\w+) r-xp /.exec(line) ?? []
    if (from === undefined || !line.includes(process.execPath)) continue
    library.madvise(Number(`0x${from}`), Number(`0x${to}`) - Number(`0x${from}`), dontNeed)
  }
}
