import { z } from 'zod'

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().nullable(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

/** A session with a browser that speaks WebDriver BiDi (W3C). */
export type Bidi = Awaited<ReturnType<typeof openBidi>>

/**
 * Opens a session.
 * @param url of the browser's WebSocket.
 */
export async function openBidi(url: string) {
  const socket = new WebSocket(`${url}/session`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<string, ((parameters: unknown) => void)[]>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)))
    if (message.type === 'event') {
      for (const listener of listeners.get(message.method) ?? []) listener(message.params)
      return
    }
    const answer = waiting.get(message.id ?? 0)
    waiting.delete(message.id ?? 0)
    if (message.type === 'success') answer?.resolve(message.result)
    else answer?.reject(new Error(message.message))
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer.reject(new Error('The browser has ended.'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const send = (method: string, params: Record<string, unknown> = {}): Promise<unknown> => {
    lastId += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return answer.promise
  }
  await send('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
  })
  return {
    /** Sends a command and gives its result. Rejects with what the browser says against it. */
    send,
    listen: async (event: string, listener: (parameters: unknown) => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      await send('session.subscribe', { events: [event] })
    },
    close: () => socket.close(),
  }
}
