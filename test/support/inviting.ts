import { z } from 'zod'
import type { TestServer } from './server.ts'

const madeSchema = z.object({ data: z.object({ id: z.string(), url: z.string() }) })

/** Makes an invitation as an admin: where its page is, and how to end it. */
export async function invite({ url, login }: TestServer, wish: object) {
  const { cookie } = await login()
  const headers = { 'Content-Type': 'application/json', cookie }
  const init = { method: 'POST', headers, body: JSON.stringify(wish) }
  const answer = await fetch(`${url}/api/invitations`, init)
  const { id, url: link } = madeSchema.parse(await answer.json()).data
  return {
    path: new URL(link).pathname,
    end: () => fetch(`${url}/api/invitations/${id}`, { method: 'DELETE', headers }),
  }
}
