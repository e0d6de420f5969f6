import { useState } from 'hono/jsx/dom'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { count, listNames } from '../lib/format-text.ts'
import { nameOf } from '../lib/location.ts'
import type { Model } from '../service/model.ts'

/** Deletes pictures: at once where they can be restored, else once it was asked. */
export function useDeletion(model: Model, onDeleted?: () => void) {
  const [asked, setAsked] = useState<readonly string[]>([])
  const remove = async (paths: readonly string[]) => {
    await model.changes.deleteImages(paths)
    onDeleted?.()
  }
  return {
    /** @throws {ApiError} */
    deleteImages: async (paths: readonly string[]) =>
      model.trashDays > 0 ? remove(paths) : setAsked(paths),
    isAsking: asked.length > 0,
    question: asked.length > 0 && (
      <DeleteDialog
        title={`Delete ${count(asked.length, 'picture')}?`}
        text={`${listNames(asked.map(nameOf))} will be gone for good, from the frames too.`}
        onDelete={() => remove(asked)}
        onClose={() => setAsked([])}
      />
    ),
  }
}
