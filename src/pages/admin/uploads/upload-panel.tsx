import { useState } from 'hono/jsx/dom'
import { count, formatLeft } from '../lib/format-text.ts'
import { useStore } from '../lib/store.ts'
import { useEffect } from '../lib/use-effect.ts'
import type { Model } from '../service/model.ts'
import { LeftOver } from './left-over.tsx'
import type { Upload } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'

/** How many rows are shown: nobody reads thousands. */
const maxRows = 50

/** The uploads: progress of all and of each, and what to do about them. */
export function UploadPanel({ model }: { model: Model }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  const isBusy = uploads.some(isUnfinished)
  useEffect(() => {
    if (!isBusy) return undefined
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isBusy])
  if (uploads.length === 0 && model.leftOver.length === 0) return null
  return (
    <section class="uploads" aria-label="Uploads">
      {uploads.length > 0 && <Progress model={model} />}
      <LeftOver model={model} />
    </section>
  )
}

const isUnfinished = ({ state }: Upload) => state === 'waiting' || state === 'sending'
const isRefused = ({ state }: Upload) => state === 'refused'
const isOver = ({ state }: Upload) => state === 'stored' || state === 'cancelled'

function Progress({ model }: { model: Model }) {
  const [isOpen, setOpen] = useState(false)
  const { uploads, isPaused } = model.uploads
  const unfinished = uploads.filter(isUnfinished)
  const refused = uploads.filter(isRefused)
  const stored = uploads.filter(({ state }) => state === 'stored').length
  const sent = uploads.reduce((sum, { file, progress }) => sum + file.size * progress, 0)
  const all = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const left = model.uploads.timeLeft()
  const waitsFor = unfinished.find(({ note }) => note !== '')?.note
  // Refused files are always shown.
  const rows = isOpen ? [...refused, ...unfinished, ...uploads.filter(isOver)] : refused
  const shown = rows.slice(0, maxRows)
  return (
    <>
      <div class="summary">
        <p role="status">
          {stored.toLocaleString()} of {count(uploads.length, 'picture')} stored
          {refused.length > 0 && `, ${refused.length} not`}
          {isPaused && unfinished.length > 0 && ', paused'}
        </p>
        {/* Outside of what screen readers announce: it changes all the time. */}
        <p class="note">{left === undefined ? '' : `${formatLeft(left)} left`}</p>
      </div>
      <progress max={Math.max(all, 1)} value={sent} aria-label="All uploads" />
      {waitsFor !== undefined && <p class="note">{waitsFor} Trying again …</p>}
      <div class="buttons">
        {unfinished.length > 0 && (
          <>
            {isPaused ? (
              <button type="button" class="primary" onClick={() => model.uploads.resume()}>
                Go on
              </button>
            ) : (
              <button type="button" onClick={() => model.uploads.pause()}>
                Pause
              </button>
            )}
            <button type="button" onClick={() => model.uploads.cancelAll()}>
              Cancel all
            </button>
          </>
        )}
        {unfinished.length === 0 && stored < uploads.length && (
          <button type="button" onClick={() => model.uploads.retryAll()}>
            Try all again
          </button>
        )}
        <button
          type="button"
          aria-expanded={isOpen ? 'true' : 'false'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the list' : 'Show the list'}
        </button>
        {unfinished.length < uploads.length && (
          <button type="button" class="quiet" onClick={() => model.uploads.clear()}>
            Clear
          </button>
        )}
      </div>
      {rows.length > 0 && (
        <ul>
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} model={model} />
          ))}
          {rows.length > shown.length && (
            <li class="note">and {count(rows.length - shown.length, 'other')}</li>
          )}
        </ul>
      )}
    </>
  )
}
