import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { Reception } from '../../collection/uploads/reception.ts'
import { AppError } from '../../errors.ts'
import type { UploadForm } from '../response/schemas.ts'
import { done } from '../response/envelope.ts'
import { adminJson, JsonResponse } from '../response/json-response.ts'
import {
  idleTimeoutSeconds,
  withLongIdleTimeout,
  type AppEnvironment,
} from '../request/connection.ts'
import { readMultipart } from '../request/multipart.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'

const limits = {
  parts: 10_000,
  headerBytes: 16 * 1024,
  // File names are the one thing of a request that is kept until its answer.
  allHeaderBytes: 4 * 1024 ** 2,
  fieldBytes: 16 * 1024,
}

/** `/api/upload`: files come in as a stream and are stored all together or not at all. */
export function uploadRoutes(collection: Collection, store: SessionStore) {
  return new Hono<AppEnvironment>().post(
    '/',
    requireSession<{ in: { form: UploadForm } }>(store),
    async (c) => {
      const reception = collection.receive()
      try {
        // Bun counts the silence of a connection from the start of a request, whatever arrives.
        const stillThere = () => c.env?.setIdleTimeout?.(idleTimeoutSeconds)
        const folder = await receiveForm(c.req.raw, reception, stillThere)
        // Bringing many files to a slow card can take longer than a connection may be silent.
        const result = await withLongIdleTimeout(c.env, () =>
          collection.changes.publish(reception, folder, c.get('permission')),
        )
        const images = result.totalFiles === 1 ? 'image' : 'images'
        const message = `Stored ${result.totalFiles} ${images}.`
        return new JsonResponse(done(result, message), { headers: adminJson })
      } finally {
        await reception.discard()
      }
    },
  )
}

/** Reads the whole form and gives the target folder, which may come before or after the files. */
async function receiveForm(
  request: Request,
  reception: Reception,
  onChunk: () => void,
): Promise<string> {
  // What is packed can still look like a form, and would be stored as damaged pictures.
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) {
    throw new AppError('INVALID_REQUEST', 'Send the form as it is, without a Content-Encoding.')
  }
  let folder: string | undefined
  const contentType = request.headers.get('content-type') ?? undefined
  for await (const part of readMultipart(request.body, contentType, limits, onChunk)) {
    if (part.kind === 'field') {
      if (part.name === 'folder') folder ??= part.value
    } else if (part.name === 'files' && part.fileName !== '') {
      await reception.receive(part.fileName, part.content)
    }
  }
  return folder ?? ''
}
