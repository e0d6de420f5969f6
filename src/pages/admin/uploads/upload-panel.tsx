import { useEffect, useMemo, useState } from 'hono/jsx/dom'
import { count, formatLeft } from '../lib/format-text.ts'
import type { Model } from '../service/model.ts'
import { useStore } from '../lib/store.ts'
import type { Upload } from './upload-queue.ts'

/** So many rows are shown; of thousands nobody reads more. */
const maxRows = 50

const stateNames = {
  waiting: 'Waiting',
  sending: 'Sending',
  stored: 'Stored',
  refused: 'Not stored',
  cancelled: 'Cancelled',
} as const

/** The uploads: progress of all and of each, and what to do about them. */
export function UploadPanel({ model }: { model: Model }) {
  useStore(model.uploadStore)
  const [isOpen, setOpen] = useState(false)
  const { uploads, isPaused } = model.uploads
  const [started, setStarted] = useState(Date.now())
  const unfinished = uploads.filter(({ state }) => state === 'waiting' || state === 'sending')
  useEffect(() => {
    if (unfinished.length > 0) setStarted(Date.now())
  }, [unfinished.length > 0])
  useEffect(() => {
    if (unfinished.length === 0) return undefined
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [unfinished.length > 0])
  if (uploads.length === 0) return <LeftOver model={model} />
  const stored = uploads.filter(({ state }) => state === 'stored').length
  const refused = uploads.filter(({ state }) => state === 'refused')
  const sent = uploads.reduce((sum, { file, progress }) => sum + file.size * progress, 0)
  const all = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const elapsed = Date.now() - started
  const left = sent > 0 && unfinished.length > 0 ? (elapsed * (all - sent)) / sent : undefined
  const waitsFor = unfinished.find(({ note }) => note !== '')?.note
  const shown = [...refused, ...unfinished, ...uploads.filter(isOver)].slice(0, maxRows)
  return (
    <section class="uploads" aria-label="Uploads">
      <p role="status">
        {stored.toLocaleString()} of {count(uploads.length, 'picture')} stored
        {refused.length > 0 && `, ${refused.length} not`}
        {left !== undefined && !isPaused && `, ${formatLeft(left)} left`}
        {isPaused && ', paused'}
      </p>
      <progress max={Math.max(all, 1)} value={sent} aria-label="All uploads" />
      {waitsFor !== undefined && <p class="note">{waitsFor} Trying again …</p>}
      <div class="buttons">
        {unfinished.length > 0 &&
          (isPaused ? (
            <button type="button" onClick={() => model.uploads.resume()}>
              Go on
            </button>
          ) : (
            <button type="button" onClick={() => model.uploads.pause()}>
              Pause
            </button>
          ))}
        <button
          type="button"
          aria-expanded={isOpen ? 'true' : 'false'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the list' : 'Show the list'}
        </button>
        <button type="button" class="quiet" onClick={() => model.uploads.clear()}>
          Clear
        </button>
      </div>
      {(isOpen || refused.length > 0) && (
        <ul>
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} model={model} />
          ))}
          {uploads.length > shown.length && (
            <li class="note">and {count(uploads.length - shown.length, 'other')}</li>
          )}
        </ul>
      )}
      <LeftOverList model={model} />
    </section>
  )
}

const isOver = ({ state }: Upload) => state === 'stored' || state === 'cancelled'

function UploadRow({ upload, model }: { upload: Upload; model: Model }) {
  const { file, state, progress, note } = upload
  const preview = useMemo(() => URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])
  return (
    <li class={state}>
      <img src={preview} alt="" width={40} height={40} />
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

/** Says after a reload which files were not sent. */
function LeftOver({ model }: { model: Model }) {
  if (model.leftOver.length === 0) return null
  return (
    <section class="uploads" aria-label="Uploads">
      <LeftOverList model={model} />
    </section>
  )
}

function LeftOverList({ model }: { model: Model }) {
  const { leftOver } = model
  if (leftOver.length === 0) return null
  return (
    <div class="left-over">
      <p role="status">
        {count(leftOver.length, 'picture')} of your last visit{' '}
        {leftOver.length === 1 ? 'is' : 'are'} missing. Add them again; what is stored is not stored
        twice.
      </p>
      <ul>
        {leftOver.slice(0, maxRows).map(({ name, folder }) => (
          <li>
            <div>
              <span class="name">{name}</span>
              <span class="note">{folder === '' ? 'All pictures' : folder}</span>
            </div>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" onClick={() => model.forgetLeftOver()}>
          Forget them
        </button>
      </div>
    </div>
  )
}
