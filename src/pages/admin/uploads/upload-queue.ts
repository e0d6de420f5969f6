import { movedPath } from '../../../disk/paths.ts'
import { TransferRate } from '../lib/transfer-rate.ts'
import { t } from '../lib/messages.ts'
import { codeOf, sentenceOf, type ApiError } from '../service/api-error.ts'

/** One file on its way to the service. */
export interface Upload {
  readonly file: File
  /** The folder that it goes to. */
  folder: string
  /** Why it was refused, where another try would only be refused again. */
  refusal: ApiError['code'] | undefined
  state: 'waiting' | 'sending' | 'stored' | 'refused' | 'cancelled' | 'takenBack'
  /** How much of it has been sent, 0 to 1. */
  progress: number
  /** Why it was refused, or what it waits for. */
  note: string
}

/** What is sent: the file as the service takes it, and as it was picked. */
type SentUpload = Pick<Upload, 'file' | 'folder'> & { original: File }

/** Sends one file. Throws an `ApiError`; one with the code OFFLINE where no answer came. */
export type SendFile = (
  upload: SentUpload,
  onProgress: (part: number) => void,
  signal: AbortSignal,
) => Promise<void>

/** An unfinished upload as it is known after a reload: where it was to go, without the file. */
export interface Unfinished {
  name: string
  /** In bytes. */
  size: number
  folder: string
}

interface UploadQueueOptions {
  send: SendFile
  /** Throws an `ApiError` for a file that the service would refuse. */
  check: (file: File) => Promise<unknown>
  /** Turns a file into one that the service takes, or throws an `ApiError` that says what to do. */
  prepare: (file: File) => Promise<File>
  /** Waits so many milliseconds; less where the network comes back or the signal aborts. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Keeps what is unfinished over a reload. */
  save: (unfinished: Unfinished[]) => void
  onChange: () => void
  /** The time in milliseconds, from any moment. */
  now?: () => number
}

/** Waits between tries, in milliseconds: the last one goes on for ever. */
const waits = [1000, 2000, 4000, 8000, 15_000]

/** Refusals that another try would only repeat. */
const final = new Set<ApiError['code']>([
  'INVALID_FILE_TYPE',
  'FILE_SIZE_EXCEEDED',
  'INVALID_FOLDER_NAME',
  // As of a name that the disk can't have.
  'INVALID_REQUEST',
  'NO_FILES',
])

