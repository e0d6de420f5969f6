/** What the collection tells about itself. Paths are from the root, sizes in bytes, times ISO 8601. */
import { z } from 'zod'

const timestamp = z.string()

export const dimensionsSchema = z.object({
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
})

export const folderEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  imageCount: z.number().int(),
  subfolderCount: z.number().int(),
  lastModified: timestamp,
})

export const imageEntrySchema = z.object({
  name: z.string(),
  path: z.string(),
  size: z.number().int(),
  dimensions: dimensionsSchema,
  lastModified: timestamp,
})

export const folderListingSchema = z.object({
  currentPath: z.string(),
  parentPath: z.string().nullable(),
  folders: z.array(folderEntrySchema),
  images: z.array(imageEntrySchema),
  totalFolders: z.number().int(),
  totalImages: z.number().int(),
})

export const createdFolderSchema = z.object({
  folderPath: z.string(),
  folderName: z.string(),
  parentPath: z.string(),
  created: timestamp,
  exists: z.boolean(),
})

export const uploadedFileSchema = z.object({
  originalName: z.string(),
  fileName: z.string(),
  path: z.string(),
  size: z.number().int(),
  mimeType: z.string(),
})

export const uploadResultSchema = z.object({
  uploadedFiles: z.array(uploadedFileSchema),
  folder: z.string(),
  totalFiles: z.number().int(),
  totalSize: z.number().int(),
})

export const deletionSchema = z.discriminatedUnion('status', [
  z.object({ path: z.string(), status: z.literal('deleted'), size: z.number().int() }),
  z.object({ path: z.string(), status: z.literal('not_found'), error: z.string() }),
])

export const deletionResultSchema = z.object({
  deletedImages: z.array(deletionSchema),
  totalDeleted: z.number().int(),
  totalSize: z.number().int(),
})

export const countsSchema = z.object({
  totalFolders: z.number().int(),
  totalImages: z.number().int(),
})

export const summarySchema = countsSchema.extend({
  totalSize: z.number().int(),
  unreadable: z.array(z.object({ path: z.string(), error: z.string() })),
})

export type FolderListing = z.infer<typeof folderListingSchema>
export type FolderEntry = z.infer<typeof folderEntrySchema>
export type ImageEntry = z.infer<typeof imageEntrySchema>
export type CreatedFolder = z.infer<typeof createdFolderSchema>
export type UploadedFile = z.infer<typeof uploadedFileSchema>
export type UploadResult = z.infer<typeof uploadResultSchema>
export type Deletion = z.infer<typeof deletionSchema>
export type DeletionResult = z.infer<typeof deletionResultSchema>
export type Counts = z.infer<typeof countsSchema>
export type Summary = z.infer<typeof summarySchema>
