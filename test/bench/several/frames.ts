export interface Seen {
  /** Seconds that a frame waited at most for a picture that it wanted. */
  longestWait: number
  /** Answers that were no pictures; frames try again. */
  failures: number
  pictures: number
  /** Frames that got a picture twice in a round. */
  repeaters: string[]
}

interface FramesOptions {
  url: string
  count: number
  /** How many pictures are in the folder that the frames show. */
  pictures: number
  folder: string
  /** Milliseconds from one picture of a frame to its next. */
  every: number
}

/** How soon a frame tries again that got no picture, in milliseconds. */
const retryAfter = 200

export const nameOf = (index: number) => `frame-${index}`

/** Has frames ask for pictures until the signal; they begin one after the other. */
export async function watch(options: FramesOptions, signal: AbortSignal): Promise<Seen> {
  const { url, count, pictures, folder, every } = options
  const seen: Seen = { longestWait: 0, failures: 0, pictures: 0, repeaters: [] }

  async function next(frame: string): Promise<string | undefined> {
    const query = `as=image&folder=${folder}&frame=${frame}`
    const answer = await fetch(`${url}/api/images/random?${query}`).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.status !== 200) seen.failures += 1
    return answer?.status === 200 ? (answer.headers.get('x-image-path') ?? '') : undefined
  }

  async function show(frame: string, delay: number): Promise<void> {
    const round = new Set<string>()
    await Bun.sleep(delay)
    while (!signal.aborted) {
      const from = performance.now()
      let path = await next(frame)
      for (; path === undefined && !signal.aborted; path = await next(frame)) {
        await Bun.sleep(retryAfter)
      }
      const wait = (performance.now() - from) / 1000
      seen.longestWait = Math.max(seen.longestWait, wait)
      if (path !== undefined) {
        seen.pictures += 1
        if (round.has(path)) seen.repeaters.push(frame)
        round.add(path)
        if (round.size === pictures) round.clear()
      }
      await Bun.sleep(Math.max(0, from + every - performance.now()))
    }
  }

  const frames = Array.from({ length: count }, (_, index) =>
    show(nameOf(index), (every * index) / count),
  )
  await Promise.all(frames)
  return seen
}
