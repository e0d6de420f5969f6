import { allOrNothing } from '../lib/all-or-nothing.ts'
import type { ImageMarks } from '../library/tree/nodes.ts'
import { moveToTrash } from './move-to-trash.ts'
import type { TrashParts } from './restore-items.ts'
import { deleteImages } from '../uploads/change-images.ts'
import { sha256 } from '../lib/hash.ts'

/**
 * Moves to the trash, where there is one, what a guest has sent with a key in the last 15 minutes, as
 * long as it is the file that was stored. It counts for the invitation no more.
 * @returns how many images.
 * @throws AUTHENTICATION_REQUIRED, FILE_SYSTEM_ERROR, BUSY.
 */
export async function takeBack(parts: TrashParts, id: string, key: string): Promise<number> {
  const { disk, scanner, marks, trash, invitations, clock } = parts
  await invitations.current(id)
  const hash = sha256(key)
  const sent: (readonly [path: string, marks: ImageMarks])[] = []
  // By its marks an image is found also where it was moved.
  for (const [path, each] of marks.values) {
    const { invitation, takeBack } = each
    if (invitation?.id !== id || takeBack?.hash !== hash || takeBack.until <= clock()) continue
    const image = await scanner.findImage(path)
    if (image === undefined || takeBack.file === undefined) continue
    // Another picture may have its path.
    if (await disk.holds(image.diskPath, takeBack.file)) sent.push([path, each])
  }
  const paths = sent.map(([path]) => path)
  const total = trash.isInUse
    ? await allOrNothing(async (onFailure) => {
        // What an admin restores is not taken back once more, nor counted less again.
        onFailure(() => marks.put(sent))
        await marks.put(sent.map(([path, each]) => [path, { ...each, takeBack: undefined }]))
        return (await moveToTrash(parts, paths, [])).totalTrashed
      })
    : (await deleteImages(parts, paths)).totalDeleted
  await invitations.uncount(id, total)
  return total
}
