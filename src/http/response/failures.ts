/**
 * The table of failures: from the code of a thrown `AppError` to its answer, and to its lines in
 * the API document.
 */
import { z } from 'zod'
import { prohibitedChars } from '../../collection/paths.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import type { ErrorCode, ErrorDetails } from '../../errors.ts'

/** What one code means to a client. */
export interface FailureNote {
  /** When it happens, for the API document. */
  when: string
  /** What the client should do, unless the failure has a sentence of its own. */
  sentence: string
}

interface DetailsNote<Details> {
  schema: z.ZodType<Details>
  example: Details
}

type FailureTable = {
  [Code in ErrorCode]: FailureNote & { status: number } & (Code extends keyof ErrorDetails
      ? { details: DetailsNote<ErrorDetails[Code]> }
      : { details?: never })
}

const faults = z
  .array(
    z.object({
      fileName: z.string().describe('The name of the file as sent.'),
      reason: z.string().describe('What is wrong with it.'),
    }),
  )
  .describe('All files that were refused.')

const retryAfter = z.int().positive().describe('Seconds to wait, as in `Retry-After`.')

export const failures = {
  INVALID_REQUEST: {
    status: 400,
    when: 'The request is malformed, or a value in it is out of range.',
    sentence: 'The request could not be understood.',
  },
  AUTHENTICATION_FAILED: {
    status: 401,
    when: 'The password is wrong.',
    sentence: 'The password is wrong.',
  },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    when: 'The request has no live session. Checked before the body is read.',
    sentence: 'Log in first: POST /api/auth/login.',
  },
  CROSS_ORIGIN: {
    status: 403,
    when: 'A page of another site asked for a change: the host in `Origin` differs from `Host`.',
    sentence: 'Another site may not do this. Use this service directly.',
  },
  FOLDER_NOT_FOUND: {
    status: 404,
    when: 'The path is not a folder of the collection.',
    sentence: 'There is no such folder. List its parent to see what is there.',
  },
  NO_IMAGES_AVAILABLE: {
    status: 404,
    when: 'The collection or the folder has no image, or there is no such folder.',
    sentence: 'There are no images here yet. Upload some, or choose another folder.',
  },
  IMAGE_NOT_FOUND: {
    status: 404,
    when: 'The path is not an image of the collection.',
    sentence: 'There is no such image.',
  },
  NOT_FOUND: {
    status: 404,
    when: 'The address is unknown.',
    sentence: 'There is nothing at this address.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The address is known, but not with this method. `Allow` lists the right ones.',
    sentence: 'Use another method here.',
    details: {
      schema: z.object({ allow: z.array(z.string()).describe('The methods allowed here.') }),
      example: { allow: ['DELETE'] },
    },
  },
  FOLDER_NOT_EMPTY: {
    status: 409,
    when: 'The folder holds something, and `recursive` is not true.',
    sentence: 'The folder is not empty. Send "recursive": true to delete all that it holds.',
    details: {
      schema: z.object({
        totalFolders: z.int().nonnegative().describe('Folders in it, at any depth.'),
        totalImages: z.int().nonnegative().describe('Images in it, at any depth.'),
        otherFiles: z.int().nonnegative().describe('Other files in it, hidden ones too.'),
      }),
      example: { totalFolders: 1, totalImages: 12, otherFiles: 0 },
    },
  },
  INVALID_FOLDER_NAME: {
    status: 400,
    when: 'The path or name of the folder is invalid, or missing.',
    sentence:
      'Choose another folder name: no < > : " | ? * \\ or control characters, no space at either end, ' +
      'no period at the start or end, at most 255 bytes.',
    details: {
      schema: z.object({
        prohibitedChars: z.array(z.string()).describe('Characters that no folder name may have.'),
      }),
      example: { prohibitedChars: [...prohibitedChars] },
    },
  },
  MISSING_IMAGES_PARAMETER: {
    status: 400,
    when: '`images` is missing, or is not a list of 1 to 10,000 paths.',
    sentence: 'Send JSON with "images", a list of 1 to 10,000 image paths.',
  },
  NO_FILES: {
    status: 400,
    when: 'The form has no file in the field `files`.',
    sentence: 'Send at least one image in the form field "files".',
  },
  INVALID_FILE_TYPE: {
    status: 400,
    when:
      `The content of a file is not ${pictureFormats.names}, or takes a decoder that the system ` +
      'lacks. Nothing was stored.',
    sentence: `Nothing was stored: send ${pictureFormats.names} images only. See details.files.`,
    details: {
      schema: z.object({ files: faults }),
      example: { files: [{ fileName: 'notes.txt', reason: pictureFormats.unknownFormat }] },
    },
  },
  FILE_SIZE_EXCEEDED: {
    status: 413,
    when: 'A file is larger than `MAX_FILE_SIZE`. Nothing was stored.',
    sentence: 'Nothing was stored: a file is too large. Send smaller files.',
    details: {
      schema: z.object({
        maxSize: z.string().describe('The largest size allowed, with its unit.'),
        fileSize: z
          .string()
          .describe('The size of the first file that is too large, with its unit.'),
        fileName: z.string().describe('The name of that file as sent.'),
        files: faults,
      }),
      example: {
        maxSize: '10MB',
        fileSize: '12.5MB',
        fileName: 'tower.png',
        files: [{ fileName: 'tower.png', reason: 'larger than 10MB' }],
      },
    },
  },
  BODY_TOO_LARGE: {
    status: 413,
    when: 'A JSON body is larger than 1 MiB, or 16 KiB for a login.',
    sentence: 'The body is too large. Send less at once.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    when:
      'More than 10 failed logins within a minute from one address. It is blocked for a minute, and ' +
      'twice as long each further time, up to 15 minutes.',
    sentence: 'Too many failed logins. Wait before the next one.',
    details: { schema: z.object({ retryAfter }), example: { retryAfter: 60 } },
  },
  BUSY: {
    status: 503,
    when: 'More work is waiting than the device can do.',
    sentence: 'More work is waiting than this device can do. Try again in a moment.',
    details: { schema: z.object({ retryAfter }), example: { retryAfter: 5 } },
  },
  FILE_SYSTEM_ERROR: {
    status: 500,
    when: 'The disk is full, read-only, unmounted or failing. The log has the cause.',
    sentence: 'The disk failed. See the log.',
  },
  INTERNAL_ERROR: {
    status: 500,
    when: 'A bug. The log has the cause.',
    sentence: 'Something went wrong in the service. See its log.',
  },
} as const satisfies FailureTable

/** The status of a failure with this code. */
type StatusOf<Code extends ErrorCode> = (typeof failures)[Code]['status']

interface FailureBody<Code extends ErrorCode> {
  success: false
  error: string
  code: Code
}

/** The body of any failure; `code` says which one it is, and so which `details` there are. */
export type Failure = {
  [Code in ErrorCode]: Code extends keyof ErrorDetails
    ? FailureBody<Code> & { details: ErrorDetails[Code] }
    : FailureBody<Code>
}[ErrorCode]

/** A status that failures have. */
export type FailureStatus = StatusOf<ErrorCode>

/** The failures that have a status. */
export type FailureWith<Status extends FailureStatus> = Extract<
  Failure,
  { code: { [Code in ErrorCode]: StatusOf<Code> extends Status ? Code : never }[ErrorCode] }
>
