import { busy, isFailure } from '../errors.ts'
import { Deadline } from '../lib/waiting/deadline.ts'

/** How long one call of the system may take, in milliseconds: a disk that sleeps needs some seconds. */
const callTimeout = 10_000

/** Makes the deadline for the calls to one disk: those that take too long are answered with BUSY. */
export const callDeadline = () =>
  new Deadline(callTimeout, () => busy('The disk does not answer. Ask again', 10))

/** Whether an error says that a disk does not answer. */
export const isBusy = isFailure('BUSY')
