import type { Socket } from 'bun'

/** A proxy that loses connections: some while a request is sent, some before its answer is. */
export function startCuttingProxy(target: () => string, cuts: number) {
  let left = cuts
  let turn = 0
  const upstreams = new Map<Socket, Promise<Socket | undefined>>()
  const isCut = (every: number) => {
    turn += 1
    if (left === 0 || turn % every !== 0) return false
    left -= 1
    return true
  }
  const connect = (client: Socket) => {
    const { hostname, port } = new URL(target())
    return Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_upstream, chunk) => {
          const isAnswerToUpload = chunk.includes('totalFiles')
          if (isAnswerToUpload && isCut(2)) client.terminate()
          else client.write(chunk)
        },
        close: () => void client.end(),
      },
    }).catch(() => {
      client.terminate()
      return undefined
    })
  }
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (client) => void upstreams.set(client, connect(client)),
      data: async (client, chunk) => {
        const upstream = await upstreams.get(client)
        if (chunk.length > 1000 && isCut(3)) {
          upstream?.terminate()
          client.terminate()
        } else upstream?.write(chunk)
      },
      close: async (client) => {
        ;(await upstreams.get(client))?.end()
        upstreams.delete(client)
      },
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    cutsLeft: () => left,
    [Symbol.dispose]: () => server.stop(true),
  }
}
