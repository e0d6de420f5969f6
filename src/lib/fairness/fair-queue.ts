export type Priority = 'high' | 'normal' | 'low'

/** Who waits for a task. */
export interface Waiter {
  /** Takes turns with all others, however many tasks it waits for. */
  client: string
  /**
   * `normal` unless given. The higher goes first, but for a few turns that keep the others from
   * waiting for ever.
   */
  priority?: Priority
  /** Aborts when the client is gone. */
  signal: AbortSignal | undefined
}

export interface FairQueueOptions {
  /** How many tasks run at a time. */
  concurrency: number
  /** How many waiters there may be for tasks that have not begun. */
  capacity: number
  /** Makes the error for a waiter that there is no room for. */
  refuse: () => Error
}

/** @param signal aborts when nobody waits for the task any more. */
type Task<Value> = (signal: AbortSignal) => Promise<Value>

interface Job<Value> {
  key: string
  task: Task<Value>
  tickets: Set<Ticket<Value>>
  isRunning: boolean
  /** Aborts when nobody waits any more. */
  abandoned: AbortController
}

interface Ticket<Value> extends PromiseWithResolvers<Value> {
  job: Job<Value>
  waiter: Waiter
}

/** Of so many turns in a row, four begin with the waiters of normal priority, and one with the low. */
const turnsInARow = 16

const priorityOf = ({ waiter }: Pick<Ticket<unknown>, 'waiter'>) => waiter.priority ?? 'normal'

/** Which waiters a turn goes to: those of the first priority that has any. */
function orderOf(turn: number): readonly Priority[] {
  if (turn === 2) return ['low', 'high', 'normal']
  return turn % 4 === 0 ? ['normal', 'high', 'low'] : ['high', 'normal', 'low']
}

/**
 * Runs tasks a few at a time. Clients take turns; a task that several wait for runs once, as soon
 * as it is the turn of any of them; one that nobody waits for any more is dropped, and told so where
 * it runs. Where the queue is full, the client with the most waiters loses its latest, so that no
 * client keeps out another.
 */
export class FairQueue<Value> {
  readonly #options: FairQueueOptions
  readonly #jobs = new Map<string, Job<Value>>()
  /** The waiters of each client, in the order of the turns. */
  readonly #lanes = new Map<string, Set<Ticket<Value>>>()
  #waiting = 0
  #running = 0
  #turn = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /**
   * Runs a task when its turn has come, or shares the run of an earlier one with the same key.
   * @throws what the task throws; the error of `refuse`; the signal's reason once it aborts.
   */
  async run(key: string, waiter: Waiter, task: Task<Value>): Promise<Value> {
    waiter.signal?.throwIfAborted()
    const abandoned = new AbortController()
    const fresh: Job<Value> = { key, task, tickets: new Set(), isRunning: false, abandoned }
    const job = this.#jobs.get(key) ?? fresh
    this.#jobs.set(key, job)
    const ticket = { ...Promise.withResolvers<Value>(), job, waiter }
    job.tickets.add(ticket)
    if (!job.isRunning) this.#enqueue(ticket)
    const leave = () => this.#drop(ticket, waiter.signal?.reason)
    waiter.signal?.addEventListener('abort', leave)
    try {
      return await ticket.promise
    } finally {
      waiter.signal?.removeEventListener('abort', leave)
    }
  }

  #enqueue(ticket: Ticket<Value>): void {
    const { client } = ticket.waiter
    const lane = this.#lanes.get(client) ?? new Set()
    this.#lanes.set(client, lane.add(ticket))
    this.#waiting += 1
    this.#startNext()
    if (this.#waiting > this.#options.capacity)
      this.#drop(this.#latestOfMost(), this.#options.refuse())
  }

  #dequeue(ticket: Ticket<Value>): void {
    const { client } = ticket.waiter
    const lane = this.#lanes.get(client)
    if (lane?.delete(ticket) !== true) return
    this.#waiting -= 1
    if (lane.size === 0) this.#lanes.delete(client)
  }

  #drop(ticket: Ticket<Value> | undefined, reason: unknown): void {
    if (ticket === undefined) return
    const { job } = ticket
    this.#dequeue(ticket)
    job.tickets.delete(ticket)
    if (job.tickets.size === 0) {
      this.#forget(job)
      job.abandoned.abort()
    }
    ticket.reject(reason)
  }

  /** Has the next who asks for the same begin anew. */
  #forget(job: Job<Value>): void {
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key)
  }

  #latestOfMost(): Ticket<Value> | undefined {
    let most: Set<Ticket<Value>> | undefined
    for (const lane of this.#lanes.values()) if (lane.size > (most?.size ?? 0)) most = lane
    return [...(most ?? [])].at(-1)
  }

  #startNext(): void {
    while (this.#running < this.#options.concurrency) {
      const ticket = this.#take()
      if (ticket === undefined) return
      void this.#start(ticket.job)
    }
  }

  /** Takes the waiter whose turn it is, and puts its client behind all others. */
  #take(): Ticket<Value> | undefined {
    this.#turn = (this.#turn + 1) % turnsInARow
    const ticket = this.#findFirst(orderOf(this.#turn))
    if (ticket === undefined) return undefined
    const { client } = ticket.waiter
    const lane = this.#lanes.get(client)
    this.#lanes.delete(client)
    if (lane !== undefined) this.#lanes.set(client, lane)
    return ticket
  }

  #findFirst(order: readonly Priority[]): Ticket<Value> | undefined {
    for (const priority of order) {
      for (const lane of this.#lanes.values()) {
        for (const ticket of lane) if (priorityOf(ticket) === priority) return ticket
      }
    }
    return undefined
  }

  async #start(job: Job<Value>): Promise<void> {
    job.isRunning = true
    this.#running += 1
    for (const ticket of job.tickets) this.#dequeue(ticket)
    try {
      const value = await job.task(job.abandoned.signal)
      for (const { resolve } of job.tickets) resolve(value)
    } catch (error) {
      for (const { reject } of job.tickets) reject(error)
    } finally {
      this.#forget(job)
      this.#running -= 1
      this.#startNext()
    }
  }
}
