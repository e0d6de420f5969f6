import { readFileSync } from 'node:fs'
import { once } from '../once.ts'
import { loadFromC } from './c-library.ts'

/** For how long nobody has to have asked for anything, in milliseconds. */
const restMs = 1000

/**
 * How much the process has to grow before it gives back again, in bytes: that stops everything. Code of
 * the executable that is run again is some 4 MiB of it.
 */
const leastGrowth = 12 * 1024 ** 2

/** How often compiled code goes, too, in milliseconds: to compile it again takes 0.2 s on a PC. */
const shrinkEvery = 15_000

/**
 * How long after that garbage is collected once more, in milliseconds: the disk is looked at for a minute
 * after a request. Compiled code stays, as what goes on at rest would be compiled again.
 */
const untilRestMs = 61_000

/** `MADV_DONTNEED` of madvise(2). */
const dontNeed = 4

/**
 * Gives memory back while nobody asks for anything: garbage, for which JavaScriptCore would wait until
 * there is much more of it, and code that only a start or many requests run.
 * @param isBusy whether a request is being answered.
 * @returns what is called with each request.
 */
export function giveMemoryBack(isBusy: () => boolean): () => void {
  let [isAsked, isWaiting] = [false, false]
  /** Resident bytes when somebody asked first since the last time; 0 before that. */
  let resident: number | undefined = 0
  let shrinkAt = 0
  let atRest: ReturnType<typeof setTimeout> | undefined
  const noteRequest = () => {
    isAsked = true
    clearTimeout(atRest)
    resident ??= process.memoryUsage.rss()
    if (!isWaiting) setTimeout(look, restMs).unref()
    isWaiting = true
  }
  const look = () => {
    isWaiting = false
    if (isAsked || isBusy()) {
      noteRequest()
      isAsked = false
      return
    }
    atRest = setTimeout(() => isBusy() || Bun.gc(true), untilRestMs).unref()
    if (process.memoryUsage.rss() >= (resident ?? 0) + leastGrowth) {
      if (performance.now() < shrinkAt) Bun.gc(true)
      else {
        Bun.shrink()
        shrinkAt = performance.now() + shrinkEvery
        void releaseCode().catch(() => undefined)
      }
      resident = undefined
    }
  }
  noteRequest()
  return noteRequest
}

/** Loading it takes memory each time. */
const loadMadvise = once(() =>
  loadFromC({ madvise: { args: ['u64', 'u64', 'i32'], returns: 'i32' } }),
)

/** Unmaps the code of the executable. What is run again comes back from the page cache. */
async function releaseCode(): Promise<void> {
  const library = await loadMadvise()
  if (library === undefined) return
  for (const line of readFileSync('/proc/self/maps', 'utf8').split('\n')) {
    // Never what has been written to: relocated data would be lost.
    const [, from, to] = /^(\w+)-(\w+) r-xp /.exec(line) ?? []
    if (from === undefined || !line.includes(process.execPath)) continue
    library.madvise(Number(`0x${from}`), Number(`0x${to}`) - Number(`0x${from}`), dontNeed)
  }
}
