import { createMiddleware } from 'hono/factory'
import type { MonotonicClock } from '../../lib/clock.ts'
import type { Log } from '../../log.ts'
import { loggedTarget, type AppEnvironment } from '../request/connection.ts'
import { sentenceOf } from '../response/error-handler.ts'

/**
 * Writes a debug line for every request: method, path and query as sent, status, milliseconds. Then
 * the image that was dealt or sent, or the code and sentence of the failure, and the files at fault.
 */
export const logRequests = (log: Log, clock: MonotonicClock) =>
  createMiddleware<AppEnvironment>(async (c, next) => {
    const begun = clock()
    await next()
    const took = Math.round(clock() - begun)
    const line = `${c.req.method} ${loggedTarget(c.req.raw)} ${c.res.status} ${took} ms`
    const [failure, image] = [c.get('failure'), c.get('image')]
    const notes = [
      image === undefined ? '' : ` image ${quote(image)}`,
      failure === undefined ? '' : ` ${failure.code}: ${sentenceOf(failure)}`,
      failure?.details !== undefined && 'files' in failure.details
        ? ` ${quote(failure.details.files)}`
        : '',
    ]
    log('debug', `${line}${notes.join('')}`)
  })

/** Writes a value from outside so that no terminal obeys it: JSON leaves DEL and C1 as they are. */
const quote = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f]/g,
    (control) => `\\u00${control.charCodeAt(0).toString(16)}`,
  )
