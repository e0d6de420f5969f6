import { t } from '../lib/messages.ts'
import { canRetry, isUnfinished, type Upload } from './upload-queue.ts'
import { Button, CloseButton } from '../lib/controls/button.tsx'
import { FilePreview } from './file-preview.tsx'
import type { UploadModel } from './upload-model.ts'

/** One file on its way: what it shows, how far it is, and what to do about it. */
export function UploadRow({ upload, model }: { upload: Upload; model: UploadModel }) {
  const { file, state, progress, note } = upload
  const takeBack = model.takeBackOf?.(upload)
  const again = state === 'refused' ? t.uploads.tryAgain : t.uploads.addAgain
  return (
    <li class={state}>
      <FilePreview file={file} />
      <div>
        <span class="name">{file.name}</span>
        <span class="note">
          {state === 'refused' || (note !== '' && !isUnfinished(upload))
            ? note
            : { ...t.uploads.states, takenBack: t.guests.takenBack }[state]}
        </span>
        {state === 'sending' && <progress max={1} value={progress} aria-label={file.name} />}
      </div>
      {isUnfinished(upload) && (
        <CloseButton
          label={t.app.cancel}
          of={file.name}
          onClick={() => model.uploads.cancel(upload)}
        />
      )}
      {takeBack && <Button label={t.guests.takeBack} of={file.name} onClick={takeBack} />}
      {canRetry(upload) && (
        <Button
          label={again}
          spoken={`${again}: ${file.name}`}
          onClick={() => model.uploads.retry(upload)}
        />
      )}
    </li>
  )
}