/**
 * Sends files one after the other, one request each, so that a lost connection costs one file. Goes
 * on by itself when the network or the service is back. Sending a file twice is harmless: the
 * service stores the same bytes under the same name once.
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #now: () => number
  readonly #rate = new TransferRate()
  uploads: readonly Upload[] = []
  #running: { upload: Upload; abort: AbortController; sent: Promise<void> } | undefined
  isPaused = false
  /** How many folders are being moved: nothing is sent meanwhile. */
  #moves = 0

  constructor(options: UploadQueueOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Why nothing can be sent at the moment; empty where something can. */
  get waitsFor(): string {
    const upload = this.#running?.upload
    return upload !== undefined && isUnfinished(upload) ? upload.note : ''
  }

  /** How long all that is unfinished will take, in milliseconds, where that is known. */
  timeLeft(): number | undefined {
    if (this.isPaused || this.waitsFor !== '') return undefined
    const left = this.uploads
      .filter(isUnfinished)
      .reduce((sum, { file, progress }) => sum + file.size * (1 - progress), 0)
    return left === 0 ? undefined : this.#rate.timeFor(left, this.#now())
  }

  add(files: readonly { file: File; folder: string }[]): void {
    const added = files.map(({ file, folder }): Upload => ({ file, folder, ...untried }))
    this.uploads = [...this.uploads, ...added]
    this.#changed()
    void this.#run()
    void this.#check(added)
  }

  pause(): void {
    this.isPaused = true
    this.#rate.reset()
    this.#running?.abort.abort()
    this.#changed()
  }

  resume(): void {
    this.isPaused = false
    this.#changed()
    void this.#run()
  }

  cancel(upload: Upload): void {
    if (!isUnfinished(upload)) return
    this.#set(upload, { state: 'cancelled', note: '' })
    if (this.#running?.upload === upload) this.#running.abort.abort()
  }

  retry(upload: Upload): void {
    if (!canRetry(upload)) return
    this.#set(upload, untried)
    void this.#run()
  }

  /** Notes what became of a stored file that was to be taken back. @param note why it was not. */
  noteTakenBack(upload: Upload, note: string): void {
    this.#set(upload, note === '' ? { state: 'takenBack', progress: 0, note } : { note })
  }

  /**
   * Waits until a folder is moved, as what is under way would make the former one again, and sends
   * what was to go there, or below it, to where that is now.
   */
  async follow(folder: string, moved: string, move: () => Promise<unknown>): Promise<void> {
    this.#moves += 1
    const { upload, abort, sent } = this.#running ?? {}
    try {
      // The service stores what it has as a whole, whether or not anybody waits for its answer.
      if (upload?.progress === 1) await sent
      else abort?.abort()
      await move()
      for (const each of this.uploads) {
        each.folder = movedPath(each.folder, folder, moved) ?? each.folder
      }
    } finally {
      this.#moves -= 1
      this.#changed()
      void this.#run()
    }
  }

  /** Cancels all that is unfinished. */
  cancelAll(): void {
    for (const upload of this.uploads.filter(isUnfinished)) this.cancel(upload)
  }

  /** Sends again what was refused or cancelled. */
  retryAll(): void {
    for (const upload of this.uploads.filter(canRetryWithAll)) this.retry(upload)
  }

  /** Forgets all that is over. */
  clear(): void {
    this.uploads = this.uploads.filter(isUnfinished)
    this.#changed()
  }

  /** Checks all at once, not each in its turn: whoever picked them is still there to act. */
  async #check(uploads: readonly Upload[]): Promise<void> {
    for (const upload of uploads) {
      await this.#options.check(upload.file).catch((error: unknown) => {
        if (upload.state === 'waiting') this.#refuse(upload, error)
      })
    }
  }

  async #run(): Promise<void> {
    if (this.#running !== undefined) return
    for (;;) {
      const isWaiting = this.isPaused || this.#moves > 0
      const upload = isWaiting ? undefined : this.uploads.find(isUnfinished)
      if (upload === undefined) return this.#rate.reset()
      const abort = new AbortController()
      const sent = this.#send(upload, abort.signal)
      this.#running = { upload, abort, sent }
      await sent
      this.#running = undefined
    }
  }

  async #send(upload: Upload, signal: AbortSignal): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        const file = await this.#options.prepare(upload.file)
        if (signal.aborted) return this.#stop(upload)
        upload.state = 'sending'
        await this.#options.send(
          { original: upload.file, file, folder: upload.folder },
          (part) => {
            this.#rate.add(Math.max(0, part - upload.progress) * upload.file.size, this.#now())
            upload.progress = part
            if (part > 0) upload.note = ''
            this.#options.onChange()
          },
          signal,
        )
        return this.#set(upload, { state: 'stored', progress: 1, note: '' })
      } catch (error) {
        if (signal.aborted || this.#moves > 0) return this.#stop(upload)
        const code = codeOf(error)
        if (code === undefined || final.has(code)) return this.#refuse(upload, error)
        this.#rate.reset()
        this.#set(upload, { state: 'waiting', progress: 0, note: sentenceOf(error) })
        const { wait = untilOnline } = this.#options
        await wait(waits[Math.min(tries, waits.length - 1)] ?? 0, signal)
        if (signal.aborted) return this.#stop(upload)
      }
    }
  }

  #refuse(upload: Upload, error: unknown): void {
    const refusal = codeOf(error)
    const note = refusal === undefined ? t.uploads.unexpected : sentenceOf(error)
    this.#set(upload, { state: 'refused', refusal, note })
  }

  /** A pause puts the file back, a cancellation leaves it cancelled. */
  #stop(upload: Upload): void {
    const state = upload.state === 'sending' ? 'waiting' : upload.state
    this.#set(upload, { state, progress: 0, note: '' })
  }

  #set(upload: Upload, change: Partial<Upload>): void {
    Object.assign(upload, change)
    this.#changed()
  }

  #changed(): void {
    const unfinished = this.uploads.filter(isUnfinished)
    this.#options.save(
      unfinished.map(({ file: { name, size }, folder }) => ({ name, size, folder })),
    )
    this.#options.onChange()
  }
}

const untried = { state: 'waiting', refusal: undefined, progress: 0, note: '' } as const

/** Whether a person can have it sent again. */
export const canRetry = (upload: Upload) => upload.state === 'takenBack' || canRetryWithAll(upload)

/** What somebody has taken back goes again by itself alone. */
export const canRetryWithAll = ({ state, refusal }: Upload) =>
  state === 'cancelled' || (state === 'refused' && refusal === undefined)

/** Whether it is still to be sent, or under way. */
export const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'sending'

/** Waits, but not beyond the moment at which the browser finds the network again. */
const untilOnline = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
