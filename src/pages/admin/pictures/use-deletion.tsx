import { useState } from 'preact/hooks'
import { DeleteDialog } from '../dialogs/action-dialog.tsx'
import { nameOf } from '../lib/location.ts'
import { joinSentences, listNames } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { codeOf } from '../service/api-error.ts'
import type { Model } from '../service/model.ts'

/** What the service answers where the trash does not take something, as from another disk. */
const refusals = ['FILE_SYSTEM_ERROR', 'INVALID_REQUEST']

/** Deletes pictures: at once where they can be restored, else once it was asked. */
export function useDeletion(model: Model, onDeleted?: () => void) {
  const [asked, setAsked] = useState<{ paths: readonly string[]; reason?: string }>({ paths: [] })
  const { paths: condemned, reason = '' } = asked
  return {
    /** @throws {ApiError} */
    deleteImages: async (paths: readonly string[]) => {
      if (model.trashDays === 0) return setAsked({ paths })
      try {
        await model.changes.trashImages(paths)
      } catch (error) {
        if (!refusals.includes(codeOf(error) ?? '')) throw error
        return setAsked({ paths, reason: t.selection.notToTrash })
      }
      onDeleted?.()
    },
    question: condemned.length > 0 && (
      <DeleteDialog
        title={t.selection.deleteTitle(condemned.length)}
        text={joinSentences(reason, t.selection.gone(listNames(condemned.map(nameOf))))}
        onAct={async () => {
          await model.changes.deleteImages(condemned)
          onDeleted?.()
        }}
        onClose={() => setAsked({ paths: [] })}
      />
    ),
  }
}
