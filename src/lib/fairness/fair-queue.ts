import { LruMap } from '../lru-map.ts'

export type Priority = 'high' | 'normal' | 'low'

/** Who waits for a task. */
export interface Waiter {
  /** Takes turns with all others, however many tasks it waits for. */
  client: string
  /** What the client belongs to, if to anything: all of that get half of the tasks and of the room at most. */
  group?: string | undefined
  /**
   * `normal` unless given. The higher goes first, but for a few turns that keep the others from
   * waiting for ever.
   */
  priority?: Priority
  /** Whether its task takes long: it gives way to others, and others do not give way to it. */
  isLong?: boolean
  /**
   * How much of the queue's room it takes while it waits: 1 unless given. With 0 it is never
   * refused.
   */
  weight?: number
  /** Aborts when the client is gone. */
  signal: AbortSignal | undefined
}

export interface FairQueueOptions {
  /** How many tasks run at a time. */
  concurrency: number
  /** How much there may be of waiters, by their weights, for tasks that have not begun. */
  capacity: number
  /** Makes the error for a waiter that there is no room for. */
  refuse: () => Error
}

/** Has a short task that waits run to its end now and then, where there is one. */
export type GiveWay = () => Promise<void>

/**
 * @param signal aborts when nobody waits for the task any more.
 * @param giveWay is called between the steps of a long task.
 */
type Task<Value> = (signal: AbortSignal, giveWay: GiveWay) => Promise<Value>

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

interface Lane<Value> {
  tickets: Set<Ticket<Value>>
  /** The number of the last turn that the client had. The lowest goes first. */
  lastTurn: number
}

/** How long a long task works at least before it gives way, in milliseconds: it gets done, too. */
const longTurn = 250

/** Of how many clients it is known when they had their last turn. */
const maxKnown = 256

/** Of so many turns in a row, four begin with the waiters of normal priority, and one with the low. */
const turnsInARow = 16

const priorityOf = ({ waiter }: Pick<Ticket<unknown>, 'waiter'>) => waiter.priority ?? 'normal'

const weightOf = ({ waiter }: Pick<Ticket<unknown>, 'waiter'>) => waiter.weight ?? 1

/** Which waiters a turn goes to: those of the first priority that has any. */
function orderOf(turn: number): readonly Priority[] {
  if (turn === 2) return ['low', 'high', 'normal']
  return turn % 4 === 0 ? ['normal', 'high', 'low'] : ['high', 'normal', 'low']
}

/**
 * Runs tasks a few at a time. Clients take turns, and one that has had none goes first; a task that
 * several wait for runs once, as soon as it is the turn of any of them; one that nobody waits for any
 * more is dropped, and told so where it runs. A long task gives way to short ones now and then. Where the queue is full, the client with the most waiters loses its latest, so that no
 * client keeps out another.
 */
export class FairQueue<Value> {
  readonly #options: FairQueueOptions
  readonly #jobs = new Map<string, Job<Value>>()
  /** The waiters of each client. */
  readonly #lanes = new Map<string, Lane<Value>>()
  /** The number of the last turn of each client. */
  readonly #lastTurns = new LruMap<string, number>({ capacity: maxKnown })
  #waiting = 0
  readonly #running = new Set<Ticket<Value>['waiter']>()
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
    const { capacity } = this.#options
    // No more newcomers than that overtake one that waits already.
    const lastTurn = this.#lastTurns.get(client) ?? this.#turn - capacity
    const lane = this.#lanes.get(client) ?? { tickets: new Set(), lastTurn }
    lane.tickets.add(ticket)
    this.#lanes.set(client, lane)
    this.#waiting += weightOf(ticket)
    this.#startNext()
    while (this.#waiting > capacity) this.#drop(this.#latestOfMost(), this.#options.refuse())
    const { group } = ticket.waiter
    if (group !== undefined) this.#limitGroup(group)
  }

