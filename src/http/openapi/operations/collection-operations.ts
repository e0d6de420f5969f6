import {
  createdFolderSchema,
  deletionResultSchema,
  uploadResultSchema,
} from '../../../collection/types.ts'
import { pictureFormats } from '../../../formats/picture-formats.ts'
import { adminSummarySchema, frameListSchema, uploadFormSchema } from '../../response/schemas.ts'
import { createFolderSchema } from '../../routes/folders.ts'
import { deleteImagesSchema } from '../../routes/images.ts'
import { done, jsonBody, told, type Operation } from '../operation.ts'

export const createFolder = {
  id: 'createFolder',
  tag: 'Admin',
  summary: 'Make a folder',
  description:
    'Makes a folder, and those above it where they are missing. One that is there already is a ' +
    'success, too.',
  needsSession: true,
  body: jsonBody(
    createFolderSchema,
    { path: '2024/summer', name: 'summer' },
    {
      path: { description: 'The path from the root of the collection.' },
      name: { description: 'The last segment of `path`.' },
    },
  ),
  answers: {
    200: {
      description: 'The folder is there.',
      content: done(createdFolderSchema, 'The folder was created.', {
        folderPath: '2024/summer',
        folderName: 'summer',
        parentPath: '2024',
        created: '2026-11-20T22:16:54.201Z',
        exists: false,
      }),
    },
  },
  failures: ['INVALID_FOLDER_NAME', 'BODY_TOO_LARGE', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const uploadImages = {
  id: 'uploadImages',
  tag: 'Admin',
  summary: 'Upload pictures',
  description:
    'Stores all files of the form or none. Two different pictures never share a name: the second ' +
    'becomes `name-1.jpg`. The same one sent again is stored once, so an upload that broke off can ' +
    'simply be sent again.',
  needsSession: true,
  body: {
    mediaType: 'multipart/form-data' as const,
    schema: uploadFormSchema,
    notes: {
      files: { description: `One or more ${pictureFormats.names} files; the field is repeated.` },
      folder: {
        description: 'Where to put them, made where it is missing; the root unless told.',
        example: '2024/summer',
      },
    },
  },
  answers: {
    200: {
      description: 'The pictures are stored, safe from a power cut.',
      content: done(uploadResultSchema, 'Stored 1 image.', {
        uploadedFiles: [
          {
            originalName: 'beach.jpg',
            fileName: 'beach.jpg',
            path: '2024/summer/beach.jpg',
            size: 347_327,
            mimeType: 'image/jpeg',
          },
        ],
        folder: '2024/summer',
        totalFiles: 1,
        totalSize: 347_327,
      }),
    },
  },
  failures: [
    'INVALID_REQUEST',
    'INVALID_FOLDER_NAME',
    'NO_FILES',
    'INVALID_FILE_TYPE',
    'FILE_SIZE_EXCEEDED',
    'FILE_SYSTEM_ERROR',
  ],
  failureNotes: {
    INVALID_REQUEST: {
      when: 'The body is no form, or it broke off.',
      sentence: 'Send a multipart/form-data request.',
    },
  },
} satisfies Operation

export const deleteImages = {
  id: 'deleteImages',
  tag: 'Admin',
  summary: 'Delete pictures',
  description:
    'Deletes images for good; there is no trash. A path that names none is reported, and the ' +
    'others are deleted all the same.',
  needsSession: true,
  body: jsonBody(
    deleteImagesSchema,
    { images: ['2024/summer/tower.jpg', '2024/summer/none.jpg'] },
    { images: { description: 'Paths as listed, or as in `imagePath` of a dealt picture.' } },
  ),
  answers: {
    200: {
      description: 'What became of each path.',
      content: done(deletionResultSchema, 'Deleted 1 of 2 images.', {
        deletedImages: [
          { path: '2024/summer/tower.jpg', status: 'deleted', size: 251_800 },
          {
            path: '2024/summer/none.jpg',
            status: 'not_found',
            error: 'There is no such image.',
          },
        ],
        totalDeleted: 1,
        totalSize: 251_800,
      }),
    },
  },
  failures: ['MISSING_IMAGES_PARAMETER', 'BODY_TOO_LARGE', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const summarize = {
  id: 'summarize',
  tag: 'Admin',
  summary: 'The state of the collection',
  description: 'Looks at every picture, which takes a while the first time.',
  needsSession: true,
  answers: {
    200: {
      description: 'The state of the collection.',
      content: told(adminSummarySchema, {
        authenticated: true,
        totalFolders: 2,
        totalImages: 2,
        totalSize: 347_331,
        maxFileSize: 10_485_760,
        disk: { free: 21_474_836_480, total: 31_138_512_896 },
        unreadable: [{ path: '2024/text.png', error: pictureFormats.unknownFormat }],
      }),
    },
  },
  failures: ['FILE_SYSTEM_ERROR'],
} satisfies Operation

export const listFrames = {
  id: 'listFrames',
  tag: 'Admin',
  summary: 'The frames',
  description: 'The frames that asked for pictures in the last 30 days, at most 1,000.',
  needsSession: true,
  answers: {
    200: {
      description: 'The frames, the one that asked last first.',
      content: told(frameListSchema, {
        frames: [
          {
            name: 'hall',
            lastSeen: '2026-11-20T22:16:54.240Z',
            address: '192.168.1.31',
            display: { width: 800, height: 480 },
            conditions: 'folder=2024',
            image: { path: '2024/summer/beach.jpg', url: '/uploads/2024/summer/beach.jpg' },
            requests: 1204,
          },
        ],
        totalFrames: 1,
      }),
    },
  },
  failures: [],
} satisfies Operation
