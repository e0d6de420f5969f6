import { t } from '../admin/lib/messages.ts'
import { api, dataOf } from '../admin/service/api.ts'
import { ApiError, sentenceOf } from '../admin/service/api-error.ts'
import type { Upload, UploadQueue } from '../admin/uploads/upload-queue.ts'

/** How long the service lets a guest take back what was sent, in milliseconds. */
const takeBackMs = 15 * 60_000

const secretKey = 'upload-secret'

/** Takes back what was sent from this page, by keys of the files that the page alone knows. */
export class TakeBack {
  readonly #token: string
  readonly #secret = sessionStorage.getItem(secretKey) ?? newSecret()
  /** Until when files may be taken back by their keys, by `performance.now()`. */
  readonly #until = new Map<string, number>()

  constructor(token: string) {
    this.#token = token
    sessionStorage.setItem(secretKey, this.#secret)
  }

  /** The headers to send a file with. */
  headersOf(file: File) {
    return { Authorization: `Bearer ${this.#token}`, 'Upload-Key': this.#keyOf(file) }
  }

  /**
   * Notes that a file has arrived.
   * @param onOver is called when it is too late to take it back.
   */
  allow(file: File, onOver: () => void): void {
    this.#until.set(this.#keyOf(file), performance.now() + takeBackMs)
    setTimeout(onOver, takeBackMs + 1)
  }

  isPossible({ file, state }: Upload): boolean {
    return state === 'stored' && (this.#until.get(this.#keyOf(file)) ?? 0) > performance.now()
  }

  async run(upload: Upload, uploads: UploadQueue): Promise<void> {
    const { file } = upload
    try {
      const sent = api.invitations.current.images.$delete({}, { headers: this.headersOf(file) })
      const isTakenBack = (await dataOf(sent)).totalDeleted > 0
      const key = this.#keyOf(file)
      // Somebody else may have sent it, or an earlier visit long ago.
      this.#until.delete(key)
      // What was picked twice is one picture.
      const isSame = (each: Upload) => each.state === 'stored' && this.#keyOf(each.file) === key
      const note = isTakenBack ? t.guests.takenBack : t.guests.tooLate
      for (const each of uploads.uploads.filter(isSame)) {
        uploads.noteTakenBack(each, note, isTakenBack)
      }
    } catch (error) {
      const hasEnded = error instanceof ApiError && error.code === 'AUTHENTICATION_REQUIRED'
      uploads.noteTakenBack(upload, hasEnded ? t.guests.ended : sentenceOf(error), false)
    }
  }

  /** The same for a file that is picked again, as a retry of it may find it stored. */
  #keyOf({ name, size, lastModified }: File): string {
    const numbers = [hashOf(name), size, Math.abs(lastModified)].map((each) => each.toString(36))
    return [this.#secret, ...numbers].join('-')
  }
}

const hashOf = (text: string) =>
  Array.from(text).reduce(
    (hash, sign) => (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) >>> 0,
    0,
  )

/** 128 random bits. Pages that came by http have no `crypto.randomUUID`. */
const newSecret = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
