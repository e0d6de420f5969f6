import type { Context } from 'hono'
import type { TypedResponse } from 'hono/types'
import { publicHeaders } from './headers.ts'

export interface Success<T> {
  success: true
  data: T
}

/** A success with a sentence for whoever did it. */
export interface Done<T> extends Success<T> {
  message: string
}

/** The body of a success. */
export const success = <T>(data: T): Success<T> => ({ success: true, data })

/** The body of a success that changed something. */
export const done = <T>(data: T, message: string): Done<T> => ({ success: true, message, data })

/** HEAD tells the length of what GET would send (RFC 9110, 8.6); Hono, left alone, says 0. */
export function lengthForHead(c: Context, body: object | string): { 'Content-Length'?: string } {
  if (c.req.method !== 'HEAD') return {}
  return { 'Content-Length': lengthOf(typeof body === 'string' ? body : JSON.stringify(body)) }
}

const lengthOf = (text: string) => String(Buffer.byteLength(text))

/**
 * Like `c.json(success(data), 200, headers)`, but with headers that are made once: Bun copies those
 * as a whole, where Hono sets them one by one.
 */
export function sendWith<T extends object>(
  c: Context,
  headers: Headers,
  data: T,
): Response & TypedResponse<Success<T>, 200, 'json'>
export function sendWith(c: Context, headers: Headers, data: object): Response {
  const text = JSON.stringify(success(data))
  const response = new Response(text, { headers })
  if (c.req.method === 'HEAD') response.headers.set('Content-Length', lengthOf(text))
  return response
}

/** Texts of answers, kept as long as the data that they were made from. */
const texts = new WeakMap<object, string>()

/** Like `c.json(success(data))`, for data that stays the same object from request to request. */
export function sendUnchanging<T extends object>(
  c: Context,
  data: T,
): Response & TypedResponse<Success<T>, 200, 'json'>
export function sendUnchanging(c: Context, data: object): Response {
  const text = texts.get(data) ?? JSON.stringify(success(data))
  texts.set(data, text)
  return c.body(text, 200, {
    'Content-Type': 'application/json',
    ...publicHeaders,
    ...lengthForHead(c, text),
  })
}
