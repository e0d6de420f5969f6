/** What changes of the collection answer with. Paths are relative to its root, sizes in bytes. */
import { z } from 'zod'
import { turnProblems } from '../formats/picture-formats.ts'
import { bytes, count, named, orNull, path, textLike, timestamp } from '../library/types.ts'

export const createdFolderSchema = () =>
  named('CreatedFolder', {
    folderPath: path('2024/summer'),
    folderName: textLike('summer'),
    parentPath: textLike('2024', 'The folder above. Empty for the root.'),
    created: timestamp(),
    exists: z.boolean().describe('Whether the folder existed before.'),
  })

const uploadedFileSchema = () =>
  named('UploadedFile', {
    originalName: textLike('beach.jpg', 'The name as sent.'),
    fileName: textLike('beach.jpg', 'The name under which it is stored.'),
    path: path(),
    size: bytes(),
    mimeType: textLike('image/jpeg', 'The media type of the content.'),
  })

export const uploadResultSchema = () =>
  named('UploadResult', {
    uploadedFiles: z.array(uploadedFileSchema()).describe('In the order sent.'),
    folder: textLike('2024/summer', 'The folder of the images. Empty for the root.'),
    totalFiles: count(),
    totalSize: bytes(),
  })

/** Paths of examples. */
const [beach, none, tower] = ['2024/summer/beach.jpg', '2024/none.jpg', '2024/tower.png']

const sentPath = (example = beach) => textLike(example, 'The path as sent.')

/** A list in the order of what was sent. */
const inOrder = <Outcome extends z.ZodType>(things: string, outcome: Outcome) =>
  z.array(outcome).describe(`One for each ${things}, in the same order.`)

/** What became of each image: it was done, or the image was not found. */
const outcomesOf = <Done extends { status: z.ZodLiteral<string> }, Others extends z.ZodObject[]>(
  id: string,
  done: Done,
  ...others: Others
) => {
  const error = textLike('There is no such image.', `Why nothing was ${done.status.value}.`)
  const notFound = z.object({ path: sentPath(none), status: z.literal('not_found'), error })
  const records = [z.object({ path: sentPath(), ...done }), notFound, ...others] as const
  return inOrder('path', z.discriminatedUnion('status', records).meta({ id }))
}

export const deletionResultSchema = () =>
  named('DeletionResult', {
    deletedImages: outcomesOf('Deletion', { status: z.literal('deleted'), size: bytes() }),
    totalDeleted: count(),
    totalSize: bytes().describe('In bytes, of all deleted images.'),
  })

export const moveResultSchema = () =>
  named('MoveResult', {
    movedImages: outcomesOf('ImageMove', {
      status: z.literal('moved'),
      newPath: path('Holidays/beach.jpg'),
    }),
    totalMoved: count(),
    folder: textLike('Holidays', 'The folder of the images. Empty for the root.'),
  })

export const rotationResultSchema = () =>
  named('RotationResult', {
    rotatedImages: outcomesOf(
      'Rotation',
      { status: z.literal('rotated') },
      z.object({
        path: sentPath(tower),
        status: z.literal('unsupported'),
        reason: z.enum(turnProblems),
        error: textLike('Only JPEGs can be rotated.', 'The reason as a sentence.'),
      }),
    ),
    totalRotated: count(),
  })

export const markResultSchema = () =>
  named('MarkResult', {
    markedImages: inOrder(
      'path',
      z.object({ path: sentPath(), status: z.enum(['marked', 'not_found']) }).meta({
        examples: [
          { path: beach, status: 'marked' },
          { path: none, status: 'not_found' },
        ],
      }),
    ),
    totalMarked: count(),
  })

/** The id of what is in the trash, in examples. */
export const trashedId = '8c1f0b6f6d0b4b0f9f0e5d8a7c3b2a10'

const sentId = () => textLike(trashedId, 'The id as sent.')

const recordsOf = <Shape extends z.ZodRawShape>(things: string, shape: Shape) =>
  inOrder(things, z.object(shape))

export const trashResultSchema = () =>
  named('TrashResult', {
    trashedItems: recordsOf('path, images first', {
      path: sentPath(),
      status: z.enum(['trashed', 'not_found']),
      id: orNull(z.string(), 'What it is restored by; null where not found.', trashedId),
    }),
    totalTrashed: count(),
  })

export const restoreResultSchema = () =>
  named('RestoreResult', {
    restoredItems: recordsOf('id', {
      id: sentId(),
      path: orNull(z.string(), 'Where it was; null where not found.', beach),
      status: z.enum(['restored', 'not_found']),
      newPath: orNull(z.string(), 'Where it is again; null where not found.', beach),
    }),
    totalRestored: count(),
  })

export const emptyTrashResultSchema = () =>
  named('EmptyTrashResult', {
    deletedItems: recordsOf('id', { id: sentId(), status: z.enum(['deleted', 'not_found']) }),
    totalDeleted: count(),
    totalSize: bytes().describe('In bytes, of all deleted files.'),
  })

export const movedFolderSchema = () =>
  named('MovedFolder', {
    path: path('2024/summer'),
    newPath: path('Holidays/Rome'),
    totalImages: count().describe('Images that moved with it.'),
  })

export const deletedFolderSchema = () =>
  named('DeletedFolder', {
    path: path('2024/summer'),
    totalFolders: count().describe('Folders that were in it, at any depth.'),
    totalImages: count().describe('Images that were in it, at any depth.'),
    otherFiles: count().describe('Other files that were in it, hidden ones too.'),
  })

export type CreatedFolder = z.infer<ReturnType<typeof createdFolderSchema>>
export type UploadedFile = z.infer<ReturnType<typeof uploadedFileSchema>>
export type UploadResult = z.infer<ReturnType<typeof uploadResultSchema>>
export type DeletionResult = z.infer<ReturnType<typeof deletionResultSchema>>
export type Deletion = DeletionResult['deletedImages'][number]
export type MoveResult = z.infer<ReturnType<typeof moveResultSchema>>
export type ImageMove = MoveResult['movedImages'][number]
export type RotationResult = z.infer<ReturnType<typeof rotationResultSchema>>
export type Rotation = RotationResult['rotatedImages'][number]
export type MarkResult = z.infer<ReturnType<typeof markResultSchema>>
export type TrashResult = z.infer<ReturnType<typeof trashResultSchema>>
export type RestoreResult = z.infer<ReturnType<typeof restoreResultSchema>>
export type EmptyTrashResult = z.infer<ReturnType<typeof emptyTrashResultSchema>>
export type MovedFolder = z.infer<ReturnType<typeof movedFolderSchema>>
export type DeletedFolder = z.infer<ReturnType<typeof deletedFolderSchema>>