  #limitGroup(group: string): void {
    const { capacity, refuse } = this.#options
    const isOfGroup = ({ waiter }: Ticket<Value>) => waiter.group === group
    while (this.#weightOf(isOfGroup) > capacity / 2) {
      this.#drop(this.#latestOfMost(isOfGroup), refuse())
    }
  }

  #weightOf(isMeant: (ticket: Ticket<Value>) => boolean): number {
    const tickets = [...this.#lanes.values()].flatMap((lane) => [...lane.tickets])
    return tickets.filter(isMeant).reduce((sum, ticket) => sum + weightOf(ticket), 0)
  }

  #dequeue(ticket: Ticket<Value>): void {
    const { client } = ticket.waiter
    const lane = this.#lanes.get(client)
    if (lane?.tickets.delete(ticket) !== true) return
    this.#waiting -= weightOf(ticket)
    if (lane.tickets.size === 0) this.#lanes.delete(client)
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

  #latestOfMost(
    isMeant: (ticket: Ticket<Value>) => boolean = () => true,
  ): Ticket<Value> | undefined {
    let most: Ticket<Value>[] = []
    for (const { tickets } of this.#lanes.values()) {
      const heavy = [...tickets].filter((ticket) => weightOf(ticket) > 0 && isMeant(ticket))
      if (heavy.length >= most.length) most = heavy
    }
    return most.at(-1)
  }

  #startNext(): void {
    const { concurrency } = this.#options
    while (this.#running.size < concurrency) {
      const groups = Array.from(this.#running, ({ group }) => group)
      const ticket = this.#take(({ waiter: { group } }) => {
        const running = groups.filter((each) => each === group).length
        return group === undefined || running < Math.ceil(concurrency / 2)
      })
      if (ticket === undefined) return
      void this.#start(ticket)
    }
  }

  /** Takes the waiter whose turn it is, and puts its client behind all others. */
  #take(isMeant: (ticket: Ticket<Value>) => boolean = () => true): Ticket<Value> | undefined {
    const ticket = this.#findFirst(orderOf((this.#turn + 1) % turnsInARow), isMeant)
    if (ticket === undefined) return undefined
    this.#turn += 1
    const { client } = ticket.waiter
    this.#lastTurns.set(client, this.#turn)
    const lane = this.#lanes.get(client)
    if (lane !== undefined) lane.lastTurn = this.#turn
    return ticket
  }

  #findFirst(
    order: readonly Priority[],
    isMeant: (ticket: Ticket<Value>) => boolean,
  ): Ticket<Value> | undefined {
    const lanes = [...this.#lanes.values()].toSorted((one, other) => one.lastTurn - other.lastTurn)
    const tickets = lanes.flatMap((lane) => [...lane.tickets]).filter(isMeant)
    for (const priority of order) {
      const first = tickets.find((ticket) => priorityOf(ticket) === priority)
      if (first !== undefined) return first
    }
    return undefined
  }

  #wayGiver({ tickets }: Job<Value>): GiveWay {
    let begun = performance.now()
    return async () => {
      const isLong = [...tickets].some(({ waiter }) => waiter.isLong === true)
      if (!isLong || performance.now() - begun < longTurn) return
      const ticket = this.#take(({ waiter }) => waiter.isLong !== true)
      if (ticket === undefined) return
      await this.#start(ticket)
      begun = performance.now()
    }
  }

  async #start({ job, waiter }: Ticket<Value>): Promise<void> {
    // Each task counts, also where one client waits for several with the same words.
    const running = { ...waiter }
    job.isRunning = true
    this.#running.add(running)
    for (const ticket of job.tickets) this.#dequeue(ticket)
    try {
      const value = await job.task(job.abandoned.signal, this.#wayGiver(job))
      for (const { resolve } of job.tickets) resolve(value)
    } catch (error) {
      for (const { reject } of job.tickets) reject(error)
    } finally {
      this.#forget(job)
      this.#running.delete(running)
      this.#startNext()
    }
  }
}
