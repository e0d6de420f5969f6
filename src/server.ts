import type { App } from './app.ts'
import type { Config } from './config.ts'
import { answerOf, internalError } from './http/response/error-handler.ts'
import { idleTimeoutSeconds, type Connection } from './http/request/connection.ts'
import { describeError, type Log } from './log.ts'

/** How long requests in flight may take to finish when the service stops, in milliseconds. */
const graceMs = 10_000

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
export function serve(app: App, { host, port }: Config, log: Log): RunningServer {
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: idleTimeoutSeconds,
    // Uploads are read as a stream and have limits of their own.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    development: false,
    // Without development mode Bun would share the port with whoever has it already.
    reusePort: false,
    fetch: (request, self) => app.fetch(request, new ServerConnection(self, request)),
    error: (error) => {
      log('error', `outside the app: ${describeError(error)}`)
      const { status, body } = answerOf(internalError(error))
      return Response.json(body, { status })
    },
  })
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`,
    stop: async () => {
      const finished = server.stop()
      await Promise.race([finished, Bun.sleep(graceMs)])
      await server.stop(true)
    },
  }
}

/** A request's connection, as far as the app may know it. */
class ServerConnection implements Connection {
  readonly #server: Bun.Server<undefined>
  readonly #request: Request

  constructor(server: Bun.Server<undefined>, request: Request) {
    this.#server = server
    this.#request = request
  }

  address(): string | undefined {
    return this.#server.requestIP(this.#request)?.address
  }

  setIdleTimeout(seconds: number): void {
    this.#server.timeout(this.#request, seconds)
  }
}
