import type { TestServer } from './server.ts'

/** Makes an invitation as an admin: where its page is, its token, and how to end it. */
export async function invite({ admin, told }: Pick<TestServer, 'admin' | 'told'>, wish: object) {
  const { id, url, token } = await told('POST /api/invitations', wish)
  const { pathname: path } = new URL(url)
  return { path, token: String(token), end: () => admin(`DELETE /api/invitations/${id}`) }
}
