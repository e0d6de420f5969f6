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
import { requireSession } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'

const limits = {
  parts: 10_000,
  headerBytes: 16 * 1024,
  // File names are kept until the answer.
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
        // Bun's idle timeout counts from the start of a request, even while data arrives.
        const keepAlive = () => c.env?.setIdleTimeout?.(idleTimeoutSeconds)
        const folder = await receiveForm(c.req.raw, reception, keepAlive)
        // Writing many files to a slow card can take longer than the idle timeout.
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

/** Receives the files of a form and gives its folder, which may come before or after them. */
async function receiveForm(
  request: Request,
  reception: Reception,
  onChunk: () => void,
): Promise<string> {
  // Compressed data can look like a form, and would be stored as damaged pictures.
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
