import { Store } from '../lib/store.ts'
import { checkFile, prepareFile, type UploadLimits } from './prepare-file.ts'
import { UnfinishedUploads } from './unfinished.ts'
import { UploadQueue, type SendFile, type Upload } from './upload-queue.ts'

/** What the pages that send files have in common: the uploads, and what earlier visits could not send. */
export abstract class UploadModel {
  readonly uploadStore = new Store()
  readonly limits: UploadLimits
  readonly uploads: UploadQueue
  readonly unfinished: UnfinishedUploads
  /** Gives what takes back a file that is stored, where that is possible at the moment. */
  readonly takeBackOf?: (upload: Upload) => (() => Promise<void>) | undefined

  /** @param key under which the browser keeps what is unfinished. */
  constructor(limits: UploadLimits, key: string, send: SendFile) {
    this.limits = limits
    this.unfinished = new UnfinishedUploads(key)
    this.uploads = new UploadQueue({
      send,
      check: (file) => checkFile(file, limits),
      prepare: (file) => prepareFile(file, limits),
      save: this.unfinished.save,
      onChange: this.uploadStore.changed,
    })
  }

  forgetLeftOver(): void {
    this.unfinished.forget()
    this.uploadStore.changed()
  }

  upload(files: readonly Pick<Upload, 'file' | 'folder'>[]): void {
    this.unfinished.take(files)
    this.uploads.add(files)
  }

  /** Uploads files that are picked in place of those that an earlier visit could not send. */
  abstract uploadLeftOver(files: readonly File[]): void
}
