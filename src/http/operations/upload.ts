import type { Context } from 'hono'
import { z } from 'zod'
import { busy, invalidRequest } from '../../errors.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import type { WaitForInput } from '../../lib/waiting/waiter.ts'
import { uploadResultSchema, type UploadResult } from '../../uploads/results.ts'
import { invalidFolderName } from '../../uploads/make-folder.ts'
import type { Reception } from '../../uploads/reception.ts'
import type { Dependencies } from '../dependencies.ts'
import { changed, optional } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { idleTimeoutSeconds } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { readMultipart } from '../request/multipart.ts'
import { uploadHeaders } from '../request/upload-key.ts'
import { countImages, doneAnswer } from '../response/json-response.ts'

/** How many uploads of admins are received at a time, and how many more may wait; and of each invitation. */
const room = { concurrency: 4, capacity: 48 }

/**
 * Bun holds up to 1.2 MB of an upload that waits. Guests may be many, so that one of more bytes than
 * this waits for three.
 */
const maxSmall = 512 * 1024

const tooMany = () => busy('Too many uploads are under way. Try again', 10)

const limits = {
  parts: 10_000,
  headerBytes: 16 * 1024,
  // File names are kept until the answer.
  allHeaderBytes: 4 * 1024 ** 2,
  fieldBytes: 16 * 1024,
}

/** `/api/upload`: files come in as a stream and are stored all together or not at all. */
export function uploadOperations({ collection }: Dependencies) {
  // However many guests come, an admin does not wait for them, nor do guests of another invitation, as
  // one has half of what there is at most.
  const ofAdmins = new Queue<UploadResult>({ ...room, refuse: tooMany })
  const ofGuests = new Queue<UploadResult>({
    concurrency: 2 * room.concurrency,
    capacity: 2 * room.capacity,
    refuse: tooMany,
  })

  async function receive(c: Context<AppEnvironment>, wait: WaitForInput): Promise<UploadResult> {
    // The session or invitation may have ended while this waited for other uploads.
    c.get('permission')()
    await using reception = await collection.receive(c.get('sender'))
    // Bun's idle timeout counts from the start of a request, even while data arrives.
    const keepAlive = () => c.env.allowIdling(idleTimeoutSeconds)
    keepAlive()
    const folder = await receiveForm(c.req.raw, reception, async (chunk) => {
      // Bytes that have come may wait for a place again.
      const received = await wait(chunk.finally(() => c.env.allowIdling()))
      keepAlive()
      return received
    })
    // Writing many files to a slow card can take longer than the idle timeout.
    return await c.env.withLongIdleTimeout(() =>
      collection.changes.publish(reception, folder, c.get('permission'), c.get('sender')),
    )
  }

  return new Operations().add('POST /api/upload', {
    who: 'uploader',
    id: 'uploadImages',
    summary: 'Upload images',
    description:
      'Stores all files of the form or none, and durably: they survive a power cut. If a name is taken by ' +
      'another image, the new one becomes `name-1.jpg`. The same image sent again is stored once, so an ' +
      'interrupted upload can be repeated. A form may have at most 10,000 parts. ' +
      'With the token of an invitation, guests send images to its folder; those sent again count once.',
    headers: uploadHeaders,
    form: () =>
      z.object({
        files: z
          .array(z.file())
          .min(1)
          .describe(`One or more ${pictureFormats.names} files. Repeat the field for each.`),
        folder: optional(
          z.string(),
          'The target folder, created if missing. Default: the root, or the folder of the invitation.',
          '2024/summer',
        ),
      }),
    handle: async (c) => {
      const group = c.get('sender')?.invitation
      const waiter = { client: c.env.network, group, signal: c.req.raw.signal, weight: weightOf(c) }
      const queue = group === undefined ? ofAdmins : ofGuests
      const result = await c.env.withLongIdleTimeout(() =>
        queue.run(Symbol(), waiter, ({ wait }) => receive(c, wait)),
      )
      return doneAnswer(result, `Stored ${countImages(result.totalFiles)}.`)
    },
    answers: () => changed(uploadResultSchema(), 'Stored 1 image.'),
    failures: [
      'INVALID_REQUEST',
      'INVALID_FOLDER_NAME',
      'NO_FILES',
      'INVALID_FILE_TYPE',
      'FILE_SIZE_EXCEEDED',
      'BUSY',
    ],
  })
}

function weightOf(c: Context<AppEnvironment>): number {
  const length = Number(c.req.header('content-length') ?? Infinity)
  return c.get('sender') !== undefined && length > maxSmall ? 3 : 1
}

/**
 * Receives the files of a form and gives its folder, if it names one, before or after them.
 * @throws INVALID_FOLDER_NAME when the form names two folders, or sends a file as one.
 */
async function receiveForm(
  request: Request,
  reception: Reception,
  wait: WaitForInput,
): Promise<string | undefined> {
  // Compressed data can look like a form, and would be stored as damaged pictures.
  if (!/^(identity)?$/i.test(request.headers.get('content-encoding') ?? '')) {
    throw invalidRequest('Send the form as it is, without a Content-Encoding.')
  }
  let folder: string | undefined
  const contentType = request.headers.get('content-type') ?? undefined
  for await (const part of readMultipart(request.body, contentType, limits, wait)) {
    if (part.name === 'folder') {
      // Pictures in a folder that the client did not mean are hard to find again.
      if (part.kind === 'file' || folder !== undefined) {
        throw invalidFolderName('Send "folder" once, as text.')
      }
      folder = part.value
    } else if (part.kind === 'file' && part.name === 'files') {
      await reception.receive(part.fileName, part.content)
    }
  }
  return folder
}
