import { formOf } from './question.ts'
import type { TestServer } from './server.ts'

/** Makes an invitation as an admin: where its page is, its token, and how to end it. */
export async function invite({ admin, told }: Pick<TestServer, 'admin' | 'told'>, wish: object) {
  const { id, url, token } = await told('POST /api/invitations', wish)
  const { pathname: path } = new URL(url)
  return { path, token: String(token), end: () => admin(`DELETE /api/invitations/${id}`) }
}

/** Sends pictures by the token of an invitation. */
export const sendAsGuest = (
  { ask }: TestServer,
  token: string,
  files: Record<string, Uint8Array>,
) => ask('POST /api/upload', { body: formOf(files), headers: { Authorization: `Bearer ${token}` } })
