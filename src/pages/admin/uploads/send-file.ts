import { ApiError, offline } from '../service/api-error.ts'
import type { SendFile, Upload } from './upload-queue.ts'
import type { Failure } from '../../../app.ts'

/** How long an upload may stand still before its connection counts as lost, in milliseconds. */
const stallAfter = 60_000

/**
 * Sends a file as a form. XMLHttpRequest, since `fetch` can't report the progress of an upload.
 * @param guest the headers of one who sends it by an invitation, which knows the folder.
 */
export const sendFile = (
  { file, folder }: Pick<Upload, 'file' | 'folder'>,
  onProgress: Parameters<SendFile>[1],
  signal: AbortSignal,
  guest?: Readonly<Record<string, string>>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const form = new FormData()
    if (guest === undefined) form.append('folder', folder)
    form.append('files', file)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    let timer = setTimeout(abort, stallAfter)
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(abort, stallAfter)
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      const { status, response }: { status: number; response: Failure | null } = request
      if (status === 200) resolve()
      else reject(response === null ? offline(status) : new ApiError(response.code))
    })
    signal.addEventListener('abort', abort)
    request.open('POST', '/api/upload')
    for (const [name, value] of Object.entries(guest ?? {})) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.send(form)
  })
