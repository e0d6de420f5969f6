import { hc } from 'hono/client'
import type { AppType, Failure } from '../../../app.ts'
import { ApiError, offline } from './api-error.ts'

const client = hc<AppType>(location.origin)

/** The service's API, typed. */
export const { api } = client

interface ApiAnswer {
  status: number
  headers: Headers
  json: () => Promise<unknown>
}

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
  const body = await answer.json().catch(() => undefined)
  if (isSuccess<DataOf<Sent>>(body)) return body.data
  if (!isFailure(body)) throw offline(answer.status)
  const retryAfter = Number(answer.headers.get('Retry-After'))
  throw new ApiError(body.code, { retryAfter })
}

const hasSuccess = (body: unknown, success: boolean): body is object =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === success

const isSuccess = <Data>(body: unknown): body is { data: Data } => hasSuccess(body, true)

const isFailure = (body: unknown): body is Failure => hasSuccess(body, false)
