import { z } from 'zod'
import { errorDetailsSchemas } from '../../error-details.ts'
import type { ErrorCode } from '../../errors.ts'
import type { statusOf } from './envelope.ts'

const failureOf = <Code extends ErrorCode>(code: Code) =>
  z.object({
    success: z.literal(false),
    error: z.string().describe('What to do, in words for a person.'),
    code: z.literal(code),
  })

const detailed = <Code extends keyof typeof errorDetailsSchemas>(code: Code) =>
  failureOf(code).extend({ details: errorDetailsSchemas[code] })

/** The body of each failure, as the API document describes it. */
export const failureSchemas = {
  INVALID_REQUEST: failureOf('INVALID_REQUEST'),
  AUTHENTICATION_FAILED: failureOf('AUTHENTICATION_FAILED'),
  AUTHENTICATION_REQUIRED: failureOf('AUTHENTICATION_REQUIRED'),
  CROSS_ORIGIN: failureOf('CROSS_ORIGIN'),
  FOLDER_NOT_FOUND: failureOf('FOLDER_NOT_FOUND'),
  NO_IMAGES_AVAILABLE: failureOf('NO_IMAGES_AVAILABLE'),
  IMAGE_NOT_FOUND: failureOf('IMAGE_NOT_FOUND'),
  NOT_FOUND: failureOf('NOT_FOUND'),
  METHOD_NOT_ALLOWED: detailed('METHOD_NOT_ALLOWED'),
  INVALID_FOLDER_NAME: detailed('INVALID_FOLDER_NAME'),
  MISSING_IMAGES_PARAMETER: failureOf('MISSING_IMAGES_PARAMETER'),
  NO_FILES: failureOf('NO_FILES'),
  INVALID_FILE_TYPE: detailed('INVALID_FILE_TYPE'),
  FILE_SIZE_EXCEEDED: detailed('FILE_SIZE_EXCEEDED'),
  BODY_TOO_LARGE: failureOf('BODY_TOO_LARGE'),
  TOO_MANY_ATTEMPTS: detailed('TOO_MANY_ATTEMPTS'),
  BUSY: detailed('BUSY'),
  FILE_SYSTEM_ERROR: failureOf('FILE_SYSTEM_ERROR'),
  INTERNAL_ERROR: failureOf('INTERNAL_ERROR'),
} satisfies { [Code in ErrorCode]: z.ZodType<{ code: Code }> }

/** The body of any failure; `code` tells which one it is, and so what `details` there are. */
export type Failure = z.infer<(typeof failureSchemas)[ErrorCode]>

/** A status that failures have. */
export type FailureStatus = (typeof statusOf)[ErrorCode]

/** The failures that have a status. */
export type FailureWith<Status extends FailureStatus> = Extract<
  Failure,
  {
    code: { [Code in ErrorCode]: (typeof statusOf)[Code] extends Status ? Code : never }[ErrorCode]
  }
>
