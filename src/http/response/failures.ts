import { pictureFormats } from '../../formats/picture-formats.ts'
import type { AppError, ErrorCode, ErrorDetails } from '../../errors.ts'

/**
 * What the code of an `AppError` means to a client: the status, when it happens, for the API document,
 * and what the client should do, unless the failure has a sentence of its own.
 */
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
    when: 'The request has no live session, token or invitation. Checked before the body is read.',
    sentence: 'Log in first: POST /api/auth/login.',
  },
  CROSS_ORIGIN: {
    status: 403,
    when:
      'A page of another site asked for a change: the host in `Origin` differs from `Host`. Or what only ' +
      'guests do came under a host that may be of another site.',
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
    when: 'The path is not an image of the collection, or it is damaged or has no thumbnail.',
    sentence: 'There is no such image.',
  },
  FRAME_NOT_FOUND: {
    status: 404,
    when: 'No frame of that name has asked for an image, and none was steered.',
    sentence: 'There is no such frame. List the frames to see their names.',
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    when: 'No invitation with this id lives.',
    sentence: 'There is no such invitation. List them to see which live.',
  },
  TOKEN_NOT_FOUND: {
    status: 404,
    when: 'No token with this id lives.',
    sentence: 'There is no such token. List them to see which live.',
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
  },
  FOLDER_NOT_EMPTY: {
    status: 409,
    when: 'The folder holds something, and `recursive` is not true.',
    sentence: 'The folder is not empty. Send "recursive": true to delete all that it holds.',
  },
  INVALID_FOLDER_NAME: {
    status: 400,
    when: 'The path or name of the folder is invalid, or missing.',
    sentence:
      'Choose another folder name: no < > : " | ? * \\, no control or invisible characters, no space at ' +
      'either end, no period at the start or end, at most 255 bytes, and 63 names in a path.',
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
  },
  FILE_SIZE_EXCEEDED: {
    status: 413,
    when: 'A file is larger than `MAX_FILE_SIZE`. Nothing was stored.',
    sentence: 'Nothing was stored: a file is too large. Send smaller files.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    when: 'A JSON body is larger than 1 MiB, or 16 KiB for a login and 64 KiB for a log.',
    sentence: 'The body is too large. Send less at once.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    when:
      'More than 10 failed logins, or unknown tokens, within a minute from one address. It is blocked ' +
      'for a minute, and twice as long each further time, up to 15 minutes.',
    sentence: 'Too many failed logins. Wait before the next one.',
  },
  BUSY: {
    status: 503,
    when: 'More work is waiting than the device can do.',
    sentence: 'More work is waiting than this device can do. Try again in a moment.',
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
} as const satisfies Record<ErrorCode, { status: number; when: string; sentence: string }>

/** The sentence that says what the client should do. */
export const sentenceOf = ({ code, sentence }: AppError) => sentence ?? failures[code].sentence

/** The status of a failure with this code. */
type StatusOf<Code extends ErrorCode> = (typeof failures)[Code]['status']

/** The body of any failure; `code` says which one it is, and so which `details` there are. */
export type Failure = {
  [Code in ErrorCode]: {
    success: false
    error: string
    code: Code
  } & (Code extends keyof ErrorDetails ? { details: ErrorDetails[Code] } : unknown)
}[ErrorCode]

/** A status that failures have. */
export type FailureStatus = StatusOf<ErrorCode>

/** The failures that have a status. */
export type FailureWith<Status extends FailureStatus> = Extract<
  Failure,
  { code: { [Code in ErrorCode]: StatusOf<Code> extends Status ? Code : never }[ErrorCode] }
>
