import {
  deletionResultSchema,
  imageFactsSchema,
  markResultSchema,
  moveResultSchema,
  rotationResultSchema,
  uploadResultSchema,
} from '../../../library/types.ts'
import { pictureFormats } from '../../../formats/picture-formats.ts'
import { uploadHeaders } from '../../request/upload-key.ts'
import { uploadFormSchema } from '../../response/schemas.ts'
import {
  deleteImagesSchema,
  imageFactsQuery,
  markImagesSchema,
  moveImagesSchema,
  rotateImagesSchema,
} from '../../routes/images.ts'
import { changed, fields, jsonBody, read, type Operation } from '../operation.ts'

export const uploadImages = {
  id: 'uploadImages',
  tag: 'Admin',
  summary: 'Upload images',
  description:
    'Stores all files of the form or none. If a name is taken by another image, the new one becomes ' +
    '`name-1.jpg`. The same image sent again is stored once, so an interrupted upload can be repeated. ' +
    'With the token of an invitation, guests send images to its folder; those sent again count once.',
  takesInvitation: true,
  headers: fields(uploadHeaders, {
    'Upload-Key': {
      description:
        'A random secret of a guest, 16 to 64 letters, digits, `-` and `_`, with which the images can ' +
        'be taken back.',
    },
  }),
  body: {
    mediaType: 'multipart/form-data' as const,
    schema: uploadFormSchema,
    notes: {
      files: {
        description: `One or more ${pictureFormats.names} files. Repeat the field for each.`,
      },
      folder: {
        description:
          'The target folder, created if missing. Default: the root, or the folder of the invitation.',
        example: '2024/summer',
      },
    },
  },
  answers: changed(
    'The images are stored, and survive a power cut.',
    uploadResultSchema(),
    'Stored 1 image.',
    {
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
    },
  ),
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
    AUTHENTICATION_REQUIRED: {
      when:
        'The request has neither a live session nor the token of an invitation that lives. Checked ' +
        'before the body is read.',
      sentence: 'Log in first: POST /api/auth/login.',
    },
    INVALID_REQUEST: {
      when:
        'The body is not a multipart form, or is cut off. Or an invitation is for another folder, or ' +
        'for fewer images; or `Upload-Key` is none.',
      sentence: 'Send a multipart/form-data request.',
    },
  },
} satisfies Operation

export const imageFacts = {
  id: 'imageFacts',
  tag: 'Frames',
  summary: 'Get the facts of an image',
  description:
    'What the folder lists of it, and the camera, which is read from the file. A place (GPS) is never ' +
    'told.',
  query: fields(imageFactsQuery, {
    path: { description: 'The path as listed.', example: '2024/summer/beach.jpg' },
  }),
  answers: read('The facts.', imageFactsSchema(), {
    name: 'beach.jpg',
    path: '2024/summer/beach.jpg',
    size: 347_327,
    dimensions: { width: 1800, height: 1200 },
    taken: '2024-07-14T18:30:05',
    date: '2024-07-14T18:30:05',
    hidden: false,
    favourite: true,
    lastModified: '2026-11-20T22:16:54.239Z',
    camera: 'Canon EOS 5D',
    description: 'The first evening by the sea',
  }),
  failures: ['IMAGE_NOT_FOUND', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const deleteImages = {
  id: 'deleteImages',
  tag: 'Admin',
  summary: 'Delete images',
  description:
    'Deletes images permanently. A path that is not an image is reported as `not_found`; the others ' +
    'are deleted.',
  body: jsonBody(
    deleteImagesSchema,
    { images: ['2024/summer/tower.jpg', '2024/summer/none.jpg'] },
    { images: { description: 'Paths as listed, or `imagePath` of dealt images.' } },
  ),
  answers: changed('The result for each path.', deletionResultSchema(), 'Deleted 1 of 2 images.', {
    deletedImages: [
      { path: '2024/summer/tower.jpg', status: 'deleted', size: 251_800 },
      { path: '2024/summer/none.jpg', status: 'not_found', error: 'There is no such image.' },
    ],
    totalDeleted: 1,
    totalSize: 251_800,
  }),
  failures: ['MISSING_IMAGES_PARAMETER', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const markImages = {
  id: 'markImages',
  tag: 'Admin',
  summary: 'Mark images',
  description:
    'Frames never get what is hidden, and with `favourites=only` nothing but favourites. A mark stays ' +
    'when the image is moved.',
  body: jsonBody(
    markImagesSchema,
    { images: ['2024/beach.jpg', '2024/none.jpg'], favourite: true },
    {
      images: { description: 'Paths as listed, or as in `imagePath` of a dealt image.' },
      hidden: { description: 'Whether frames never get it.' },
      favourite: { description: 'Whether it is a favourite.' },
      waiting: {
        description:
          '`false` says yes to pictures that wait for that: frames get them, unless `hidden` is `true`.',
      },
    },
  ),
  answers: changed('What became of each path.', markResultSchema(), 'Marked 1 of 2 images.', {
    markedImages: [
      { path: '2024/beach.jpg', status: 'marked' },
      { path: '2024/none.jpg', status: 'not_found' },
    ],
    totalMarked: 1,
  }),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const moveImages = {
  id: 'moveImages',
  tag: 'Admin',
  summary: 'Move images',
  description:
    'Moves images into a folder, which is created where it is missing. A taken name is numbered as ' +
    'for uploads. A frame sees a moved image once a round, as before.',
  body: jsonBody(
    moveImagesSchema,
    { images: ['2024/beach.jpg', '2024/none.jpg'], folder: '2024/summer' },
    {
      images: { description: 'Paths as listed, or as in `imagePath` of a dealt image.' },
      folder: { description: 'Where to move them; empty for the root.' },
    },
  ),
  answers: changed('What became of each path.', moveResultSchema(), 'Moved 1 of 2 images.', {
    movedImages: [
      { path: '2024/beach.jpg', status: 'moved', newPath: '2024/summer/beach.jpg' },
      { path: '2024/none.jpg', status: 'not_found', error: 'There is no such image.' },
    ],
    totalMoved: 1,
    folder: '2024/summer',
  }),
  failures: ['MISSING_IMAGES_PARAMETER', 'INVALID_FOLDER_NAME', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const rotateImages = {
  id: 'rotateImages',
  tag: 'Admin',
  summary: 'Rotate images',
  description:
    'Turns JPEGs by their EXIF orientation: the pixels stay as they are, byte for byte, and so do ' +
    'names, dates, marks and places in the rounds of frames. `lastModified` grows by 2 s, so that ' +
    'caches notice. An image of another format is `unsupported`, with the `reason`: `wrong_format`, ' +
    '`no_room` (its EXIF data take no more) or `damaged`.',
  body: jsonBody(
    rotateImagesSchema,
    { images: ['2024/beach.jpg', '2024/tower.png', '2024/none.jpg'], turn: 90 },
    {
      images: { description: 'Paths as listed, or as in `imagePath` of a dealt image.' },
      turn: { description: 'Degrees clockwise: 90, 180 or 270.' },
    },
  ),
  answers: changed('What became of each path.', rotationResultSchema(), 'Rotated 1 of 3 images.', {
    rotatedImages: [
      { path: '2024/beach.jpg', status: 'rotated' },
      {
        path: '2024/tower.png',
        status: 'unsupported',
        reason: 'wrong_format',
        error: 'Only JPEGs can be rotated.',
      },
      { path: '2024/none.jpg', status: 'not_found', error: 'There is no such image.' },
    ],
    totalRotated: 1,
  }),
  failures: ['INVALID_REQUEST', 'FILE_SYSTEM_ERROR'],
} satisfies Operation
