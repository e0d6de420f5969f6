import { prohibitedChars } from '../../collection/paths.ts'
import type { ErrorDetails } from '../../error-details.ts'
import type { ErrorCode } from '../../errors.ts'

export interface FailureNote {
  /** What leads to it. */
  when: string
  /** A sentence that comes with it. */
  error: string
}

type Descriptions = {
  [Code in ErrorCode]: FailureNote &
    (Code extends keyof ErrorDetails ? { details: ErrorDetails[Code] } : { details?: never })
}

/** Every failure, as it is explained to whoever writes a client. */
export const failureNotes: Descriptions = {
  INVALID_REQUEST: {
    when: 'The request is not as it has to be.',
    error: 'The request could not be understood.',
  },
  AUTHENTICATION_FAILED: { when: 'The password is wrong.', error: 'The password is wrong.' },
  AUTHENTICATION_REQUIRED: {
    when: 'There is no session, or it has ended. A body is not read.',
    error: 'Log in first: POST /api/auth/login.',
  },
  CROSS_ORIGIN: {
    when: 'The page of another site asked for a change: the host in `Origin` is not the one in `Host`.',
    error: 'Another site may not do this. Use this service directly.',
  },
  FOLDER_NOT_FOUND: {
    when: 'The path names no folder of the collection, whatever is wrong with it.',
    error: 'There is no such folder. List its parent to see what is there.',
  },
  NO_IMAGES_AVAILABLE: {
    when: 'There is no picture in the collection or in that folder, or no such folder.',
    error: 'There are no images here yet. Upload some, or choose another folder.',
  },
  IMAGE_NOT_FOUND: {
    when: 'The path names no image of the collection.',
    error: 'There is no such image.',
  },
  NOT_FOUND: { when: 'An unknown address.', error: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: {
    when: 'A known address with another method; `Allow` lists the right ones.',
    error: 'Use DELETE here.',
    details: { allow: ['DELETE'] },
  },
  INVALID_FOLDER_NAME: {
    when: 'A folder that can not be made under this name or path, or a body that is none.',
    error: 'Send JSON with a folder "path" and a "name" that is its last segment.',
    details: { prohibitedChars: [...prohibitedChars] },
  },
  MISSING_IMAGES_PARAMETER: {
    when: 'There is no list of 1 to 10,000 paths in `images`.',
    error: 'Send JSON with "images", a list of 1 to 10,000 image paths.',
  },
  NO_FILES: {
    when: 'There is no file in the form field `files`.',
    error: 'Send at least one image in the form field "files".',
  },
  INVALID_FILE_TYPE: {
    when: 'A file is no JPEG, PNG, GIF or WebP by its content. Nothing was stored.',
    error: 'Nothing was stored: send JPEG, PNG, GIF or WebP images only. See details.files.',
    details: { files: [{ fileName: 'notes.txt', reason: 'not a JPEG, PNG, GIF or WebP' }] },
  },
  FILE_SIZE_EXCEEDED: {
    when: 'A file is larger than `MAX_FILE_SIZE`. Nothing was stored.',
    error: 'Nothing was stored: a file may have at most 10MB. Send smaller files.',
    details: {
      maxSize: '10MB',
      fileSize: '12.5MB',
      fileName: 'tower.png',
      files: [{ fileName: 'tower.png', reason: 'larger than 10MB' }],
    },
  },
  BODY_TOO_LARGE: {
    when: 'A JSON body over 1 MiB, or 16 KiB for a login.',
    error: 'The body is too large: at most 1MB. Send less at once.',
  },
  TOO_MANY_ATTEMPTS: {
    when: 'More than 10 failed logins in a minute from one address.',
    error: 'Too many failed logins. Wait 60 s.',
    details: { retryAfter: 60 },
  },
  BUSY: {
    when: 'More work waits than the device can do. `Retry-After` says when to ask again.',
    error: 'Too many pictures are being scaled. Ask again in 5 s.',
    details: { retryAfter: 5 },
  },
  FILE_SYSTEM_ERROR: {
    when: 'The disk is full, read-only, gone or refuses; the log has the cause.',
    error: 'The uploads folder, or something in it, is not there. Mount or restore it.',
  },
  INTERNAL_ERROR: {
    when: 'A bug; the log has the cause.',
    error: 'Something went wrong in the service. See its log.',
  },
}
