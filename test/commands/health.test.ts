import { describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { runToEnd, startServer } from '../support/server.ts'

const hasIPv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ family }) => family === 'IPv6')
const hosts = ['127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])]

const portOf = (url: string) => new URL(url).port

describe('health', () => {
  test.each(hosts)('finds a service that listens on %s, without a proxy', async (HOST) => {
    await using server = await startServer({ env: { HOST } })
    const PORT = portOf(server.url)
    const proxy = { http_proxy: 'http://192.0.2.1:9', HTTP_PROXY: 'http://192.0.2.1:9' }
    const { stdout, stderr, status } = await runToEnd({ HOST, PORT, ...proxy }, ['health'])
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toMatch(/^http:\/\/\S+ is healthy\.\n$/)
  })

  test('fails where nothing listens, with the address and the reason', async () => {
    const server = await startServer()
    const PORT = portOf(server.url)
    await server[Symbol.asyncDispose]()
    const { stdout, stderr, status } = await runToEnd({ PORT }, ['health'])
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
    expect(stderr).toMatch(
      new RegExp(`^photo-frame: http://127\\.0\\.0\\.1:${PORT} gives no answer: .+\n$`),
    )
  })

  test('fails where something else listens', async () => {
    using other = Bun.serve({ port: 0, fetch: () => new Response(undefined, { status: 404 }) })
    const { stderr, status } = await runToEnd({ PORT: String(other.port) }, ['health'])
    expect(stderr).toEndWith('gives no answer: status 404\n')
    expect(status).toBe(1)
  })

  test('fails where the service does not answer within five real seconds', async () => {
    using other = Bun.serve({ port: 0, fetch: () => new Promise<Response>(() => undefined) })
    const { status } = await runToEnd({ PORT: String(other.port) }, ['health'])
    expect(status).toBe(1)
  })
})
