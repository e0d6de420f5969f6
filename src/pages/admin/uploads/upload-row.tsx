import { useRef } from 'hono/jsx/dom'
import { useEffect } from '../lib/use-effect.ts'
import type { Model } from '../service/model.ts'
import type { Upload } from './upload-queue.ts'

const stateNames = {
  waiting: 'Waiting',
  sending: 'Sending',
  stored: 'Stored',
  refused: 'Not stored',
  cancelled: 'Cancelled',
} as const

/** Device pixels of a preview. */
const previewSide = 80

/** One file on its way: what it shows, how far it is, and what to do about it. */
export function UploadRow({ upload, model }: { upload: Upload; model: Model }) {
  const { file, state, progress, note } = upload
  const preview = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (preview.current !== null) void model.previews.draw(file, preview.current)
  }, [file])
  return (
    <li class={state}>
      <canvas ref={preview} width={previewSide} height={previewSide} aria-hidden="true" />
      <div>
        <span class="name">{file.name}</span>
        <span class="note">{note === '' ? stateNames[state] : note}</span>
        {state === 'sending' && <progress max={1} value={progress} aria-label={file.name} />}
      </div>
      {(state === 'waiting' || state === 'sending') && (
        <button
          type="button"
          aria-label={`Cancel ${file.name}`}
          onClick={() => model.uploads.cancel(upload)}
        >
          Cancel
        </button>
      )}
      {(state === 'refused' || state === 'cancelled') && (
        <button
          type="button"
          aria-label={`Try ${file.name} again`}
          onClick={() => model.uploads.retry(upload)}
        >
          Try again
        </button>
      )}
    </li>
  )
}
