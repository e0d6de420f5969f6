import { createMiddleware } from 'hono/factory'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../log.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'

/** Writes a debug line for every request: method, path, status, milliseconds. */
export const logRequests = (log: Log, clock: Clock) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const begun = clock()
    await next()
    const { path } = rawTarget(c.req.raw)
    log('debug', `${c.req.method} ${path} ${c.res.status} ${clock() - begun} ms`)
  })
