import {
  createdFolderSchema,
  deletedFolderSchema,
  folderEntrySchema,
  folderListingSchema,
  movedFolderSchema,
} from '../../../library/types.ts'
import {
  coverSchema,
  createFolderSchema,
  deleteFolderSchema,
  listFoldersSchema,
  moveFolderSchema,
} from '../../routes/folders.ts'
import { changed, fields, header, jsonBody, jsonContent, type Operation } from '../operation.ts'

const etag = header('Changes with everything that is listed.')

export const listFolder = {
  id: 'listFolder',
  tag: 'Frames',
  summary: 'List a folder',
  description:
    'Lists the folders and images directly in a folder, in natural order of their names: `IMG_2` before `IMG_10`. ' +
    'Every image that stays where it is comes once in the pages of a listing, whatever comes and goes meanwhile.',
  query: fields(listFoldersSchema, {
    path: { description: 'The folder. Default: the root.', example: '2024/summer' },
    order: {
      description:
        'The order of the images: by `date` (`newest` or `oldest`), or what joined the collection ' +
        'last first (`added`). Default: `name`. Folders come first, sorted by name.',
      example: 'newest',
    },
    recursive: {
      description: '`true` lists the images below the folder too, and no folders.',
    },
    search: {
      description:
        'Lists the folders and images below the folder whose names contain this text, whatever its ' +
        'case and accents.',
      example: 'rome',
    },
    limit: {
      description:
        'How many folders and images a page has at most, 1 to 1000. Default: 100 with `recursive` or ' +
        '`search`, else no limit.',
      example: 100,
    },
    cursor: { description: 'The page to send: `nextCursor`, or the cursor of a month.' },
    months: {
      description: '`true` counts the images of each month, in an order by date.',
    },
  }),
  answers: {
    200: {
      description: 'The folder.',
      headers: {
        ETag: etag,
        'Cache-Control': header('`no-cache`: ask again, with `If-None-Match`.'),
      },
      content: jsonContent(folderListingSchema(), {
        currentPath: '2024',
        parentPath: '',
        folders: [
          {
            name: 'summer',
            path: '2024/summer',
            imageCount: 2,
            subfolderCount: 0,
            cover: '2024/summer/beach.jpg',
            covers: ['2024/summer/beach.jpg', '2024/summer/tower.jpg'],
            lastModified: '2026-11-20T22:16:54.240Z',
          },
        ],
        images: [
          {
            name: 'garden.jpg',
            path: '2024/garden.jpg',
            size: 251_800,
            dimensions: { width: 1800, height: 1200 },
            taken: '2024-07-14T18:30:05',
            date: '2024-07-14T18:30:05',
            hidden: false,
            favourite: true,
            lastModified: '2026-11-20T22:16:54.239Z',
          },
        ],
        totalFolders: 1,
        totalImages: 1,
        nextCursor: null,
      }),
    },
    304: { description: 'Nothing in it has changed.', headers: { ETag: etag } },
  },
  failures: ['INVALID_REQUEST', 'FOLDER_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const createFolder = {
  id: 'createFolder',
  tag: 'Admin',
  summary: 'Create a folder',
  description:
    'Creates a folder, with missing folders above it. A folder that exists already is a success, too.',
  body: jsonBody(
    createFolderSchema,
    { path: '2024/summer', name: 'summer' },
    {
      path: { description: 'The path of the folder.' },
      name: { description: 'The last segment of `path`.' },
    },
  ),
  answers: changed('The folder exists.', createdFolderSchema(), 'The folder was created.', {
    folderPath: '2024/summer',
    folderName: 'summer',
    parentPath: '2024',
    created: '2026-11-20T22:16:54.201Z',
    exists: false,
  }),
  failures: ['INVALID_FOLDER_NAME', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const moveFolder = {
  id: 'moveFolder',
  tag: 'Admin',
  summary: 'Rename or move a folder',
  description:
    'Moves a folder with all that it holds. Missing folders above the new path are created.',
  body: jsonBody(
    moveFolderSchema,
    { path: '2024/summer', newPath: 'Holidays/Rome' },
    {
      path: { description: 'The path of the folder.' },
      newPath: { description: 'The path that it gets, which must not be taken.' },
    },
  ),
  answers: changed('The folder has its new path.', movedFolderSchema(), 'The folder was moved.', {
    path: '2024/summer',
    newPath: 'Holidays/Rome',
    totalImages: 2,
  }),
  failures: ['FOLDER_NOT_FOUND', 'INVALID_FOLDER_NAME', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const setCover = {
  id: 'setCover',
  tag: 'Admin',
  summary: 'Choose the cover of a folder',
  description:
    'Chooses the image that stands for a folder in listings. The choice follows both when they are ' +
    'moved, and counts while the image is below the folder and not hidden.',
  body: jsonBody(
    coverSchema,
    { path: '2024/summer', image: '2024/summer/tower.jpg' },
    {
      path: { description: 'The path of the folder.' },
      image: { description: 'The path of an image below it; null undoes the choice.' },
    },
  ),
  answers: changed('The folder as it is listed.', folderEntrySchema(), 'The cover was chosen.', {
    name: 'summer',
    path: '2024/summer',
    imageCount: 2,
    subfolderCount: 0,
    cover: '2024/summer/tower.jpg',
    covers: ['2024/summer/tower.jpg', '2024/summer/beach.jpg'],
    lastModified: '2026-11-20T22:16:54.240Z',
  }),
  failures: ['INVALID_REQUEST', 'FOLDER_NOT_FOUND', 'FILE_SYSTEM_ERROR', 'BUSY'],
} satisfies Operation

export const deleteFolder = {
  id: 'deleteFolder',
  tag: 'Admin',
  summary: 'Delete a folder',
  description: 'Deletes an empty folder for good, with `recursive` also all that a folder holds.',
  body: jsonBody(
    deleteFolderSchema,
    { path: '2024/summer', recursive: true },
    {
      path: { description: 'The path of the folder; never the root.' },
      recursive: { description: 'Whether to delete all in it, also files that are no images.' },
    },
  ),
  answers: changed(
    'The folder is gone, and this is what was in it.',
    deletedFolderSchema(),
    'The folder was deleted.',
    { path: '2024/summer', totalFolders: 0, totalImages: 2, otherFiles: 0 },
  ),
  failures: [
    'INVALID_REQUEST',
    'INVALID_FOLDER_NAME',
    'FOLDER_NOT_FOUND',
    'FOLDER_NOT_EMPTY',
    'FILE_SYSTEM_ERROR',
  ],
} satisfies Operation
