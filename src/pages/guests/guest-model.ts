import { t } from '../admin/lib/messages.ts'
import { Store } from '../admin/lib/store.ts'
import { ApiError } from '../admin/service/api-error.ts'
import { checkFile, prepareFile, type UploadLimits } from '../admin/uploads/prepare-file.ts'
import { Previews } from '../admin/uploads/previews.ts'
import { sendFile } from '../admin/uploads/send-file.ts'
import { untilOnline } from '../admin/uploads/until-online.ts'
import { UploadQueue } from '../admin/uploads/upload-queue.ts'

/** What a guest sends by an invitation. */
export class GuestModel {
  readonly uploadStore = new Store()
  readonly previews = new Previews()
  readonly limits: UploadLimits
  readonly uploads: UploadQueue
  /** Why the invitation takes nothing more, for a person; empty as long as it does. */
  refusal = ''

  constructor(limits: UploadLimits, token: string) {
    this.limits = limits
    this.uploads = new UploadQueue({
      send: async (...sent) => {
        await sendFile(...sent, token).catch((error: unknown) => this.#stop(error))
        this.refusal = ''
      },
      check: (file) => checkFile(file, limits),
      prepare: (file, isSmaller) => prepareFile(file, isSmaller, limits),
      wait: untilOnline,
      save: () => undefined,
      onChange: this.uploadStore.changed,
    })
  }

  add(files: readonly File[]): void {
    // The service knows the folder by the token.
    this.uploads.add(files.map((file) => ({ file, folder: '' })))
  }

  /** Ends the queue where the service would refuse all that is in it, and throws the error. */
  #stop(error: unknown): never {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'AUTHENTICATION_REQUIRED') this.refusal = t.guests.ended
    // The invitation is for so many pictures, and the page sends nothing else that is refused so.
    if (code === 'INVALID_REQUEST') this.refusal = t.guests.full
    if (this.refusal !== '') this.uploads.cancelAll()
    throw error
  }
}
