/** What a client may read about a failure beyond its sentence, by the code of the failure. */
import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

const faults = z
  .array(
    z.object({
      fileName: z.string().describe('The name of the file as it was sent.'),
      reason: z.string().describe('What is wrong with it.'),
    }),
  )
  .describe('Every file of the upload that is at fault.')

const retryAfter = z.int().positive().describe('Seconds to wait, as in `Retry-After`.')

export const errorDetailsSchemas = {
  METHOD_NOT_ALLOWED: z.object({
    allow: z.array(z.string()).describe('The methods that are right here.'),
  }),
  INVALID_FOLDER_NAME: z.object({
    prohibitedChars: z.array(z.string()).describe('All that may not be in a folder name.'),
  }),
  INVALID_FILE_TYPE: z.object({ files: faults }),
  FILE_SIZE_EXCEEDED: z.object({
    maxSize: z.string().describe('The most that a file may have, with its unit.'),
    fileSize: z.string().describe('What the first file that is too large has, with its unit.'),
    fileName: z.string().describe('The name of that file as it was sent.'),
    files: faults,
  }),
  TOO_MANY_ATTEMPTS: z.object({ retryAfter }),
  BUSY: z.object({ retryAfter }),
} satisfies Partial<Record<ErrorCode, z.ZodType>>

export type ErrorDetails = {
  [Code in keyof typeof errorDetailsSchemas]: z.infer<(typeof errorDetailsSchemas)[Code]>
}
