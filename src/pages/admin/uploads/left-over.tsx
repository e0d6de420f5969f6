import { joinSentences, listNames } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { CloseButton } from '../lib/controls/button.tsx'
import { PickButton } from './pick-button.tsx'
import type { UploadModel } from './upload-model.ts'

interface LeftOverProps {
  model: UploadModel
  /** Whether files may go to several folders. */
  hasFolders: boolean
}

/** Says after a reload which files were not sent, and sends them to where they were to go. */
export function LeftOver({ model, hasFolders }: LeftOverProps) {
  const { leftOver } = model.unfinished
  if (leftOver.length === 0) return null
  return (
    <div class="left-over">
      <p role="status">
        {joinSentences(t.uploads.missing(leftOver.length), hasFolders ? t.uploads.ownFolders : '')}{' '}
        <bdi class="note">{listNames(leftOver.map(({ name }) => name))}</bdi>
      </p>
      <CloseButton label={t.app.forget} onClick={() => model.forgetLeftOver()} />
      <PickButton
        label={t.uploads.pickAgain}
        accept={model.limits.accept}
        onFiles={(files) => model.uploadLeftOver(files.map(({ file }) => file))}
      />
    </div>
  )
}
