/** What changes of the collection answer with. Paths are relative to its root, sizes in bytes. */
import { z } from 'zod'
import { turnProblems } from '../formats/registry.ts'
import { bytes, count, named, path, timestamp } from '../library/types.ts'

export const createdFolderSchema = () =>
  named('CreatedFolder', {
    folderPath: path(),
    folderName: z.string(),
    parentPath: z.string().describe('The folder above. Empty for the root.'),
    created: timestamp(),
    exists: z.boolean().describe('Whether the folder existed before.'),
  })

const uploadedFileSchema = () =>
  named('UploadedFile', {
    originalName: z.string().describe('The name as sent.'),
    fileName: z.string().describe('The name under which it is stored.'),
    path: path(),
    size: bytes(),
    mimeType: z.string().describe('The media type of the content.'),
  })

export const uploadResultSchema = () =>
  named('UploadResult', {
    uploadedFiles: z.array(uploadedFileSchema()).describe('In the order sent.'),
    folder: z.string().describe('The folder of the images. Empty for the root.'),
    totalFiles: count(),
    totalSize: bytes(),
  })

const sentPath = () => z.string().describe('The path as sent.')

const notFound = (why: string) =>
  z.object({
    path: sentPath(),
    status: z.literal('not_found'),
    error: z.string().describe(why),
  })

const deletionSchema = () =>
  z
    .discriminatedUnion('status', [
      z.object({ path: sentPath(), status: z.literal('deleted'), size: bytes() }),
      notFound('Why nothing was deleted.'),
    ])
    .meta({ id: 'Deletion' })

export const deletionResultSchema = () =>
  named('DeletionResult', {
    deletedImages: z.array(deletionSchema()).describe('One for each path, in the same order.'),
    totalDeleted: count(),
    totalSize: bytes().describe('In bytes, of all deleted images.'),
  })

const imageMoveSchema = () =>
  z
    .discriminatedUnion('status', [
      z.object({ path: sentPath(), status: z.literal('moved'), newPath: path() }),
      notFound('Why nothing was moved.'),
    ])
    .meta({ id: 'ImageMove' })

export const moveResultSchema = () =>
  named('MoveResult', {
    movedImages: z.array(imageMoveSchema()).describe('One for each path, in the same order.'),
    totalMoved: count(),
    folder: z.string().describe('The folder of the images. Empty for the root.'),
  })

const rotationSchema = () =>
  z
    .discriminatedUnion('status', [
      z.object({ path: sentPath(), status: z.literal('rotated') }),
      notFound('Why nothing was rotated.'),
      z.object({
        path: sentPath(),
        status: z.literal('unsupported'),
        reason: z.enum(turnProblems),
        error: z.string().describe('The reason as a sentence.'),
      }),
    ])
    .meta({ id: 'Rotation' })

export const rotationResultSchema = () =>
  named('RotationResult', {
    rotatedImages: z.array(rotationSchema()).describe('One for each path, in the same order.'),
    totalRotated: count(),
  })

export const markResultSchema = () =>
  named('MarkResult', {
    markedImages: z
      .array(z.object({ path: sentPath(), status: z.enum(['marked', 'not_found']) }))
      .describe('One for each path, in the same order.'),
    totalMarked: count(),
  })

export const trashResultSchema = () =>
  named('TrashResult', {
    trashedItems: z
      .array(
        z.object({
          path: sentPath(),
          status: z.enum(['trashed', 'not_found']),
          id: z.string().nullable().describe('What it is restored by; null where not found.'),
        }),
      )
      .describe('One for each path, images first, in the same order.'),
    totalTrashed: count(),
  })

const itemId = () => z.string().describe('The id as sent.')

export const restoreResultSchema = () =>
  named('RestoreResult', {
    restoredItems: z
      .array(
        z.object({
          id: itemId(),
          path: z.string().nullable().describe('Where it was; null where not found.'),
          status: z.enum(['restored', 'not_found']),
          newPath: z.string().nullable().describe('Where it is again; null where not found.'),
        }),
      )
      .describe('One for each id, in the same order.'),
    totalRestored: count(),
  })

export const emptyTrashResultSchema = () =>
  named('EmptyTrashResult', {
    deletedItems: z
      .array(z.object({ id: itemId(), status: z.enum(['deleted', 'not_found']) }))
      .describe('One for each id, in the same order.'),
    totalDeleted: count(),
    totalSize: bytes().describe('In bytes, of all deleted files.'),
  })

export const movedFolderSchema = () =>
  named('MovedFolder', {
    path: path(),
    newPath: path(),
    totalImages: count().describe('Images that moved with it.'),
  })

export const deletedFolderSchema = () =>
  named('DeletedFolder', {
    path: path(),
    totalFolders: count().describe('Folders that were in it, at any depth.'),
    totalImages: count().describe('Images that were in it, at any depth.'),
    otherFiles: count().describe('Other files that were in it, hidden ones too.'),
  })

export type CreatedFolder = z.infer<ReturnType<typeof createdFolderSchema>>
export type UploadedFile = z.infer<ReturnType<typeof uploadedFileSchema>>
export type UploadResult = z.infer<ReturnType<typeof uploadResultSchema>>
export type Deletion = z.infer<ReturnType<typeof deletionSchema>>
export type DeletionResult = z.infer<ReturnType<typeof deletionResultSchema>>
export type ImageMove = z.infer<ReturnType<typeof imageMoveSchema>>
export type MoveResult = z.infer<ReturnType<typeof moveResultSchema>>
export type Rotation = z.infer<ReturnType<typeof rotationSchema>>
export type RotationResult = z.infer<ReturnType<typeof rotationResultSchema>>
export type MarkResult = z.infer<ReturnType<typeof markResultSchema>>
export type TrashResult = z.infer<ReturnType<typeof trashResultSchema>>
export type RestoreResult = z.infer<ReturnType<typeof restoreResultSchema>>
export type EmptyTrashResult = z.infer<ReturnType<typeof emptyTrashResultSchema>>
export type MovedFolder = z.infer<ReturnType<typeof movedFolderSchema>>
export type DeletedFolder = z.infer<ReturnType<typeof deletedFolderSchema>>
