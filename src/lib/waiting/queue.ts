import { LruMap } from '../lru-map.ts'
import { firstOf, ofMost, type InOrder } from './order.ts'
import type { QueueOptions, Running, WaitForInput, Waiter } from './waiter.ts'

type Task<Value> = (running: Running) => Promise<Value>

/** A task with those who wait for it. */
interface Job<Value> {
  key: unknown
  task: Task<Value>
  tickets: Set<Ticket<Value>>
  isRunning: boolean
  /** Made where the task asks for its signal, or nobody waits any more. */
  abandoned?: AbortController
}

const abandonedOf = (job: Pick<Job<unknown>, 'abandoned'>) =>
  (job.abandoned ??= new AbortController())

interface Waiting extends InOrder {
  begin: () => Promise<void>
}

interface Ticket<Value> extends Waiting, PromiseWithResolvers<Value> {
  job: Job<Value>
}

/** The place of a task that runs, or waits for its input while others run in its place. */
interface Place {
  waiter: Waiter
  giveUp?: () => void
}

/** How long a long task works at least before it gives way, in milliseconds: it gets done, too. */
const longestStretch = 250

/** How long `whenIdle` waits at most, in milliseconds. */
const longestPause = 500

/**
 * How long a task may wait for its next input and keep its place, in milliseconds. Time that it stood
 * in the queue counts too, but for the least.
 */
const patience = { usual: 2000, least: 100 }

/** Of how many clients it is known when they were served last. */
const maxKnown = 256

const unlimited = {
  concurrency: Number.MAX_SAFE_INTEGER,
  capacity: Number.MAX_SAFE_INTEGER,
  refuse: () => new Error('The queue is full.'),
}

const weightOf = ({ weight = 1 }: Waiter) => weight

/**
 * ```ts
 * const queue = new Queue<Bytes>({ concurrency: 1, capacity: 64, refuse: tooMany })
 * await queue.run('a.jpg 800', { client: '10.0.0.7', signal }, ({ signal }) => scale('a.jpg', signal))
 * ```
 *
 * Runs tasks a few at a time. The client that was served least lately goes first; a task that
 * several wait for runs once, as soon as any of them is served; one that nobody waits for any
 * more is dropped, and told so where it runs. Where the queue is full, the client with the most
 * waiters loses its latest, so that no client keeps out another.
 */
export class Queue<Value> {
  readonly #options: Required<QueueOptions>
  readonly #jobs = new Map<unknown, Job<Value>>()
  /** In the order in which they came. */
  readonly #waiting = new Set<Waiting | Ticket<Value>>()
  readonly #running = new Set<Place>()
  /** The longest first. */
  readonly #away = new Set<Place>()
  readonly #clients = new LruMap<string, { lastServed: number }>({ capacity: maxKnown })
  /** How many were served. */
  #served = 0
  /** How many wait who have no low priority. */
  #urgent = 0
  #idle = Promise.withResolvers<void>()

  constructor(options: QueueOptions = {}) {
    this.#options = { ...unlimited, ...options }
  }

  /**
   * Runs a task, or shares the run of an earlier one with the same key.
   * @throws what the task throws; the error of `refuse`; the signal's reason once it aborts.
   */
  async run(key: unknown, waiter: Waiter, task: Task<Value>): Promise<Value> {
    const { signal, priority } = waiter
    signal?.throwIfAborted()
    const job = this.#jobs.get(key) ?? { key, task, tickets: new Set(), isRunning: false }
    this.#jobs.set(key, job)
    const begin = () => this.#start(job, waiter, performance.now() - asked)
    const asked = performance.now()
    const client = this.#clientOf(waiter)
    const ticket = { ...Promise.withResolvers<Value>(), job, waiter, client, begin }
    job.tickets.add(ticket)
    if (!job.isRunning) this.#enqueue(ticket)
    const leave = () => this.#drop(ticket, signal?.reason)
    signal?.addEventListener('abort', leave)
    if (priority !== 'low') this.#countUrgent(1)
    try {
      return await ticket.promise
    } finally {
      if (priority !== 'low') this.#countUrgent(-1)
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Waits until nobody waits but with low priority, or for half a second: other work gets done, too. */
  async whenIdle(): Promise<void> {
    if (this.#urgent > 0) await Promise.race([this.#idle.promise, Bun.sleep(longestPause)])
  }

  #countUrgent(more: number): void {
    if (this.#urgent === 0) this.#idle = Promise.withResolvers()
    this.#urgent += more
    if (this.#urgent === 0) this.#idle.resolve()
  }

  #clientOf({ client = '' }: Waiter) {
    const known = this.#clients.get(client)
    if (known !== undefined) return known
    // No more newcomers than that overtake one that waits already.
    const fresh = { lastServed: this.#served - this.#options.capacity }
    this.#clients.set(client, fresh)
    return fresh
  }

  #enqueue(ticket: Ticket<Value>): void {
    this.#waiting.add(ticket)
    this.#startNext()
    if (this.#waiting.size === 0) return
    const { group } = ticket.waiter
    this.#limit(this.#options.capacity, () => true)
    if (group !== undefined)
      this.#limit(this.#options.capacity / 2, ({ waiter }) => waiter.group === group)
  }

  /** Refuses waiters until those that are meant take no more room than they may. */
  #limit(capacity: number, isMeant: (waiting: Waiting) => boolean): void {
    for (;;) {
      const heavy = [...this.#waiting].flatMap((each) =>
        'job' in each && isMeant(each) && weightOf(each.waiter) > 0 ? each : [],
      )
      if (heavy.reduce((sum, { waiter }) => sum + weightOf(waiter), 0) <= capacity) return
      this.#drop(ofMost(heavy).at(-1), this.#options.refuse())
    }
  }

  #drop(ticket: Ticket<Value> | undefined, reason: unknown): void {
    if (ticket === undefined) return
    const { job } = ticket
    this.#waiting.delete(ticket)
    job.tickets.delete(ticket)
    if (job.tickets.size === 0) {
      this.#forget(job)
      abandonedOf(job).abort()
    }
    ticket.reject(reason)
  }

  /** Has the next who asks for the same begin anew. */
  #forget(job: Job<Value>): void {
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
  }

  #startNext(): void {
    while (this.#running.size < this.#options.concurrency) {
      const next = this.#take((waiter) => this.#mayRun(waiter))
      if (next === undefined) return
      void next.begin()
    }
  }

