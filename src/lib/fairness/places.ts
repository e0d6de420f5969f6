import { FairQueue, type FairQueueOptions, type Waiter } from './fair-queue.ts'

/**
 * How long work may wait for its next input and keep its place, in milliseconds. Time that it stood
 * in the queue counts too, but for the least.
 */
const patience = { usual: 2000, least: 100 }

/** Work that waits for its input without a place. */
interface Absence extends Pick<Waiter, 'client' | 'group'> {
  giveUp: () => void
}

/** Waits for the next input of work. */
export type WaitForInput = <Input>(input: Promise<Input>) => Promise<Input>

/**
 * Runs work that takes input of clients, a few at a time. Work that waits long for its next input
 * gives its place to others, and takes one again, before those that have had none, when it goes on.
 * Where too much waits so, the client with the most of it loses what has waited longest.
 */
export class Places {
  readonly #queue: FairQueue<void>
  readonly #maxAway: number
  readonly #refuse: () => Error
  /** The longest first. */
  readonly #away = new Set<Absence>()
  #count = 0

  /** As many as may wait for a place may be without one in the middle of their work. */
  constructor(options: FairQueueOptions) {
    this.#queue = new FairQueue(options)
    this.#maxAway = options.capacity
    this.#refuse = options.refuse
  }

  /** Runs work once there is a place. @throws as `FairQueue.run`. */
  async run<T>(waiter: Waiter, work: (wait: WaitForInput) => Promise<T>): Promise<T> {
    const from = performance.now()
    let leave = await this.#take(waiter)
    let silence = performance.now() - from
    let inputs = 0
    let refusal: Error | undefined
    const wait: WaitForInput = async (input) => {
      if (refusal !== undefined) throw refusal
      const given = Promise.withResolvers<never>()
      const giveUp = () => {
        refusal = this.#refuse()
        this.#away.delete(absence)
        given.reject(refusal)
      }
      const { client, group } = waiter
      const absence = { client, group, giveUp }
      const stepAside = () => {
        const ofGroup = [...this.#away].filter(
          (each) => group !== undefined && each.group === group,
        )
        if (ofGroup.length >= this.#maxAway / 2) this.#longestOfMost(ofGroup)?.giveUp()
        else if (this.#away.size === this.#maxAway) this.#longestOfMost([...this.#away])?.giveUp()
        this.#away.add(absence)
        leave()
      }
      const timer = setTimeout(stepAside, Math.max(patience.usual - silence, patience.least))
      try {
        return await Promise.race([input, given.promise])
      } finally {
        clearTimeout(timer)
        // The first input is what came while this stood in the queue.
        inputs += 1
        if (inputs > 1) silence = 0
        if (this.#away.delete(absence)) {
          leave = await this.#take({ ...waiter, priority: 'high', weight: 0 })
        }
      }
    }
    try {
      return await work(wait)
    } finally {
      leave()
    }
  }

  #longestOfMost(away: readonly Absence[]): Absence | undefined {
    const counts = new Map<string, number>()
    for (const { client } of away) counts.set(client, (counts.get(client) ?? 0) + 1)
    const most = Math.max(...counts.values())
    return away.find(({ client }) => counts.get(client) === most)
  }

  /** Waits for a place. Gives the function that gives it back. */
  async #take(waiter: Waiter): Promise<() => void> {
    const [taken, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    this.#count += 1
    const occupy = () => {
      taken.resolve()
      return left.promise
    }
    this.#queue.run(`${this.#count}`, waiter, occupy).catch(taken.reject)
    await taken.promise
    return left.resolve
  }
}
