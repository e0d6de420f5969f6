import { connect, createServer, type Socket } from 'node:net'

export type Fault =
  | 'none'
  /** The connection is lost while the file is sent. */
  | 'cut'
  /** The connection is lost once the file is stored, before the answer arrives. */
  | 'cut before the answer'
  /** Every chunk takes its time. */
  | 'slow'
  /** Every chunk takes so long that something else can be done meanwhile. */
  | 'very slow'
  /** The request arrives a second time, as from a proxy that did not see the first answer. */
  | 'repeat'

/** How much of a file passes before its connection is cut, in bytes. */
const cutAfter = 100_000

/** How long a chunk takes on a slow way, in milliseconds. */
const delays: Partial<Record<Fault, number>> = { slow: 20, 'very slow': 1000 }

/**
 * Passes connections on to a service, with faults.
 * @param target the address of the service, which may change.
 * @param faults what happens to each upload, one after the other; nothing to those that follow.
 */
export async function startFaultyProxy(target: () => string, faults: readonly Fault[]) {
  const left = [...faults]
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    return socket
  }
  const toService = () => {
    const { hostname, port } = new URL(target())
    return keep(connect(Number(port), hostname))
  }
  const repeat = (request: readonly Buffer[]) => {
    const again = toService()
    again.resume()
    again.end(Buffer.concat(request))
  }
  const server = createServer((client) => {
    keep(client)
    const service = toService()
    let fault: Fault = 'none'
    let request: Buffer[] = []
    let passed = 0
    const cut = () => {
      client.destroy()
      service.destroy()
    }
    client.on('data', (chunk: Buffer) => {
      if (chunk.subarray(0, 20).toString('latin1').startsWith('POST /api/upload')) {
        fault = left.shift() ?? 'none'
        request = []
        passed = 0
      }
      passed += chunk.length
      if (fault === 'repeat') request.push(chunk)
      if (fault === 'cut' && passed > cutAfter) return cut()
      const isTaken = service.write(chunk)
      const delay = delays[fault]
      if (isTaken && delay === undefined) return
      client.pause()
      const goOn = () => client.resume()
      if (delay === undefined) service.once('drain', goOn)
      else setTimeout(goOn, delay)
    })
    service.on('data', (chunk: Buffer) => {
      if (fault === 'cut before the answer') return cut()
      if (fault === 'repeat') repeat(request)
      fault = 'none'
      client.write(chunk)
    })
    client.on('close', () => service.destroy())
    service.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    faultsLeft: () => left.length,
    [Symbol.dispose]: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