  #mayRun({ group }: Waiter): boolean {
    if (group === undefined) return true
    const running = [...this.#running].filter(({ waiter }) => waiter.group === group)
    return running.length < Math.ceil(this.#options.concurrency / 2)
  }

  /** Takes the waiter that is served next, and puts its client behind all others. */
  #take(isMeant: (waiter: Waiter) => boolean): Waiting | undefined {
    const waiting = [...this.#waiting].filter(({ waiter }) => isMeant(waiter))
    const next = waiting.length > 1 ? firstOf(waiting, this.#served + 1) : waiting[0]
    if (next === undefined) return undefined
    this.#served += 1
    next.client.lastServed = this.#served
    this.#waiting.delete(next)
    return next
  }

  /** @param silence for how long it waited, in milliseconds. */
  async #start(job: Job<Value>, waiter: Waiter, silence: number): Promise<void> {
    // Each task counts, also where one client waits for several with the same words.
    const place: Place = { waiter }
    job.isRunning = true
    this.#running.add(place)
    for (const ticket of job.tickets) this.#waiting.delete(ticket)
    try {
      const value = await job.task({
        get signal() {
          return abandonedOf(job).signal
        },
        giveWay: this.#wayGiver(job),
        wait: this.#inputWaiter(job, place, silence),
      })
      for (const { resolve } of job.tickets) resolve(value)
    } catch (error) {
      for (const { reject } of job.tickets) reject(error)
    } finally {
      this.#forget(job)
      this.#leave(place)
    }
  }

  #leave(place: Place): void {
    this.#running.delete(place)
    this.#startNext()
  }

  #wayGiver({ tickets }: Job<Value>): Running['giveWay'] {
    let begun = performance.now()
    return async () => {
      const isLong = [...tickets].some(({ waiter }) => waiter.isLong === true)
      if (!isLong || performance.now() - begun < longestStretch) return
      const short = this.#take((waiter) => waiter.isLong !== true)
      if (short === undefined) return
      await short.begin()
      begun = performance.now()
    }
  }

  #inputWaiter(job: Job<Value>, place: Place, silence: number): WaitForInput {
    const { waiter } = place
    let inputs = 0
    let refusal: Error | undefined
    return async (input) => {
      if (refusal !== undefined) throw refusal
      const given = Promise.withResolvers<never>()
      place.giveUp = () => {
        refusal = this.#options.refuse()
        this.#away.delete(place)
        given.reject(refusal)
      }
      const stepAside = () => {
        this.#makeRoomAway(waiter)
        this.#away.add(place)
        this.#leave(place)
      }
      // The first input is what came while this stood in the queue.
      const waited = inputs < 2 ? silence : 0
      inputs += 1
      const timer = setTimeout(stepAside, Math.max(patience.usual - waited, patience.least))
      try {
        return await Promise.race([input, given.promise])
      } finally {
        clearTimeout(timer)
        if (this.#away.delete(place)) await this.#comeBack(job, place)
      }
    }
  }

  /** As many as may wait for a place may be without one in the middle of their work. */
  #makeRoomAway({ group }: Waiter): void {
    const away = [...this.#away]
    const ofGroup = away.filter(({ waiter }) => group !== undefined && waiter.group === group)
    const isFull = ofGroup.length >= this.#options.capacity / 2
    if (isFull || away.length >= this.#options.capacity)
      ofMost(isFull ? ofGroup : away)[0]?.giveUp?.()
  }

  /** Waits for a place again, before those that have had none. */
  async #comeBack(job: Job<Value>, place: Place): Promise<void> {
    const { signal } = abandonedOf(job)
    const back = Promise.withResolvers<void>()
    const waiting: Waiting = {
      waiter: { ...place.waiter, priority: 'high', weight: 0 },
      client: this.#clientOf(place.waiter),
      begin: async () => {
        this.#running.add(place)
        back.resolve()
      },
    }
    const leave = () => {
      if (this.#waiting.delete(waiting)) back.reject(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    this.#waiting.add(waiting)
    this.#startNext()
    if (signal.aborted) leave()
    await back.promise
  }
}
