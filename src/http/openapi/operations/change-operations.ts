import {
  deletedFolderSchema,
  movedFolderSchema,
  moveResultSchema,
} from '../../../collection/types.ts'
import { deleteFolderSchema, moveFolderSchema } from '../../routes/folders.ts'
import { moveImagesSchema } from '../../routes/images.ts'
import { changeResponse, jsonBody, type Operation } from '../operation.ts'

export const moveImages = {
  id: 'moveImages',
  tag: 'Admin',
  summary: 'Move pictures',
  description:
    'Moves images into a folder, which is created where it is missing. A taken name is numbered as ' +
    'for uploads. A frame sees a moved image once a round, as before.',
  needsSession: true,
  body: jsonBody(
    moveImagesSchema,
    { images: ['2024/beach.jpg', '2024/none.jpg'], folder: '2024/summer' },
    {
      images: { description: 'Paths as listed, or as in `imagePath` of a dealt picture.' },
      folder: { description: 'Where to move them; empty for the root.' },
    },
  ),
  answers: {
    200: {
      description: 'What became of each path.',
      content: changeResponse(moveResultSchema, 'Moved 1 of 2 images.', {
        movedImages: [
          { path: '2024/beach.jpg', status: 'moved', newPath: '2024/summer/beach.jpg' },
          { path: '2024/none.jpg', status: 'not_found', error: 'There is no such image.' },
        ],
        totalMoved: 1,
        folder: '2024/summer',
      }),
    },
  },
  failures: [
    'MISSING_IMAGES_PARAMETER',
    'INVALID_FOLDER_NAME',
    'BODY_TOO_LARGE',
    'FILE_SYSTEM_ERROR',
  ],
} satisfies Operation

export const moveFolder = {
  id: 'moveFolder',
  tag: 'Admin',
  summary: 'Rename or move a folder',
  description:
    'Moves a folder with all that it holds. Missing folders above the new path are created.',
  needsSession: true,
  body: jsonBody(
    moveFolderSchema,
    { path: '2024/summer', newPath: 'Holidays/Rome' },
    {
      path: { description: 'The path of the folder.' },
      newPath: { description: 'The path that it gets, which must not be taken.' },
    },
  ),
  answers: {
    200: {
      description: 'The folder has its new path.',
      content: changeResponse(movedFolderSchema, 'The folder was moved.', {
        path: '2024/summer',
        newPath: 'Holidays/Rome',
        totalImages: 2,
      }),
    },
  },
  failures: ['FOLDER_NOT_FOUND', 'INVALID_FOLDER_NAME', 'BODY_TOO_LARGE', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const deleteFolder = {
  id: 'deleteFolder',
  tag: 'Admin',
  summary: 'Delete a folder',
  description: 'Deletes an empty folder for good, with `recursive` also all that a folder holds.',
  needsSession: true,
  body: jsonBody(
    deleteFolderSchema,
    { path: '2024/summer', recursive: true },
    {
      path: { description: 'The path of the folder; never the root.' },
      recursive: { description: 'Whether to delete all in it, also files that are no pictures.' },
    },
  ),
  answers: {
    200: {
      description: 'The folder is gone, and this is what was in it.',
      content: changeResponse(deletedFolderSchema, 'The folder was deleted.', {
        path: '2024/summer',
        totalFolders: 0,
        totalImages: 2,
        otherFiles: 0,
      }),
    },
  },
  failures: [
    'INVALID_REQUEST',
    'INVALID_FOLDER_NAME',
    'FOLDER_NOT_FOUND',
    'FOLDER_NOT_EMPTY',
    'BODY_TOO_LARGE',
    'FILE_SYSTEM_ERROR',
  ],
} satisfies Operation
