import { Hono } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { trimSlashes } from '../../collection/paths.ts'
import { invalidFolderName } from '../../collection/uploads/folder-maker.ts'
import { AppError } from '../../errors.ts'
import { done, sendUnchanging } from '../response/envelope.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { securityHeaders } from '../response/headers.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'
import { limitBody, validJson, withQuery } from '../middleware/validation.ts'

/** The most bytes of a JSON body. */
export const maxJsonBody = 1024 * 1024

export const listFoldersSchema = z.object({ path: z.string().optional() })

export const createFolderSchema = z
  .object({ path: z.string(), name: z.string() })
  .refine(({ path, name }) => name === trimSlashes(path).split('/').at(-1))

/** `/api/folders`: what there is to see, and new folders. */
export function folderRoutes(collection: Collection, store: SessionStore) {
  const noSuchFolder = () => new AppError('FOLDER_NOT_FOUND', 'Name one folder with "path".')
  const badFolder = () =>
    invalidFolderName('Send JSON with a folder "path" and a "name" that is its last segment.')

  return new Hono<AppEnvironment>()
    .get(
      '/',
      withQuery(listFoldersSchema, noSuchFolder, async (c, { path = '' }) =>
        sendUnchanging(c, await collection.list(path)),
      ),
    )
    .post(
      '/',
      requireSession(store),
      limitBody(maxJsonBody),
      validJson(createFolderSchema, badFolder),
      async (c) => {
        const folder = await collection.changes.createFolder(
          c.req.valid('json').path,
          c.get('permission'),
        )
        const message = folder.exists ? 'The folder already exists.' : 'The folder was created.'
        return c.json(done(folder, message), 200, securityHeaders)
      },
    )
}
