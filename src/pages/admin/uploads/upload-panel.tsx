import { useState } from 'hono/jsx/dom'
import { count, formatLeft, formatSize } from '../lib/format-text.ts'
import { useStore } from '../lib/store.ts'
import { useEffect } from '../lib/use-effect.ts'
import type { Model } from '../service/model.ts'
import { LeftOver } from './left-over.tsx'
import { canRetry, canShrink, isTooLarge, isUnfinished, type Upload } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'
import { Button } from '../lib/button.tsx'

/** What the uploads of a page are shown from. */
export type UploadModel = Pick<Model, 'uploadStore' | 'uploads' | 'previews'>

/** How many rows are shown: nobody reads thousands. */
const maxRows = 50

/** The uploads: progress of all and of each, and what to do about them. */
export function UploadPanel({ model }: { model: Model }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  if (uploads.length === 0 && model.leftOver.length === 0) return null
  return (
    <section class="uploads" aria-label="Uploads">
      {uploads.length > 0 && <UploadProgress model={model} />}
      {uploads.some(isTooLarge) && (
        <p class="note">
          The service takes up to {formatSize(model.limits.maxFileSize)} a picture. MAX_FILE_SIZE
          sets that where it is started.
        </p>
      )}
      <LeftOver model={model} />
    </section>
  )
}

const isRefused = ({ state }: Upload) => state === 'refused'
const isOver = ({ state }: Upload) => state === 'stored' || state === 'cancelled'

/** How far all uploads are and each of them; the browser asks whoever leaves before they are done. */
export function UploadProgress({ model }: { model: UploadModel }) {
  const [isOpen, setOpen] = useState(false)
  const { uploads, isPaused, waitsFor } = model.uploads
  const unfinished = uploads.filter(isUnfinished)
  const isBusy = unfinished.length > 0
  useEffect(() => {
    if (!isBusy) return undefined
    const warn = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isBusy])
  const refused = uploads.filter(isRefused)
  const stored = uploads.filter(({ state }) => state === 'stored').length
  const sent = uploads.reduce((sum, { file, progress }) => sum + file.size * progress, 0)
  const all = uploads.reduce((sum, { file }) => sum + file.size, 0)
  const left = model.uploads.timeLeft()
  const canBeSmaller = uploads.filter(canShrink).length
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
      {waitsFor !== '' && <p class="note">{waitsFor} Trying again …</p>}
      <div class="buttons">
        {canBeSmaller > 1 && (
          <Button
            label={`Make all ${canBeSmaller.toLocaleString()} smaller`}
            class="primary"
            onClick={() => model.uploads.shrink(uploads)}
          />
        )}
        {unfinished.length > 0 && (
          <>
            {isPaused ? (
              <Button label="Go on" class="primary" onClick={() => model.uploads.resume()} />
            ) : (
              <Button label="Pause" onClick={() => model.uploads.pause()} />
            )}
            <Button label="Cancel all" onClick={() => model.uploads.cancelAll()} />
          </>
        )}
        {unfinished.length === 0 && uploads.some(canRetry) && (
          <Button label="Try all again" onClick={() => model.uploads.retryAll()} />
        )}
        <Button
          label={isOpen ? 'Hide the list' : 'Show the list'}
          isOpen={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {unfinished.length < uploads.length && (
          <Button label="Clear" class="quiet" onClick={() => model.uploads.clear()} />
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
