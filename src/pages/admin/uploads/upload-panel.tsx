import { useEffect, useState } from 'preact/hooks'
import { formatLeft, formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useStore } from '../lib/store.ts'
import type { Model } from '../service/model.ts'
import { LeftOver } from './left-over.tsx'
import { canRetry, canShrink, isTooLarge, isUnfinished, type Upload } from './upload-queue.ts'
import { UploadRow, type UploadModel } from './upload-row.tsx'
import { Button } from '../lib/controls/button.tsx'

/** How many rows are shown: nobody reads thousands. */
const maxRows = 50

/** The uploads: progress of all and of each, and what to do about them. */
export function UploadPanel({ model }: { model: Model }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  if (uploads.length === 0 && model.leftOver.length === 0) return null
  return (
    <section class="uploads" aria-label={t.uploads.title}>
      {uploads.length > 0 && <UploadProgress model={model} isSmall />}
      {uploads.some(isTooLarge) && (
        <p class="note">{t.uploads.limit(formatSize(model.limits.maxFileSize))}</p>
      )}
      <LeftOver model={model} hasFolders />
    </section>
  )
}

const isRefused = ({ state }: Upload) => state === 'refused'
const isOver = ({ state }: Upload) => state === 'stored' || state === 'cancelled'

interface ProgressProps {
  model: UploadModel
  /** Whether it is one line until somebody opens it, or some files were refused. */
  isSmall?: boolean
}

/** How far all uploads are and each of them; the browser asks whoever leaves before they are done. */
export function UploadProgress({ model, isSmall = false }: ProgressProps) {
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
  // Refused files are always shown.
  const rows = isOpen ? [...refused, ...unfinished, ...uploads.filter(isOver)] : refused
  return (
    <>
      <progress max={Math.max(all, 1)} value={sent} aria-label={t.uploads.all} />
      <div class="upload-line">
        <p role="status">
          {listFacts([
            t.uploads.stored({ n: stored, all: uploads.length }),
            refused.length > 0 ? t.uploads.refused(refused.length) : '',
            isPaused && isBusy ? t.uploads.paused : '',
          ])}
        </p>
        {/* Outside of what screen readers announce: it changes all the time. */}
        <p class="note">{left === undefined ? '' : t.uploads.left(formatLeft(left))}</p>
        {/* The whole line is its button. */}
        <Button
          label={isOpen ? t.uploads.hideList : t.uploads.showList}
          icon={isOpen ? 'hideList' : 'showList'}
          isIconOnly
          class="quiet whole"
          isOpen={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {unfinished.length < uploads.length && (
          <Button
            label={t.uploads.clear}
            icon="close"
            isIconOnly
            class="quiet"
            onClick={() => model.uploads.clear()}
          />
        )}
      </div>
      {waitsFor !== '' && (
        <p class="note">
          {waitsFor} {t.uploads.tryingAgain}
        </p>
      )}
      {(isOpen || refused.length > 0 || !isSmall) && (
        <UploadActions model={model} unfinished={unfinished} />
      )}
      {rows.length > 0 && <UploadRows model={model} uploads={rows} />}
    </>
  )
}

interface UploadActionsProps {
  model: UploadModel
  unfinished: readonly Upload[]
}

/** What can be done about all uploads. */
function UploadActions({ model: { uploads: queue }, unfinished }: UploadActionsProps) {
  const { uploads, isPaused } = queue
  const canBeSmaller = uploads.filter(canShrink).length
  const isBusy = unfinished.length > 0
  return (
    <div class="buttons">
      {canBeSmaller > 1 && (
        <Button
          label={t.uploads.makeAllSmaller(canBeSmaller)}
          icon="smaller"
          class="primary"
          onClick={() => queue.shrink(uploads)}
        />
      )}
      {isBusy && (
        <>
          {isPaused ? (
            <Button
              label={t.uploads.goOn}
              icon="goOn"
              class="primary"
              onClick={() => queue.resume()}
            />
          ) : (
            <Button label={t.uploads.pause} icon="pause" onClick={() => queue.pause()} />
          )}
          <Button label={t.uploads.cancelAll} icon="close" onClick={() => queue.cancelAll()} />
        </>
      )}
      {!isBusy && uploads.some(canRetry) && (
        <Button label={t.uploads.tryAllAgain} icon="tryAgain" onClick={() => queue.retryAll()} />
      )}
    </div>
  )
}

const UploadRows = ({ model, uploads }: { model: UploadModel; uploads: readonly Upload[] }) => (
  <ul>
    {uploads.slice(0, maxRows).map((upload) => (
      <UploadRow key={upload.id} upload={upload} model={model} />
    ))}
    {uploads.length > maxRows && <li class="note">+ {t.count.others(uploads.length - maxRows)}</li>}
  </ul>
)
