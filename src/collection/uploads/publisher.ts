import { AppError } from '../../errors.ts'
import { prohibitedChars, numberedFileName, storedFileName } from '../paths.ts'
import type { Disk } from '../disk/disk.ts'
import { insideFolder } from '../disk/verified-open.ts'
import { syncFolder } from '../disk/sync-folder.ts'
import { onDisk } from '../disk/file-system-error.ts'
import { mediaTypes } from '../../formats/header.ts'
import { folderDiskPath, imageDiskPath, type Folder, type Tree } from '../index/tree.ts'
import type { ReceivedFile } from './reception.ts'
import type { UploadedFile } from '../types.ts'

/** A change on the disk that can be taken back. */
export type Undo = () => Promise<unknown>

/** The error of a folder name that can't be used, with what may not be in one. */
export const invalidFolderName = (sentence: string) =>
  new AppError('INVALID_FOLDER_NAME', sentence, {
    details: { prohibitedChars: [...prohibitedChars] },
  })

/**
 * Makes folders and gives received files their names: all of a request or nothing. The caller
 * sees to it that one request does so at a time.
 */
export class Publisher {
  readonly #disk: Disk
  readonly #tree: Tree

  constructor(disk: Disk, tree: Tree) {
    this.#disk = disk
    this.#tree = tree
  }

  /**
   * Makes a folder and those above it where they are missing.
   * @throws INVALID_FOLDER_NAME when something else has the name of one.
   */
  async makeFolders(segments: readonly string[], undo: Undo[] = []): Promise<Folder> {
    let folder = this.#tree.root
    for (const name of segments) {
      const child = await this.#existing(folder.folders.get(name))
      folder = child ?? (await this.#makeFolder(folder, name, undo))
    }
    return folder
  }

  /** Publishes files into a folder. When one fails, none of them stays, nor a folder made for them. */
  async publish(files: readonly ReceivedFile[], segments: readonly string[]) {
    const undo: Undo[] = []
    try {
      const folder = await this.makeFolders(segments, undo)
      const path = folderDiskPath(folder)
      const uploaded: UploadedFile[] = []
      for (const file of files) uploaded.push(await this.#publishOne(file, folder, path, undo))
      await onDisk(() => insideFolder(this.#disk.root, path, (_, handle) => syncFolder(handle)))
      return uploaded
    } catch (error) {
      for (const step of undo.toReversed()) await step().catch(() => undefined)
      throw error
    }
  }

  /** A folder may have been deleted on the disk since it was last looked at. */
  async #existing(folder: Folder | undefined): Promise<Folder | undefined> {
    if (folder === undefined || (await this.#disk.folderFacts(folderDiskPath(folder)))) {
      return folder
    }
    await this.#disk.checkRoot()
    this.#tree.removeFolder(folder)
    return undefined
  }

  async #makeFolder(parent: Folder, name: string, undo: Undo[]): Promise<Folder> {
    const path = [folderDiskPath(parent), name].filter((part) => part !== '').join('/')
    const made = await this.#disk.makeFolder(path)
    const facts = await this.#disk.folderFacts(path)
    if (facts === undefined) {
      throw invalidFolderName('A file has the name of this folder. Choose another name.')
    }
    const folder = this.#tree.addFolder(parent, name)
    folder.inode = facts.inode
    folder.mtimeMs = facts.mtimeMs
    if (made) {
      undo.push(async () => {
        this.#tree.removeFolder(folder)
        await this.#disk.removeEmptyFolder(path)
      })
    }
    return folder
  }

  async #publishOne(
    { originalName, header, file }: ReceivedFile,
    folder: Folder,
    folderPath: string,
    undo: Undo[],
  ): Promise<UploadedFile> {
    const wanted = storedFileName(originalName, header.type)
    for (let number = 0; ; number += 1) {
      const name = numberedFileName(wanted, number)
      const diskPath = [folderPath, name].filter((part) => part !== '').join('/')
      const known = folder.images.get(name)
      const isTaken = known?.diskName !== undefined
      // A phone may send hundreds of pictures under one name, and trying to take a name is slow.
      const facts = known && (await this.#disk.fileFacts(imageDiskPath(known)))
      if (facts !== undefined && facts.size !== file.size) continue
      const isNew = !isTaken && (await file.publish(folderPath, name))
      if (isNew) undo.push(() => this.#disk.remove(diskPath))
      else if (!(await this.#isSame(file, folder, name, diskPath))) continue
      if (isNew) await this.#note(folder, name, diskPath, header, undo)
      return {
        originalName,
        fileName: name,
        path: [folder.path, name].filter((part) => part !== '').join('/'),
        size: file.size,
        mimeType: mediaTypes[header.type],
      }
    }
  }

  /** Whether a file that has the name already holds the same bytes. */
  async #isSame(
    file: ReceivedFile['file'],
    folder: Folder,
    name: string,
    path: string,
  ): Promise<boolean> {
    const image = folder.images.get(name)
    const existing = image === undefined ? path : imageDiskPath(image)
    const facts = await this.#disk.fileFacts(existing)
    if (facts?.size !== file.size || !(await file.equals(existing))) return false
    this.#tree.addImage(folder, name)
    return true
  }

  async #note(
    folder: Folder,
    name: string,
    diskPath: string,
    header: ReceivedFile['header'],
    undo: Undo[],
  ): Promise<void> {
    const facts = await this.#disk.fileFacts(diskPath)
    const image = this.#tree.addImage(folder, name)
    undo.push(async () => this.#tree.removeImage(image))
    if (facts === undefined) return
    Object.assign(image, { ...facts, ...header, problem: undefined })
    this.#tree.unreadable.delete(image)
  }
}
