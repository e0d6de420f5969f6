const endOfHead = Buffer.from('\r\n\r\n')

/**
 * A connection that sends one request after the other. Of an answer it makes out the status and
 * the length, so that it costs little next to the server that is measured.
 */
export async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  let head: Buffer = Buffer.alloc(0)
  /** Bytes of the body that are still to come; undefined while the head is incomplete. */
  let left: number | undefined
  let status = 0
  let settle: PromiseWithResolvers<number> | undefined
  let drained: PromiseWithResolvers<void> | undefined
  const fail = (error: Error) => {
    settle?.reject(error)
    drained?.reject(error)
  }
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        if (left === undefined) {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
          const end = head.indexOf(endOfHead)
          if (end === -1) return
          const text = head.toString('latin1', 0, end)
          status = Number(text.slice(9, 12))
          // A 304 has the length of what it stands for, and no body (RFC 9110, 8.6).
          const length = status === 304 ? '0' : /content-length: (\d+)/i.exec(text)?.[1]
          if (length === undefined) return fail(new Error(`An answer without a length: ${text}`))
          left = Number(length) + end + endOfHead.length - head.length
          head = Buffer.alloc(0)
        } else left -= chunk.length
        if (left > 0) return
        left = undefined
        settle?.resolve(status)
      },
      drain: () => drained?.resolve(),
      close: () => fail(new Error('The server closed the connection.')),
      error: (_, error) => fail(error),
    },
  })

  /** Sends bytes as fast as the other side takes them. */
  const send = async (bytes: Uint8Array) => {
    for (let sent = 0; ;) {
      sent += Math.max(socket.write(bytes.subarray(sent)), 0)
      if (sent === bytes.length) return
      drained = Promise.withResolvers()
      await drained.promise
      drained = undefined
    }
  }
  return {
    send,
    /** The status of the answer that comes next. Ask before the request has been sent to its end. */
    answer: (): Promise<number> => {
      settle = Promise.withResolvers()
      return settle.promise
    },
    [Symbol.dispose]: () => void socket.end(),
  }
}
