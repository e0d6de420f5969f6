import { createMiddleware } from 'hono/factory'
import type { MonotonicClock } from '../../lib/clock.ts'
import type { Log } from '../../log.ts'
import { rawTarget } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { sentenceOf } from '../response/failures.ts'

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

/** What may hold the token of an invitation, 25 letters and digits, whatever stands beside it. */
const tokenWord = /[\da-z]{25,}/gi

/** How often an address may be encoded that is looked into: proxies and people encode again. */
const maxEncodings = 4

/**
 * Gives the path and query of a request for the log, as sent, but without the token of an invitation,
 * however its path is spelled.
 */
export function loggedTarget(request: Request): string {
  const { path, query } = rawTarget(request)
  const target = (path + query).replace(tokenWord, '…')
  let decoded = target
  for (let round = 0; round < maxEncodings; round += 1) {
    decoded = decoded.replace(/%([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
  if (/^[/\\.\s]*add|[/\\]\s*add\b/i.test(decoded)) return '/add/…'
  return decoded.search(tokenWord) === -1 ? target : '…'
}
