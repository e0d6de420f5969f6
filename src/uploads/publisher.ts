import { invalidRequest } from '../errors.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import { allOrNothing, type Undo } from '../lib/all-or-nothing.ts'
import type { Disk } from '../disk/disk.ts'
import type { FileIdentity } from '../disk/files/facts.ts'
import { isUnfitName } from '../disk/file-system-error.ts'
import { syncFolder } from '../disk/durable/sync-folder.ts'
import type { Marks } from '../library/marks.ts'
import { joinPath, type Folder } from '../library/tree/nodes.ts'
import type { Tree } from '../library/tree/tree.ts'
import { fileNames } from '../disk/file-names.ts'
import type { UploadedFile } from '../library/types.ts'
import type { FolderMaker } from './folder-maker.ts'
import { ImageSamples, NameSeries } from './name-series.ts'
import { tooManyFiles, type ReceivedFile } from './reception.ts'

/** Somebody who sends pictures by an invitation. */
export interface Guest {
  /** Where they go. */
  folder: string
  /** Counts one that is about to be published at a path, and gives how to take that back. */
  count: (path: string) => Promise<Undo>
  /** Marks those that were published as theirs, unless the invitation has ended meanwhile. */
  finish: (published: readonly { path: string; file: FileIdentity }[]) => Promise<void>
}

/** A folder to publish into. */
interface Target {
  folder: Folder
  /** Where it lies below the uploads directory. */
  diskPath: string
  /** A path that leads to it also when another process moves it. */
  inside: string
  /** By the names that files are to have. */
  series: Map<string, NameSeries>
  /** Who sends the files, where it is not an admin. */
  guest: Guest | undefined
  /** The files that were published, by their names. */
  published: Map<string, FileIdentity>
  onFailure: (undo: Undo) => void
}

/** Gives received files their names in the collection. The caller lets one change run at a time. */
export class Publisher {
  readonly #disk: Disk
  readonly #tree: Tree
  readonly #folderMaker: FolderMaker
  readonly #marks: Pick<Marks, 'remove'>
  readonly #samples: ImageSamples

  constructor(disk: Disk, tree: Tree, folderMaker: FolderMaker, marks: Pick<Marks, 'remove'>) {
    this.#disk = disk
    this.#marks = marks
    this.#tree = tree
    this.#folderMaker = folderMaker
    this.#samples = new ImageSamples(disk)
  }

  /**
   * Publishes all files into a folder or none of them. A failure leaves no folder behind either.
   * @throws INVALID_FOLDER_NAME, FILE_SYSTEM_ERROR; what those of the guest throw.
   */
  async publish(
    files: readonly ReceivedFile[],
    segments: readonly string[],
    guest?: Guest,
  ): Promise<UploadedFile[]> {
    return allOrNothing(async (onFailure) => {
      const folder = await this.#folderMaker.make(segments, onFailure)
      const diskPath = folder.diskPath
      return this.#disk.insideFolder(diskPath, (inside, handle, check) =>
        // What is taken back is in the folder, which has to be open for that.
        allOrNothing(async (onFailure) => {
          const target = {
            folder,
            diskPath,
            inside,
            series: new Map(),
            guest,
            published: new Map<string, FileIdentity>(),
            onFailure,
          }
          const uploaded: UploadedFile[] = []
          for (const file of files) uploaded.push(await this.#publishOne(file, target))
          await syncFolder(handle)
          await check()
          const published = Array.from(target.published, ([name, file]) => ({
            path: joinPath(folder.path, name),
            file,
          }))
          if (guest !== undefined) await guest.finish(published)
          // A picture that had the name before, and was removed by another program, may have left some.
          else await this.#marks.remove(published.map(({ path }) => path))
          return uploaded
        }),
      )
    })
  }

  /** Publishes a file under the first name that is free, or finds the same bytes under one. */
  async #publishOne(received: ReceivedFile, target: Target): Promise<UploadedFile> {
    const { originalName, header, file, same } = received
    const name = same ?? (await this.#nameOf(received, target))
    if (same !== undefined && !target.folder.images.has(same)) throw tooManyFiles()
    return {
      originalName,
      fileName: name,
      path: joinPath(target.folder.path, name),
      size: file.size,
      mimeType: pictureFormats.get(header.type).mediaType,
    }
  }

  async #nameOf(received: ReceivedFile, target: Target): Promise<string> {
    const { originalName, header, file } = received
    const wanted = fileNames.stored(originalName, header.type)
    const series = target.series.get(wanted) ?? new NameSeries(target.folder, wanted, this.#samples)
    target.series.set(wanted, series)
    for (const image of await series.alike(file)) {
      if (await file.equals(image.diskPath)) return image.name
    }
    for (;;) {
      const name = (await series.canTakeNext(file))
        ? await this.#takeName(received, series.nextName, target)
        : undefined
      await series.pass()
      if (name !== undefined) return name
    }
  }

  /**
   * Returns the name that the file has in the end: a disk that ignores case may hold the same bytes
   * under another spelling. `undefined` when a different file has the name.
   */
  async #takeName(
    received: ReceivedFile,
    name: string,
    { folder, diskPath: folderPath, inside, guest, published: files, onFailure }: Target,
  ): Promise<string | undefined> {
    const { header, file } = received
    const diskPath = joinPath(folderPath, name)
    const known = folder.images.get(name)
    // The name may be known in another normal form, which the disk would not find taken. Only what
    // is new counts, also at the limit.
    const isTaken =
      known?.diskName !== undefined ||
      (guest !== undefined && (await this.#disk.fileFacts(diskPath)) !== undefined)
    const link = `${inside}/${name}`
    const uncount = isTaken ? undefined : await guest?.count(joinPath(folder.path, name))
    if (uncount !== undefined) onFailure(uncount)
    const isPublished = !isTaken && (await publish(received, diskPath, link))
    if (!isPublished) {
      await uncount?.()
      return this.#sameFile(file, folder, name, folderPath)
    }
    onFailure(() => file.withdraw(link))
    const image = this.#tree.addImage(folder, name)
    onFailure(async () => this.#tree.removeImage(image))
    const published = await this.#disk.fileFacts(diskPath)
    if (published !== undefined) {
      files.set(name, published)
      this.#tree.noteFacts(image, published, header)
    }
    return name
  }

  /** Returns the name of the file that has the name already, if it holds the same bytes. */
  async #sameFile(
    file: ReceivedFile['file'],
    folder: Folder,
    name: string,
    folderPath: string,
  ): Promise<string | undefined> {
    const known = folder.images.get(name)
    const path = known === undefined ? joinPath(folderPath, name) : known.diskPath
    const facts = await this.#disk.fileFacts(path)
    if (facts?.size !== file.size || !(await file.equals(path))) return undefined
    if (known !== undefined) return name
    const diskName = (await this.#disk.nameOnDisk(folderPath, name)) ?? name
    const visibleName = diskName.normalize('NFC')
    if (!folder.images.has(visibleName)) {
      this.#tree.addImages(folder, [visibleName], new Map([[visibleName, diskName]]))
    }
    return visibleName
  }
}

/** @throws INVALID_REQUEST when the disk can't hold the name; FILE_SYSTEM_ERROR. */
async function publish(
  { file, originalName }: ReceivedFile,
  path: string,
  link: string,
): Promise<boolean> {
  try {
    return await file.publish(path, link)
  } catch (error) {
    if (!isUnfitName(error)) throw error
    throw invalidRequest(
      `Nothing was stored: the disk can not hold a file called "${originalName}". Give it another name.`,
      error,
    )
  }
}
