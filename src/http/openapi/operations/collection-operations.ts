import {
  createdFolderSchema,
  deletionResultSchema,
  uploadResultSchema,
} from '../../../collection/types.ts'
import { pictureFormats } from '../../../formats/picture-formats.ts'
import { adminSummarySchema, frameListSchema, uploadFormSchema } from '../../response/schemas.ts'
import { createFolderSchema } from '../../routes/folders.ts'
import { deleteImagesSchema } from '../../routes/images.ts'
import { changeResponse, jsonBody, jsonResponse, type Operation } from '../operation.ts'

export const createFolder = {
  id: 'createFolder',
  tag: 'Admin',
  summary: 'Create a folder',
  description:
    'Creates a folder, with missing folders above it. A folder that exists already is a success, too.',
  needsSession: true,
  body: jsonBody(
    createFolderSchema,
    { path: '2024/summer', name: 'summer' },
    {
      path: { description: 'The path of the folder.' },
      name: { description: 'The last segment of `path`.' },
    },
  ),
  answers: {
    200: {
      description: 'The folder exists.',
      content: changeResponse(createdFolderSchema, 'The folder was created.', {
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
  summary: 'Upload images',
  description:
    'Stores all files of the form or none. If a name is taken by another image, the new one becomes ' +
    '`name-1.jpg`. The same image sent again is stored once, so an interrupted upload can be repeated.',
  needsSession: true,
  body: {
    mediaType: 'multipart/form-data' as const,
    schema: uploadFormSchema,
    notes: {
      files: {
        description: `One or more ${pictureFormats.names} files. Repeat the field for each.`,
      },
      folder: {
        description: 'The target folder, created if missing. Default: the root.',
        example: '2024/summer',
      },
    },
  },
  answers: {
    200: {
      description: 'The images are stored, and survive a power cut.',
      content: changeResponse(uploadResultSchema, 'Stored 1 image.', {
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
    'BUSY',
    'FILE_SYSTEM_ERROR',
  ],
  failureNotes: {
    INVALID_REQUEST: {
      when: 'The body is not a multipart form, or is cut off.',
      sentence: 'Send a multipart/form-data request.',
    },
  },
} satisfies Operation

export const deleteImages = {
  id: 'deleteImages',
  tag: 'Admin',
  summary: 'Delete images',
  description:
    'Deletes images permanently. A path that is not an image is reported as `not_found`; the others ' +
    'are deleted.',
  needsSession: true,
  body: jsonBody(
    deleteImagesSchema,
    { images: ['2024/summer/tower.jpg', '2024/summer/none.jpg'] },
    { images: { description: 'Paths as listed, or `imagePath` of dealt images.' } },
  ),
  answers: {
    200: {
      description: 'The result for each path.',
      content: changeResponse(deletionResultSchema, 'Deleted 1 of 2 images.', {
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
  summary: 'Get the state of the collection',
  description: 'Reads the header of every image, which can take a while the first time.',
  needsSession: true,
  answers: {
    200: {
      description: 'The state of the collection.',
      content: jsonResponse(adminSummarySchema, {
        authenticated: true,
        totalFolders: 2,
        totalImages: 2,
        totalSize: 347_331,
        maxFileSize: 10_485_760,
        disk: { free: 21_474_836_480, total: 31_138_512_896 },
        heifDecoder: '/usr/bin/heif-convert',
        unreadable: [{ path: '2024/text.png', error: pictureFormats.unknownFormat }],
        misnamed: [
          { path: '2024/shot.jpg', error: 'holds a PNG picture: its name should end in .png' },
        ],
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
      content: jsonResponse(frameListSchema, {
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
