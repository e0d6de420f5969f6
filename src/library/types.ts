/** What the collection says of itself. Paths are relative to its root, sizes in bytes, times ISO 8601. */
import { z } from 'zod'
import { turnProblems } from '../formats/registry.ts'

/** An object under the name that the document of the API has for it. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id })

export const timestamp = () => z.string().meta({ format: 'date-time' })
const count = () => z.int().nonnegative()
const bytes = () => z.int().nonnegative().describe('In bytes.')
const path = () => z.string().describe('Relative to the root of the collection.')

export const dimensionsSchema = () =>
  z
    .object({ width: count(), height: count() })
    .describe('In pixels, as displayed. Both are 0 if the image can not be read.')

export const takenSchema = () =>
  z
    .string()
    .nullable()
    .describe(
      'When it was taken by EXIF, as `2024-05-17T18:30:05`: what the clock of the camera showed, ' +
        'whatever its time zone. Null where there is no date that can be.',
    )

export const folderEntrySchema = () =>
  named('FolderEntry', {
    name: z.string(),
    path: path(),
    imageCount: count().describe('Images in the folder and the folders below it.'),
    subfolderCount: count().describe('Folders directly in it.'),
    cover: z
      .string()
      .nullable()
      .describe(
        'The path of the image that stands for it: the one chosen, else the newest landscape below ' +
          'it, else the newest. Never a hidden one. Null where there is none.',
      ),
    covers: z.array(path()).describe('Up to four such images, the cover first.'),
    newest: z
      .string()
      .nullable()
      .describe('The `date` of the newest image below it; null where that is not known.'),
    lastModified: timestamp(),
  })

const imageEntrySchema = () =>
  named('ImageEntry', {
    name: z.string(),
    path: path(),
    size: bytes(),
    dimensions: dimensionsSchema(),
    taken: takenSchema(),
    date: z
      .string()
      .nullable()
      .describe(
        'What orders by date go by: `taken`, else when its file was modified, by the clock of the ' +
          'service. Null where there is no date that can be.',
      ),
    hidden: z.boolean().describe('Whether frames never get it.'),
    favourite: z.boolean(),
    waiting: z
      .literal(true)
      .optional()
      .describe(
        'It is hidden until an admin has said yes to it. Only of pictures that guests send.',
      ),
    invitation: z
      .object({ id: z.string(), label: z.string().nullable() })
      .optional()
      .describe('Which invitation it came by. Only of pictures that a guest has sent.'),
    lastModified: timestamp(),
  })

const monthSchema = () =>
  named('Month', {
    month: z.string().nullable().describe('Such as `2024-06`; null for images without a date.'),
    images: count(),
    cursor: z.string().describe('The `cursor` of the page that begins with it.'),
  })

export const descriptionSchema = () =>
  z
    .string()
    .nullable()
    .describe(
      'What somebody wrote to it, by XMP, IPTC or EXIF, as one paragraph; null where nobody did.',
    )

export const imageFactsSchema = () =>
  imageEntrySchema()
    .extend({
      camera: z.string().nullable().describe('Its make and model by EXIF; null where not known.'),
      description: descriptionSchema(),
    })
    .meta({ id: 'ImageFacts' })

export const folderListingSchema = () =>
  named('FolderListing', {
    currentPath: z.string().describe('The path of the folder. Empty for the root.'),
    parentPath: z
      .string()
      .nullable()
      .describe('The folder above. Empty for the root, null at the root.'),
    folders: z
      .array(folderEntrySchema())
      .describe(
        'Folders directly in it, sorted by name. With `recursive` none, with `search` those found.',
      ),
    images: z
      .array(imageEntrySchema())
      .describe('Images directly in it, or also below it. They follow the folders.'),
    totalFolders: count().describe('Folders on all pages.'),
    totalImages: count().describe('Images on all pages.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
    months: z
      .array(monthSchema())
      .optional()
      .describe(
        'The months of the images on all pages, in their order, if `months` asks for them.',
      ),
  })

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

export const trashTotalsSchema = () =>
  z.object({
    totalItems: count(),
    totalSize: bytes().describe('In bytes, of all files in the trash.'),
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

export const countsSchema = () =>
  z.object({
    totalFolders: count().describe('Folders, without the root.'),
    totalImages: count().describe('Image files, readable or not.'),
  })

export const summarySchema = () =>
  countsSchema().extend({
    totalSize: bytes().describe('In bytes, of all images.'),
    disk: z
      .object({ free: bytes(), total: bytes() })
      .describe('The disk of the images: what is free for the service, and its size.'),
    checked: count().describe(
      'Images that have been read to their end so far, which takes hours at first.',
    ),
    unreadable: z
      .array(
        z.object({
          path: path(),
          error: z.string().describe('Why it can not be read, or not be scaled.'),
          isFolder: z.literal(true).optional(),
          isForeign: z
            .literal(true)
            .optional()
            .describe(
              'Whether it has a format or a name that is not shown; `error` says what to do.',
            ),
        }),
      )
      .describe(
        'Image files that are never dealt, or not to frames that ask for a size, folders whose images ' +
          'are not even listed, and what reading every file to its end has found so far: images that ' +
          'are cut off or damaged, which are dealt all the same, and pictures of formats that are not ' +
          'shown. Every file of these can be deleted as images are.',
      ),
    trash: trashTotalsSchema().describe('What can be restored.'),
    misnamed: z
      .array(z.object({ path: path(), error: z.string().describe('What it is.') }))
      .describe(
        'Images whose name ends as those of another format do. They are dealt all the same.',
      ),
  })

export type FolderListing = z.infer<ReturnType<typeof folderListingSchema>>
export type FolderEntry = z.infer<ReturnType<typeof folderEntrySchema>>
export type ImageEntry = z.infer<ReturnType<typeof imageEntrySchema>>
export type Month = z.infer<ReturnType<typeof monthSchema>>
export type ImageFacts = z.infer<ReturnType<typeof imageFactsSchema>>
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
export type TrashTotals = z.infer<ReturnType<typeof trashTotalsSchema>>
export type MovedFolder = z.infer<ReturnType<typeof movedFolderSchema>>
export type DeletedFolder = z.infer<ReturnType<typeof deletedFolderSchema>>
export type Counts = z.infer<ReturnType<typeof countsSchema>>
export type Summary = z.infer<ReturnType<typeof summarySchema>>
