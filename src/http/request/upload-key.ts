import type { Context } from 'hono'
import { z } from 'zod'
import { invalidRequest } from '../../errors.ts'
import { textLike } from '../../library/types.ts'
import { optional } from '../openapi/docs.ts'

const header = 'Upload-Key'

const pattern = /^[\w-]{16,64}$/

/** The header of a request that takes back what was sent with the same key. */
export const takeBackHeaders = () =>
  z.object({
    [header]: textLike('a3f19c0b7d5e4826', 'The key of the upload.').regex(pattern),
  })

/** The header of an upload that may be taken back. */
export const uploadHeaders = () =>
  z.object({
    [header]: optional(
      z.string().regex(pattern),
      'A random secret of a guest, 16 to 64 letters, digits, `-` and `_`, with which the images can ' +
        'be taken back.',
    ),
  })

/**
 * The secret with which a guest sends pictures, to be able to take them back; `undefined` for none.
 * @throws INVALID_REQUEST
 */
export function uploadKeyOf(c: Context): string | undefined {
  const key = c.req.header(header)
  if (key === undefined || pattern.test(key)) return key
  throw invalidRequest(`An "${header}" has 16 to 64 letters, digits, "-" and "_".`)
}

/** The same secret, where there has to be one. Throws INVALID_REQUEST. */
export function requiredUploadKey(c: Context): string {
  const key = uploadKeyOf(c)
  if (key === undefined) throw invalidRequest(`Send the "${header}" of what is to be taken back.`)
  return key
}
