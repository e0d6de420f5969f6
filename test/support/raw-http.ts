import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * A connection on which a test says, byte for byte and when it likes, what no client would say.
 * @param localAddress where it comes from, such as 127.0.0.2.
 */
export async function openConnection(url: string, localAddress?: string) {
  const { hostname: host, port } = new URL(url)
  const from = localAddress === undefined ? {} : { localAddress }
  const socket = connect({ port: Number(port), host, ...from })
  const chunks: Buffer[] = []
  let length = 0
  const ended = Promise.withResolvers<void>()
  let arrived = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    arrived.resolve()
    arrived = Promise.withResolvers()
  })
  socket.on('error', () => ended.resolve())
  socket.on('close', () => ended.resolve())
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  await Promise.race([connected, ended.promise])

  const received = () => parse(Buffer.concat(chunks))
  return {
    write: (data: string | Uint8Array) => void socket.write(data),
    /** Stops reading, as a slow client does; `goOn` takes it up again. */
    pause: () => void socket.pause(),
    goOn: () => void socket.resume(),
    arrived: () => arrived.promise,
    /** Goes away without a word. */
    breakOff: () => void socket.destroy(),
    ended: ended.promise,
    /** The answer as soon as it is whole by its own `Content-Length`, or at the end. */
    answer: async (): Promise<RawAnswer> => {
      let isOver = false
      void ended.promise.then(() => (isOver = true))
      let needed = 0
      for (;;) {
        // Looks at all that has come only when it may be enough.
        if (isOver || length >= needed) {
          const answer = received()
          const missing = answer === undefined ? 1 : missingOf(answer)
          if (answer !== undefined && (isOver || missing <= 0)) return answer
          if (isOver) throw new Error(`no whole answer in: ${Buffer.concat(chunks).toString()}`)
          needed = length + missing
        }
        await Promise.race([arrived.promise, ended.promise])
      }
    },
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** Sends one request as it stands and gives the answer. */
export async function exchange(url: string, request: string): Promise<RawAnswer> {
  using connection = await openConnection(url)
  connection.write(request)
  return await connection.answer()
}

function parse(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return { status: Number(statusLine.split(' ')[1]), headers, body: bytes.subarray(end + 4) }
}

/** How many bytes of its body have not come; without a length, it ends with the connection. */
const missingOf = ({ headers, body }: RawAnswer) =>
  Number(headers.get('content-length') ?? Infinity) - body.length
