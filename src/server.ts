import type { AppType } from './app.ts'
import type { Config } from './config.ts'
import { failure, internalError, statusOf } from './http/envelope.ts'
import { describeError, type Log } from './log.ts'

/** Seconds of silence after which a connection is closed; a slow upload may pause that long. */
const idleTimeout = 60

/** How long requests in flight may take to finish when the service stops, in milliseconds. */
const graceMs = 10_000

/** How long requests that were cut off may take to remove what they have half done. */
const tidyMs = 2000

export interface RunningServer {
  /** Where it listens, e.g. `http://192.168.1.20:3000`. */
  address: string
  /** Accepts nothing new and lets requests in flight finish, for 10 s at most. */
  stop: () => Promise<void>
}

/**
 * Listens and hands every request to the app.
 * @throws what the system says when the port or the address can't be had.
 */
export function serve(app: AppType, { host, port }: Config, log: Log): RunningServer {
  let working = 0
  let allDone: (() => void) | undefined
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout,
    // Uploads are read as a stream and have limits of their own.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    // Without development mode Bun would share the port with whoever has it already.
    reusePort: false,
    fetch: async (request, self) => {
      working += 1
      try {
        return await app.fetch(request, {
          address: () => self.requestIP(request)?.address,
          allowSilence: (seconds: number) => self.timeout(request, seconds),
        })
      } finally {
        working -= 1
        if (working === 0) allDone?.()
      }
    },
    error: (error) => {
      log('error', `outside the app: ${describeError(error)}`)
      const failed = internalError(error)
      return Response.json(failure(failed), { status: statusOf[failed.code] })
    },
  })
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    stop: async () => {
      const finished = server.stop()
      await Promise.race([finished, Bun.sleep(graceMs)])
      await server.stop(true)
      // What was cut off still has to tidy up after itself.
      const { promise: tidied, resolve } = Promise.withResolvers<void>()
      allDone = resolve
      if (working > 0) await Promise.race([tidied, Bun.sleep(tidyMs)])
    },
  }
}
