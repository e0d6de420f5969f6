import { useState } from 'hono/jsx/dom'
import { formatLeft, formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
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
    <section class="uploads" aria-label={t.uploads.title}>
      {uploads.length > 0 && <UploadProgress model={model} />}
      {uploads.some(isTooLarge) && (
        <p class="note">{t.uploads.limit(formatSize(model.limits.maxFileSize))}</p>
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
          {listFacts([
            t.uploads.stored(stored, uploads.length),
            refused.length > 0 ? t.uploads.refused(refused.length) : '',
            isPaused && unfinished.length > 0 ? t.uploads.paused : '',
          ])}
        </p>
        {/* Outside of what screen readers announce: it changes all the time. */}
        <p class="note">{left === undefined ? '' : t.uploads.left(formatLeft(left))}</p>
      </div>
      <progress max={Math.max(all, 1)} value={sent} aria-label={t.uploads.all} />
      {waitsFor !== '' && (
        <p class="note">
          {waitsFor} {t.uploads.tryingAgain}
        </p>
      )}
      <div class="buttons">
        {canBeSmaller > 1 && (
          <Button
            label={t.uploads.makeAllSmaller(canBeSmaller)}
            class="primary"
            onClick={() => model.uploads.shrink(uploads)}
          />
        )}
        {unfinished.length > 0 && (
          <>
            {isPaused ? (
              <Button
                label={t.uploads.goOn}
                class="primary"
                onClick={() => model.uploads.resume()}
              />
            ) : (
              <Button label={t.uploads.pause} onClick={() => model.uploads.pause()} />
            )}
            <Button label={t.uploads.cancelAll} onClick={() => model.uploads.cancelAll()} />
          </>
        )}
        {unfinished.length === 0 && uploads.some(canRetry) && (
          <Button label={t.uploads.tryAllAgain} onClick={() => model.uploads.retryAll()} />
        )}
        <Button
          label={isOpen ? t.uploads.hideList : t.uploads.showList}
          isOpen={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {unfinished.length < uploads.length && (
          <Button label={t.uploads.clear} class="quiet" onClick={() => model.uploads.clear()} />
        )}
      </div>
      {rows.length > 0 && (
        <ul>
          {shown.map((upload) => (
            <UploadRow key={upload.id} upload={upload} model={model} />
          ))}
          {rows.length > shown.length && (
            <li class="note">+ {t.count.others(rows.length - shown.length)}</li>
          )}
        </ul>
      )}
    </>
  )
}
