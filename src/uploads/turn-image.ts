import { readBytes, type ByteSource } from '../formats/byte-reader.ts'
import type { FileChange, Turn } from '../formats/format.ts'
import { pictureFormats, type TurnProblem } from '../formats/picture-formats.ts'
import { syncFolder } from '../disk/durable/sync-folder.ts'
import type { OpenedFile } from '../disk/files/opened-file.ts'
import type { StagedFile } from '../disk/staging/staged-file.ts'
import { imagePath, type Image } from '../library/tree/nodes.ts'
import type { Rotation } from './results.ts'
import type { ChangeParts } from './change-parts.ts'

const copyBytes = 256 * 1024

/**
 * By how much a turned file gets newer: the least that every file system keeps (FAT) and that an HTTP
 * date tells apart. So caches notice, and the picture keeps its place among those around it.
 */
const laterMs = 2000

const sentences: Record<TurnProblem, string> = {
  wrong_format: 'Only JPEGs can be rotated.',
  no_room: 'Its EXIF data have no room for the orientation.',
  damaged: 'The file is no picture, or damaged.',
}

/** Turns one JPEG, as `Changes.rotateImages` says. */
export async function turnImage(parts: ChangeParts, path: string, turn: Turn): Promise<Rotation> {
  const image = parts.tree.findImage(path)
  using file =
    image !== undefined && (await parts.prober.probe(image))
      ? await parts.disk.openFile(image.diskPath)
      : undefined
  if (image === undefined || file === undefined) {
    return { path, status: 'not_found', error: 'There is no such image.' }
  }
  const reason = await turnFile(parts, image, file, turn)
  if (reason === undefined) return { path, status: 'rotated' }
  return { path, status: 'unsupported', reason, error: sentences[reason] }
}

async function turnFile(
  { disk, tree, stage, marks }: ChangeParts,
  image: Image,
  file: OpenedFile,
  turn: Turn,
): Promise<TurnProblem | undefined> {
  if (image.type === undefined) return 'damaged'
  const change = await pictureFormats.planTurn(image.type, file, turn)
  if (typeof change === 'string') return change
  const staged = await stage()
  try {
    await copyChanged(file, staged, change)
    const header = await pictureFormats.readHeader(staged)
    if (typeof header === 'string') return 'damaged'
    await staged.setAttributes(file.mode, file.mtimeMs + laterMs)
    await staged.seal()
    const { diskPath, folder } = image
    await disk.insideFolder(folder.diskPath, async (inside, handle) => {
      await staged.replace(diskPath, `${inside}/${image.diskName}`, file)
      await syncFolder(handle)
    })
    const facts = await disk.fileFacts(diskPath)
    if (facts === undefined) return undefined
    tree.noteFacts(image, facts, header)
    const { takeBack } = image.marks
    if (takeBack?.file?.inode === file.inode) {
      await marks.put([
        [imagePath(image), { ...image.marks, takeBack: { ...takeBack, file: facts } }],
      ])
    }
    return undefined
  } finally {
    await staged.discard()
  }
}

/** Copies a file but for what changes in it. */
async function copyChanged(file: ByteSource, staged: StagedFile, change: FileChange) {
  const { position, removed, bytes } = change
  await copy(0, position)
  await staged.write(bytes)
  await copy(position + removed, file.size)

  async function copy(from: number, to: number): Promise<void> {
    for (let at = from; at < to;) {
      const chunk = await readBytes(file, at, Math.min(copyBytes, to - at))
      // Somebody cuts the file off: what is in its place differs from what was opened.
      if (chunk.length === 0) return
      await staged.write(chunk)
      at += chunk.length
    }
  }
}
