export type Priority = 'high' | 'normal' | 'low'

/** Who waits for a task. */
export interface Waiter {
  /** Of several clients the one goes first that was served least lately, however many tasks each waits for. */
  client?: string
  /** What the client belongs to, if to anything: all of that get half of the tasks and of the room at most. */
  group?: string | undefined
  /** `normal` unless given. The higher goes first, at times the others: none waits for ever. */
  priority?: Priority
  /** Whether its task takes long: it gives way to others, and others do not give way to it. */
  isLong?: boolean
  /** How much of the queue's room it takes while it waits: 1 unless given; 0 is never refused. */
  weight?: number
  /** Aborts when the client is gone. */
  signal?: AbortSignal | undefined
}

/** What is not given is not limited. */
export interface QueueOptions {
  /** How many tasks run at a time. */
  concurrency?: number
  /** How much there may be of waiters, by their weights, for tasks that have not begun. */
  capacity?: number
  /** Makes the error for a waiter that there is no room for. */
  refuse?: () => Error
}

/** Waits for the next input of a task. */
export type WaitForInput = <Input>(input: Promise<Input>) => Promise<Input>

/** What a task looks at between its steps. */
export interface Interruption {
  /** Aborts when nobody waits for it any more. */
  readonly signal: AbortSignal
  /** Is called by a long task: has a short one that waits run to its end now and then. */
  giveWay?: () => Promise<void>
}

/** What a task is given. */
export interface Running extends Required<Interruption> {
  /**
   * While the input takes long, others run in the place of the task. When it has come, the task goes on
   * before those that have not begun. Where too much waits so, the client with the most of it loses
   * what has waited longest.
   */
  wait: WaitForInput
}
