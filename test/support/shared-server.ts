import { afterAll, beforeAll } from 'bun:test'
import { startServer, type ServerOptions, type TestServer } from './server.ts'

/** Starts a service for all tests of a group, which leave each other what they need. */
export function sharedServer(options?: ServerOptions): () => TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await startServer(options)
  })
  afterAll(() => server?.[Symbol.asyncDispose]())
  return () => {
    if (server === undefined) throw new Error('It is not started yet.')
    return server
  }
}
