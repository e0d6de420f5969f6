import { useState } from 'preact/hooks'
import { formatLeft, formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useStore } from '../lib/store.ts'
import { useListener } from '../lib/use-listener.ts'
import { LeftOver } from './left-over.tsx'
import { isTooLarge } from './prepare-file.ts'
import { canRetryWithAll, isUnfinished, type Upload } from './upload-queue.ts'
import type { UploadModel } from './upload-model.ts'
import { UploadRow } from './upload-row.tsx'
import { Button, CloseButton } from '../lib/controls/button.tsx'

/** How many rows are shown: nobody reads thousands. */
const maxRows = 50

/** The uploads: progress of all and of each, and what to do about them. */
export function UploadPanel({ model }: { model: UploadModel }) {
  useStore(model.uploadStore)
  const { uploads } = model.uploads
  if (uploads.length === 0 && model.unfinished.leftOver.length === 0) return null
  return (
    <section class="uploads" aria-label={t.uploads.title}>
      {uploads.length > 0 && <UploadProgress model={model} isSmall />}
      <LeftOver model={model} hasFolders />
    </section>
  )
}

const isRefused = ({ state }: Upload) => state === 'refused'

interface ProgressProps {
  model: UploadModel
  /** Whether it is one line until somebody opens it, or some files were refused. */
  isSmall?: boolean
}

/** How far all uploads are and each of them; the browser asks whoever leaves before they are done. */
export function UploadProgress({ model, isSmall = false }: ProgressProps) {
  const [isOpen, setOpen] = useState(!isSmall)
  const queue = model.uploads
  const { uploads, isPaused, waitsFor } = queue
  const unfinished = uploads.filter(isUnfinished)
  const isBusy = unfinished.length > 0
  useListener('beforeunload', (event) => isBusy && event.preventDefault())
  const refused = uploads.filter(isRefused)
  const stored = uploads.filter(({ state }) => state === 'stored')
  const made = stored.filter(({ file }) => isTooLarge(file, model.limits)).length
  const size = formatSize(model.limits.maxFileSize)
  const counted = [...unfinished, ...stored]
  const sent = counted.reduce((sum, { file, progress }) => sum + file.size * progress, 0)
  const all = counted.reduce((sum, { file }) => sum + file.size, 0)
  const left = queue.timeLeft()
  const over = uploads.filter((each) => !isUnfinished(each) && !isRefused(each))
  return (
    <>
      <progress max={Math.max(all, 1)} value={sent} aria-label={t.uploads.all} />
      <div class="upload-line">
        <p role="status">
          {listFacts([
            t.uploads.stored({ n: stored.length, all: uploads.length }),
            refused.length > 0 ? t.uploads.refused(refused.length) : '',
            isPaused && isBusy ? t.uploads.paused : '',
          ])}
        </p>
        {/* Outside of what screen readers announce: it changes all the time. */}
        <p class="note">{left === undefined ? '' : t.uploads.left(formatLeft(left))}</p>
        {/* The whole line is its button. */}
        <Button
          label={isOpen ? t.uploads.hideList : t.uploads.showList}
          sign={isOpen ? 'hideList' : 'showList'}
          class="quiet whole"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {unfinished.length < uploads.length && (
          <CloseButton label={t.uploads.clear} onClick={() => queue.clear()} />
        )}
      </div>
      {made > 0 && <p class="note">{t.uploads.madeSmaller({ n: made, size })}</p>}
      {waitsFor !== '' && <p class="note">{`${waitsFor} ${t.uploads.tryingAgain}`}</p>}
      {(isOpen || refused.length > 0 || !isSmall) && (
        <div class="buttons">
          {isBusy && isPaused && (
            <Button label={t.uploads.goOn} class="primary" onClick={() => queue.resume()} />
          )}
          {isBusy && !isPaused && <Button label={t.uploads.pause} onClick={() => queue.pause()} />}
          {isBusy && <Button label={t.uploads.cancelAll} onClick={() => queue.cancelAll()} />}
          {!isBusy && uploads.some(canRetryWithAll) && (
            <Button label={t.uploads.tryAllAgain} onClick={() => queue.retryAll()} />
          )}
        </div>
      )}
      {/* Refused files are always shown, apart. */}
      <UploadRows model={model} uploads={refused} />
      {isOpen && <UploadRows model={model} uploads={[...unfinished, ...over]} />}
    </>
  )
}

const UploadRows = ({ model, uploads }: { model: UploadModel; uploads: readonly Upload[] }) => (
  <ul>
    {uploads.slice(0, maxRows).map((upload) => (
      <UploadRow key={upload} upload={upload} model={model} />
    ))}
    {uploads.length > maxRows && <li class="note">+ {t.count.others(uploads.length - maxRows)}</li>}
  </ul>
)
