import { t } from '../admin/lib/messages.ts'
import { api, dataOf } from '../admin/service/api.ts'
import { codeOf } from '../admin/service/api-error.ts'
import type { UploadLimits } from '../admin/uploads/prepare-file.ts'
import { sendFile } from '../admin/uploads/send-file.ts'
import { UploadModel } from '../admin/uploads/upload-model.ts'
import type { Upload } from '../admin/uploads/upload-queue.ts'
import { TakeBack, type Sent } from './take-back.ts'

/** What a guest sends by an invitation. */
export class GuestModel extends UploadModel {
  readonly #token: string
  readonly #takeBack: TakeBack
  /** Why the invitation takes nothing more, for a person; empty as long as it does. */
  refusal = ''

  /** @param invitation its id. */
  constructor(limits: UploadLimits, token: string, invitation: string) {
    super(limits, `unfinished-uploads ${invitation}`, async (upload, onProgress, signal) => {
      const key = this.#takeBack.keyOf(upload.original)
      const sent = sendFile(upload, onProgress, signal, this.#takeBack.headersOf(key))
      await sent.catch((error: unknown) => this.#stop(error))
      this.#takeBack.allow(upload.original.name, key, this.uploadStore.changed)
      this.refusal = ''
    })
    this.#token = token
    this.#takeBack = new TakeBack(token, `sent ${invitation}`)
  }

  override readonly takeBackOf = ({ file, state }: Upload) => {
    const key = this.#takeBack.keyOf(file)
    if (state !== 'stored' || this.#takeBack.find(key) === undefined) return undefined
    return async () => {
      const note = await this.#takeBack.run(key)
      // What was picked twice is one picture.
      for (const each of this.uploads.uploads) {
        const isSame = each.state === 'stored' && this.#takeBack.keyOf(each.file) === key
        if (isSame) this.uploads.noteTakenBack(each, note)
      }
    }
  }

  /** How many pictures have arrived. */
  get arrived(): number {
    return this.#takeBack.sent.length
  }

  /** What earlier visits have sent that may be taken back. */
  get earlier(): readonly Sent[] {
    const keys = new Set(this.uploads.uploads.map(({ file }) => this.#takeBack.keyOf(file)))
    return this.#takeBack.sent.filter(({ key }) => !keys.has(key) && this.#takeBack.find(key))
  }

  async takeBackEarlier({ key }: Sent): Promise<void> {
    this.refusal = await this.#takeBack.run(key)
    this.uploadStore.changed()
  }

  /** Whoever picks others, too, wants to send them. */
  uploadLeftOver(files: readonly File[]): void {
    this.add(files)
  }

  add(files: readonly File[]): void {
    // The service knows the folder by the token.
    this.upload(files.map((file) => ({ file, folder: '' })))
  }

  /** Ends the queue where the service would refuse all that is in it, and throws the error. */
  async #stop(error: unknown): Promise<never> {
    const code = codeOf(error)
    const isEnded = code === 'AUTHENTICATION_REQUIRED'
    // A name that the disk can't have is refused in the same way.
    if (isEnded || (code === 'INVALID_REQUEST' && (await this.#isFull()))) {
      this.refusal = isEnded ? t.guests.ended : t.guests.full
      this.uploads.cancelAll()
    }
    throw error
  }

  async #isFull(): Promise<boolean> {
    const headers = { Authorization: `Bearer ${this.#token}` }
    const { filesLeft } = await dataOf(api.invitations.current.$get({}, { headers }))
    return filesLeft === 0
  }
}
