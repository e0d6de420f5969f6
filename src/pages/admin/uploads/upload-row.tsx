import { useRef } from 'hono/jsx/dom'
import { useEffect } from '../lib/use-effect.ts'
import type { UploadModel } from './upload-panel.tsx'
import { canRetry, canShrink, isUnfinished, type Upload } from './upload-queue.ts'
import { Button } from '../lib/button.tsx'

const stateNames = {
  waiting: 'Waiting',
  sending: 'Sending',
  stored: 'Stored',
  cancelled: 'Cancelled',
} as const

/** One file on its way: what it shows, how far it is, and what to do about it. */
export function UploadRow({ upload, model }: { upload: Upload; model: UploadModel }) {
  const { file, state, progress, note } = upload
  const preview = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (preview.current !== null) void model.previews.draw(file, preview.current)
  }, [file])
  return (
    <li class={state}>
      <canvas ref={preview} aria-hidden="true" />
      <div>
        <span class="name">{file.name}</span>
        <span class="note">{state === 'refused' ? note : stateNames[state]}</span>
        {state === 'sending' && <progress max={1} value={progress} aria-label={file.name} />}
      </div>
      {isUnfinished(upload) && (
        <Button
          label="Cancel"
          spoken={`Cancel ${file.name}`}
          onClick={() => model.uploads.cancel(upload)}
        />
      )}
      {canShrink(upload) && (
        <Button
          label="Make it smaller"
          spoken={`Make it smaller: ${file.name}`}
          onClick={() => model.uploads.shrink([upload])}
        />
      )}
      {canRetry(upload) && (
        <Button
          label="Try again"
          spoken={`Try again: ${file.name}`}
          onClick={() => model.uploads.retry(upload)}
        />
      )}
    </li>
  )
}
