/** What the collection says of itself. Paths are relative to its root, sizes in bytes, times ISO 8601. */
import { z } from 'zod'

/** An object under the name that the document of the API has for it. */
export const named = <Shape extends z.ZodRawShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id })

/** A text with an example, perhaps in words. The examples of the API's document are made of these. */
export const textLike = (example: string, description?: string) =>
  z.string().meta({ description, examples: [example] })

/** The same of a number of something. */
export const countLike = (example: number, description: string) =>
  count().meta({ description, examples: [example] })

/** A value that may be null, in words, perhaps with an example. */
export const orNull = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  ...examples: (z.output<Schema> | null)[]
) => schema.nullable().meta({ description, ...(examples.length > 0 && { examples }) })

export const timestamp = () => textLike('2026-11-20T22:16:54.240Z').meta({ format: 'date-time' })
export const count = () => z.int().nonnegative()
export const bytes = () => countLike(347_327, 'In bytes.')
export const path = (example = '2024/summer/beach.jpg') =>
  textLike(example, 'Relative to the root of the collection.')

export const dimensionsSchema = () =>
  z.object({ width: count(), height: count() }).meta({
    description: 'In pixels, as displayed. Both are 0 if the image can not be read.',
    examples: [{ width: 1800, height: 1200 }],
  })

export const takenSchema = () =>
  orNull(
    z.string(),
    'When it was taken by EXIF, as `2024-05-17T18:30:05`: what the clock of the camera showed, ' +
      'whatever its time zone. Null where there is no date that can be.',
    '2024-07-14T18:30:05',
  )

export const folderEntrySchema = () =>
  named('FolderEntry', {
    name: textLike('rome'),
    path: path('2024/summer/rome'),
    imageCount: count().describe('Images in the folder and the folders below it.'),
    subfolderCount: count().describe('Folders directly in it.'),
    cover: orNull(
      z.string(),
      'The path of the image that stands for it: the one chosen, else the newest landscape below ' +
        'it, else the newest. Never a hidden one. Null where there is none.',
      '2024/summer/rome/tower.jpg',
    ),
    covers: z
      .array(path('2024/summer/rome/tower.jpg'))
      .describe('Up to four such images, the cover first.'),
    newest: orNull(
      z.string(),
      'The `date` of the newest image below it; null where that is not known.',
      '2024-07-16T10:02:41',
    ),
    lastModified: timestamp(),
  })

const imageEntrySchema = () =>
  named('ImageEntry', {
    name: textLike('beach.jpg'),
    path: path(),
    size: bytes(),
    dimensions: dimensionsSchema(),
    taken: takenSchema(),
    date: orNull(
      z.string(),
      'What orders by date go by: `taken`, else when its file was modified, by the clock of the ' +
        'service. Null where there is no date that can be.',
      '2024-07-14T18:30:05',
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
    month: orNull(z.string(), 'Such as `2024-06`; null for images without a date.'),
    images: count(),
    cursor: z.string().describe('The `cursor` of the page that begins with it.'),
  })

export const descriptionSchema = () =>
  orNull(
    z.string(),
    'What somebody wrote to it, by XMP, IPTC or EXIF, as one paragraph; null where nobody did.',
    'The first evening by the sea',
  )

export const imageFactsSchema = () =>
  imageEntrySchema()
    .extend({
      camera: orNull(
        z.string(),
        'Its make and model by EXIF; null where not known.',
        'Canon EOS 5D',
      ),
      description: descriptionSchema(),
    })
    .meta({ id: 'ImageFacts' })

export const folderListingSchema = () =>
  named('FolderListing', {
    currentPath: textLike('2024/summer', 'The path of the folder. Empty for the root.'),
    parentPath: orNull(
      z.string(),
      'The folder above. Empty for the root, null at the root.',
      '2024',
    ),
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
    nextCursor: orNull(z.string(), 'The `cursor` of the next page; null on the last.'),
    months: z
      .array(monthSchema())
      .optional()
      .describe(
        'The months of the images on all pages, in their order, if `months` asks for them.',
      ),
  })

export const trashTotalsSchema = () =>
  z.object({
    totalItems: count(),
    totalSize: bytes().describe('In bytes, of all files in the trash.'),
  })

export const countsSchema = () =>
  z.object({
    totalFolders: count().describe('Folders, without the root.'),
    totalImages: count().describe('Image files, readable or not.'),
  })

export const summarySchema = () =>
  countsSchema().extend({
    totalSize: bytes().describe('In bytes, of all images.'),
    disk: z.object({ free: bytes(), total: bytes() }).meta({
      description: 'The disk of the images: what is free for the service, and its size.',
      examples: [{ free: 21_474_836_480, total: 31_138_512_896 }],
    }),
    checked: count().describe(
      'Images that have been read to their end so far, which takes hours at first.',
    ),
    unreadable: z
      .array(
        z.object({
          path: path('2024/tower.jpg'),
          error: textLike(
            'cut off or damaged after its beginning',
            'Why it can not be read, or not be scaled.',
          ),
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
      .array(
        z.object({
          path: path(),
          error: textLike('holds a PNG picture: its name should end in .png', 'What it is.'),
        }),
      )
      .describe(
        'Images whose name ends as those of another format do. They are dealt all the same.',
      ),
  })

export type FolderListing = z.infer<ReturnType<typeof folderListingSchema>>
export type FolderEntry = z.infer<ReturnType<typeof folderEntrySchema>>
export type ImageEntry = z.infer<ReturnType<typeof imageEntrySchema>>
export type Month = z.infer<ReturnType<typeof monthSchema>>
export type ImageFacts = z.infer<ReturnType<typeof imageFactsSchema>>
export type TrashTotals = z.infer<ReturnType<typeof trashTotalsSchema>>
export type Counts = z.infer<ReturnType<typeof countsSchema>>
export type Summary = z.infer<ReturnType<typeof summarySchema>>
