/** How the sessions and tokens are kept that let somebody change the collection. */
import { z } from 'zod'
import { dayMs, momentSchema } from '../lib/clock.ts'

/** For how long a session counts that is not used, in milliseconds. */
export const sessionLifetimeMs = 90 * dayMs

/** A session that is remembered. */
export interface RememberedSession {
  /** When it was used last, in milliseconds since 1970. */
  at: number
}

export const sessionTable = {
  name: 'sessions.json',
  schema: () => z.object({ at: z.number() }),
  textOf: ({ at }: RememberedSession) => String(at),
  endsStay: sessionLifetimeMs,
}

const tokenSchema = () =>
  z.object({
    /** When it was made, in milliseconds since 1970. */
    at: momentSchema(),
    /** The beginning of the day on which it was used last; 0 where it never was. */
    used: momentSchema(),
    /** What it is for, as its admin has named it. */
    label: z.string(),
  })

/** A token that lets a program do what an admin may. */
export type ProgramToken = z.infer<ReturnType<typeof tokenSchema>>

export const tokenTable = {
  name: 'tokens.json',
  schema: tokenSchema,
  textOf: ({ at, used, label }: ProgramToken) => `${at} ${used} ${label}`,
  // A token counts until it is ended.
  endsStay: Number.POSITIVE_INFINITY,
}
