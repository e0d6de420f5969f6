import { invalidRequest } from '../errors.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import { allOrNothing, type Undo } from '../lib/all-or-nothing.ts'
import type { FileIdentity } from '../disk/files/facts.ts'
import { onUnfitName } from '../disk/file-system-error.ts'
import { syncFolder } from '../disk/durable/sync-folder.ts'
import type { Folder, Image } from '../library/tree/nodes.ts'
import { fileNames } from '../disk/file-names.ts'
import { joinPath } from '../disk/paths.ts'
import type { UploadedFile } from './results.ts'
import type { StagedFile } from '../disk/staging/staged-file.ts'
import type { ChangeParts } from './change-parts.ts'
import type { ImageSamples } from './image-samples.ts'
import { makeFolder } from './make-folder.ts'
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

/** The images that have one name, `name.jpg`, `name-1.jpg` and so on, as far as they were looked at. */
interface NameSeries {
  bySize: Map<number, Image[]>
  /** The first number that was not looked at. */
  next: number
}

interface Target extends PublisherParts {
  folder: Folder
  /** A path that leads to it also when another process moves it. */
  inside: string
  /** By the names that files are to have. */
  series: Map<string, NameSeries>
  /** Who sends the files, where it is not an admin. */
  guest: Guest | undefined
  /** The files that have got their names. */
  published: { path: string; file: FileIdentity }[]
  onFailure: (undo: Undo) => void
}

interface PublisherParts extends Pick<ChangeParts, 'disk' | 'tree' | 'marks'> {
  samples: ImageSamples
}

/**
 * Publishes received files into a folder, all or none of them. A failure leaves no folder behind
 * either. The caller lets one change run at a time.
 * @throws INVALID_FOLDER_NAME, FILE_SYSTEM_ERROR; what those of the guest throw.
 */
export async function publish(
  parts: PublisherParts,
  files: readonly ReceivedFile[],
  segments: readonly string[],
  guest?: Guest,
): Promise<UploadedFile[]> {
  const { disk, marks } = parts
  return allOrNothing(async (onFailure) => {
    const folder = await makeFolder(parts, segments, onFailure)
    return disk.insideFolder(folder.diskPath, (inside, handle, check) =>
      // What is taken back is in the folder, which has to be open for that.
      allOrNothing(async (onFailure) => {
        const published: Target['published'] = []
        const series: Target['series'] = new Map()
        const target = { ...parts, folder, inside, series, guest, published, onFailure }
        const uploaded = await Array.fromAsync(files, (file) => publishOne(file, target))
        await syncFolder(handle)
        await check()
        if (guest !== undefined) await guest.finish(published)
        // A picture that had the name before, and was removed by another program, may have left some.
        else await marks.remove(published.map(({ path }) => path))
        return uploaded
      }),
    )
  })
}

/** Publishes a file under the first name that is free, or finds the same bytes under one. */
async function publishOne(received: ReceivedFile, target: Target): Promise<UploadedFile> {
  const { originalName, header, file, same } = received
  const name = same ?? (await nameOf(received, target))
  if (same !== undefined && !target.folder.images.has(same)) throw tooManyFiles()
  return {
    originalName,
    fileName: name,
    path: joinPath(target.folder.path, name),
    size: file.size,
    mimeType: pictureFormats.get(header.type).mediaType,
  }
}

async function nameOf(received: ReceivedFile, target: Target): Promise<string> {
  const { originalName, header, file } = received
  const wanted = fileNames.stored(originalName, header.type)
  const { folder, samples } = target
  const series = target.series.getOrInsertComputed(wanted, () => ({ bySize: new Map(), next: 0 }))
  for (const image of series.bySize.get(file.size) ?? []) {
    const mayBeSame = await samples.mayHold(image, file)
    if (mayBeSame && (await file.equals(image.diskPath))) return image.name
  }
  for (;;) {
    const next = fileNames.numbered(wanted, series.next)
    const holder = folder.images.get(next)
    const isOther = holder !== undefined && !(await samples.mayHold(holder, file))
    const name = isOther ? undefined : await takeName(received, next, target)
    series.next += 1
    const image = folder.images.get(next)
    const size = image && (await samples.sizeOf(image))
    if (image !== undefined && size !== undefined) {
      series.bySize.getOrInsertComputed(size, () => []).push(image)
    }
    if (name !== undefined) return name
  }
}

/**
 * Returns the name that the file has in the end: a disk that ignores case may hold the same bytes
 * under another spelling. `undefined` when a different file has the name.
 */
async function takeName(
  received: ReceivedFile,
  name: string,
  target: Target,
): Promise<string | undefined> {
  const { disk, tree, folder, inside, guest, published, onFailure } = target
  const { originalName, header, file } = received
  const unfitName = (error: unknown) =>
    invalidRequest(
      `Nothing was stored: the disk can not hold a file called "${originalName}". Give it another name.`,
      error,
    )
  const diskPath = joinPath(folder.diskPath, name)
  const known = folder.images.get(name)
  // The name may be known in another normal form, which the disk would not find taken. Only what
  // is new counts, also at the limit.
  const isTaken =
    (known !== undefined && known.diskName !== name) ||
    (guest !== undefined && (await disk.fileFacts(diskPath)) !== undefined)
  const link = `${inside}/${name}`
  const path = joinPath(folder.path, name)
  const uncount = isTaken ? undefined : await guest?.count(path)
  if (uncount !== undefined) onFailure(uncount)
  const isPublished = !isTaken && (await file.publish(diskPath, link).catch(onUnfitName(unfitName)))
  if (!isPublished) {
    await uncount?.()
    return sameFile(file, name, target)
  }
  onFailure(() => file.withdraw(link))
  const image = tree.addImage(folder, name)
  onFailure(async () => tree.removeImage(image))
  const facts = await disk.fileFacts(diskPath)
  if (facts !== undefined) {
    published.push({ path, file: facts })
    tree.noteFacts(image, facts, header)
  }
  return name
}

/** Returns the name of the file that has the name already, if it holds the same bytes. */
async function sameFile(
  file: StagedFile,
  name: string,
  { disk, tree, folder }: Target,
): Promise<string | undefined> {
  const known = folder.images.get(name)
  const path = known?.diskPath ?? joinPath(folder.diskPath, name)
  const facts = await disk.fileFacts(path)
  if (facts?.size !== file.size || !(await file.equals(path))) return undefined
  if (known !== undefined) return name
  const diskName = (await disk.nameOnDisk(folder.diskPath, name)) ?? name
  const visibleName = diskName.normalize('NFC')
  return tree.addImage(folder, visibleName, diskName).name
}
