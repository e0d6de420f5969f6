import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { isByDate, listOrders } from '../../library/listing/list-request.ts'
import type { FolderListing } from '../../library/types.ts'
import { trimSlashes } from '../../disk/paths.ts'
import { invalidFolderName } from '../../uploads/folder-maker.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import { publicHeaders } from '../response/headers.ts'
import { doneAnswer, JsonResponse, success } from '../response/json-response.ts'
import { isNotModified } from '../response/preconditions.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { listedPath } from '../request/picture-url.ts'
import { whole } from '../request/frame/rendition-query.ts'
import type { AdminGuard } from '../middleware/admin.ts'
import { validJson, withQuery } from '../middleware/validation.ts'

const isTrue = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .pipe(z.boolean())

export const listFoldersSchema = z
  .object({
    path: z.string().optional(),
    order: z.enum(listOrders).optional(),
    recursive: isTrue.optional(),
    search: z.string().trim().min(1).max(200).optional(),
    limit: whole(1, 1000).optional(),
    cursor: z.string().optional(),
    months: isTrue.optional(),
  })
  .refine(({ order = 'name', months = false }) => !months || isByDate(order))

export const createFolderSchema = z.object({ path: z.string(), name: z.string() })

export const moveFolderSchema = z.object({ path: z.string(), newPath: z.string() })

export const deleteFolderSchema = z.object({
  path: z.string(),
  recursive: z.boolean().optional(),
})

const badListRequest = () =>
  invalidRequest(
    `Give "order" as ${listOrders.join(', ')}, "recursive" as true or false, "search" as 1 to 200 ` +
      'characters, "limit" from 1 to 1000, "months" as true only with an order by date, and each once.',
  )

export const coverSchema = z.object({ path: z.string(), image: z.string().nullable() })

const badCover = () =>
  invalidRequest(
    'Send JSON with the "path" of a folder, and as "image" the path of one below it, or null.',
  )

/** `/api/folders`: lists, creates, moves and deletes folders. */
export function folderRoutes(collection: Collection, requireAdmin: AdminGuard) {
  const noSuchFolder = () => new AppError('FOLDER_NOT_FOUND', 'Name one folder with "path".')
  const badListing = (error: z.ZodError) =>
    error.issues.some(({ path: [name] }) => name === 'path') ? noSuchFolder() : badListRequest()
  const badFolder = () =>
    invalidFolderName('Send JSON with the "path" of the folder and its last segment as "name".')

  /**
   * Listings as they are sent: the collection gives the same object until something in the folder
   * changes. Connections that read slowly share a blob, where each would hold a copy of a text.
   */
  const sent = new WeakMap<FolderListing, ReturnType<typeof encode>>()

  return new Hono<AppEnvironment>()
    .get(
      '/',
      withQuery(listFoldersSchema, badListing, async (c, { path = '', ...request }) => {
        const listing = await collection.list(path, {
          ...request,
          client: c.env.network,
        })
        const known = sent.get(listing) ?? encode(listing)
        sent.set(listing, known)
        const { body, headers, encoded } = known
        return isNotModified(c.req.raw.headers, headers)
          ? new JsonResponse(body, { headers, encoded: null, status: 304 })
          : new JsonResponse(body, { headers, encoded })
      }),
    )
    .post('/', requireAdmin, validJson(createFolderSchema, badFolder), async (c) => {
      const { path, name } = c.req.valid('json')
      if (!isLastSegment(name, path)) {
        throw invalidFolderName('The "name" has to be the last segment of "path".')
      }
      const folder = await collection.changes.createFolder(path, c.get('permission'))
      const message = folder.exists ? 'The folder already exists.' : 'The folder was created.'
      return doneAnswer(folder, message)
    })
    .patch(
      '/',
      requireAdmin,
      validJson(moveFolderSchema, () =>
        invalidFolderName('Send JSON with the "path" of the folder and its "newPath".'),
      ),
      async (c) => {
        const { path, newPath } = c.req.valid('json')
        const moved = await collection.changes.moveFolder(path, newPath, c.get('permission'))
        return doneAnswer(moved, 'The folder was moved.')
      },
    )
    .put('/cover', requireAdmin, validJson(coverSchema, badCover), async (c) => {
      const { path, image } = c.req.valid('json')
      const chosen = image && listedPath(image)
      const folder = await collection.changes.setCover(path, chosen, c.get('permission'))
      return doneAnswer(folder, image === null ? 'The choice was undone.' : 'The cover was chosen.')
    })
    .delete(
      '/',
      requireAdmin,
      validJson(deleteFolderSchema, () =>
        invalidRequest(
          'Send JSON with the "path" of the folder, and "recursive" as true or false.',
        ),
      ),
      async (c) => {
        const { path, recursive = false } = c.req.valid('json')
        const deleted = await collection.changes.deleteFolder(path, recursive, c.get('permission'))
        return doneAnswer(deleted, 'The folder was deleted.')
      },
    )
}

function encode(listing: FolderListing) {
  const body = success(listing)
  const text = JSON.stringify(body)
  const headers = {
    ...publicHeaders,
    'Cache-Control': 'no-cache',
    'Content-Type': 'application/json',
    ETag: `"${Bun.hash(text).toString(36)}"`,
  }
  return { body, headers, encoded: new Blob([text]) }
}

/** Compares in Unicode NFC, in which names are stored: macOS sends some in NFD. */
const isLastSegment = (name: string, path: string) =>
  name.normalize('NFC') === trimSlashes(path.normalize('NFC')).split('/').at(-1)
