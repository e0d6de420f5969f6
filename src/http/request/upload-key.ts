import type { Context } from 'hono'
import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'

const header = 'Upload-Key'

const keySchema = z.string().regex(/^[\w-]{16,64}$/)

/** The header of a request that takes back what was sent with the same key. */
export const takeBackHeaders = z.object({ [header]: keySchema })

/** The header of an upload that may be taken back. */
export const uploadHeaders = takeBackHeaders.partial()

/**
 * The secret with which a guest sends pictures, to be able to take them back; `undefined` for none.
 * @throws INVALID_REQUEST
 */
export function uploadKeyOf(c: Context): string | undefined {
  const key = c.req.header(header)
  if (key === undefined || keySchema.safeParse(key).success) return key
  throw invalidRequest(`An "${header}" has 16 to 64 letters, digits, "-" and "_".`)
}

/** The same secret, where there has to be one. Throws INVALID_REQUEST. */
export function requiredUploadKey(c: Context): string {
  const key = uploadKeyOf(c)
  if (key === undefined) throw invalidRequest(`Send the "${header}" of what is to be taken back.`)
  return key
}
