import type { App } from './app.ts'
import type { Config } from './config.ts'
import { answerOf, internalError } from './http/response/error-handler.ts'
import { idleTimeoutSeconds } from './http/request/client.ts'
import { giveMemoryBack } from './lib/system/idle-memory.ts'
import { reachableHosts } from './lib/network-addresses.ts'
import { describeError, type Log } from './log.ts'
import { guardConnections } from './http/sockets/connection-guard.ts'

/** How soon after requests were noted others are noted, in milliseconds. */
const noteAgainAfter = 75

export type RunningServer = ReturnType<typeof listen>

/**
 * Listens, and hands every request to the app once there is one.
 * @throws the system's error when it can't listen on the address or the port.
 */
export function listen({ host, port }: Config, log: Log) {
  const ready = Promise.withResolvers<App>()
  const notes = [guardConnections(log)]
  let noteAt = 0
  let answer: App['fetch'] = async (...request) => (await ready.promise).fetch(...request)
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: idleTimeoutSeconds,
    // Bodies are read as streams, and each route has its own limit.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    // Outside development mode Bun would otherwise share a port that another process has.
    reusePort: false,
    fetch: (request, self) => {
      const now = performance.now()
      if (now >= noteAt) {
        noteAt = now + noteAgainAfter
        for (const note of notes) note()
      }
      return answer(request, self)
    },
    error: (error) => {
      log('error', `outside the app: ${describeError(error)}`)
      const { status, body } = answerOf(internalError(error))
      return Response.json(body, { status })
    },
  })
  return {
    /** Where it can be opened, from other devices where there are any: `http://192.168.1.20:3000`. */
    addresses: () => reachableHosts(host).map((name) => `http://${name}:${server.port}`),
    /** Answers with the app; requests that came before wait for it. */
    serve: (app: App) => {
      answer = app.fetch
      notes.push(giveMemoryBack(() => server.pendingRequests > 0))
      ready.resolve(app)
    },
    /** Accepts no new requests and lets those in flight finish, for at most so many milliseconds. */
    stop: async (graceMs: number) => {
      const finished = server.stop()
      await Promise.race([finished, Bun.sleep(graceMs)])
      await server.stop(true)
    },
  }
}
