import type { hc, InferRequestType } from 'hono/client'
import type { AppType, Failure } from '../../../app.ts'
import { ApiError, offline } from './api-error.ts'

/** What a request sends, as the types of the routes say. */
interface Asked {
  param?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  json?: unknown
}

/** Follows the names of a path, and sends a request at its end: the fraction of Hono's client that the page needs. */
function clientAt(path: readonly string[]): ReturnType<typeof hc<AppType>>
function clientAt(path: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name: string) => clientAt([...path, name]),
    apply: (_target, _this, [asked, options]: [Asked?, RequestInit?]) => {
      const { param, query, json } = asked ?? {}
      const url = path.slice(0, -1).map((name) => param?.[name.slice(1)] ?? name)
      return fetch(`/${url.join('/')}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method: path.at(-1)?.slice(1).toUpperCase() ?? '',
        headers: { ...(json ? { 'Content-Type': 'application/json' } : {}), ...options?.headers },
        body: json ? JSON.stringify(json) : null,
      })
    },
  })
}

/** The service's API, typed. */
export const { api } = clientAt([])

/** How and how much of a folder to list. */
export type ListQuery = Omit<InferRequestType<typeof api.folders.$get>['query'], 'path'>

export type ApiAnswer = Pick<Response, 'status' | 'headers' | 'json'>

/** The data of an answer's success. */
export type DataOf<Sent extends ApiAnswer> =
  Extract<Awaited<ReturnType<Sent['json']>>, { success: true }> extends { data: infer Data }
    ? Data
    : never

/**
 * Waits for an answer and gives its data.
 * @throws {ApiError} what the service says, or that it does not answer.
 */
export async function dataOf<Sent extends ApiAnswer>(sent: Promise<Sent>): Promise<DataOf<Sent>> {
  const answer = await sent.catch(() => {
    throw offline()
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!isAnswer<DataOf<Sent>>(body)) throw offline(answer.status)
  if (body.success) return body.data
  const retryAfter = Number(answer.headers.get('Retry-After'))
  throw new ApiError(body.code, { retryAfter })
}

/** Tells the answers of the service from those of a proxy. */
const isAnswer = <Data>(body: unknown): body is { success: true; data: Data } | Failure =>
  typeof body === 'object' && body !== null && 'success' in body
