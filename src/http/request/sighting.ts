import type { Context } from 'hono'
import type { Sighting } from '../../collection/shuffle/frame-log.ts'
import { clientAddress } from './client-address.ts'
import { rawTarget, type AppEnvironment } from './connection.ts'
import type { Display } from './display.ts'
import { renditionSchema } from './rendition-query.ts'

/** What does not decide which pictures a frame gets. */
const presentation = ['frame', 'partner', 'as', ...Object.keys(renditionSchema.shape)]

/** The conditions of queries that are kept, by the query: frames send the same ones again and again. */
const known = new WeakMap<object, string>()

/** What the log of frames keeps of a request. */
export function sightingOf(
  c: Context<AppEnvironment>,
  query: { frame?: string | undefined },
  display: Display | undefined,
  trustProxy: boolean,
): Omit<Sighting, 'path'> {
  let conditions = known.get(query)
  if (conditions === undefined) {
    conditions = conditionsOf(rawTarget(c.req.raw).query)
    known.set(query, conditions)
  }
  const { width, height } = display ?? {}
  return {
    name: query.frame ?? '',
    address: clientAddress(c, trustProxy),
    display: width === undefined || height === undefined ? null : { width, height },
    conditions,
  }
}

/** Writes the conditions as a query of their own. */
function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of presentation) parameters.delete(name)
  return parameters.toString()
}
