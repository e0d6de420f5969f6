import { capitalize, count, formatSize } from './lib/format-text.ts'
import { useData } from './lib/use-data.ts'
import { useEffect } from './lib/use-effect.ts'
import { useTask } from './lib/use-task.ts'
import type { Model } from './service/model.ts'
import { useDeletion } from './pictures/use-deletion.tsx'
import { TrashView } from './trash/trash-view.tsx'
import { Button } from './lib/button.tsx'

/** How often the state of the index is asked for while it grows, in milliseconds. */
const refreshEvery = 2000

/** How often what is damaged is asked for, in milliseconds: files are checked in the background. */
const refreshFaultsEvery = 15_000

/** The state of the collection: what can't be shown, room on the disk, version. */
export function StatusView({ model }: { model: Model }) {
  const { data: summary, failure, reload } = useData(() => model.summary(), [])
  const { data: health, reload: reloadHealth } = useData(() => model.health(), [])
  const { deleteImages, question } = useDeletion(model)
  useEffect(() => model.contentStore.subscribe(() => void reload()), [])
  const isIndexing = health !== undefined && health.indexed < health.totalImages
  useEffect(() => {
    if (!isIndexing) return undefined
    const timer = setInterval(() => void reloadHealth(), refreshEvery)
    return () => clearInterval(timer)
  }, [isIndexing])
  const isChecking = summary !== undefined && summary.checked < summary.totalImages
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void reload(), refreshFaultsEvery)
    return () => clearInterval(timer)
  }, [])
  return (
    <section>
      <h1>Status</h1>
      <p role="alert">{failure}</p>
      {health !== undefined && (
        <div class="card index">
          <p>
            {isIndexing
              ? `${health.indexed.toLocaleString()} of ${count(health.totalImages, 'picture')} read so far`
              : `All ${count(health.totalImages, 'picture')} are read`}
          </p>
          <progress
            max={Math.max(health.totalImages, 1)}
            value={health.totalImages === 0 ? 1 : health.indexed}
            aria-label="Pictures read"
          />
        </div>
      )}
      {summary === undefined && failure === '' && <p class="message">Reading every picture …</p>}
      {summary !== undefined && (
        <>
          <dl class="facts card">
            <dt>Pictures</dt>
            <dd>
              {summary.totalImages.toLocaleString()} in {count(summary.totalFolders, 'folder')},{' '}
              {formatSize(summary.totalSize)}
            </dd>
            <dt>Free on the disk</dt>
            <dd>
              {formatSize(summary.disk.free)} of {formatSize(summary.disk.total)}
            </dd>
            <dt>Largest upload</dt>
            <dd>{formatSize(summary.maxFileSize)}</dd>
            <dt>HEIC and AVIF</dt>
            <dd>{summary.heifDecoder === null ? 'Only what this browser can convert' : 'Shown'}</dd>
            <dt>Version</dt>
            <dd>{health?.version}</dd>
          </dl>
          <h2>Pictures that are damaged or can’t be shown</h2>
          <p class="note">
            {isChecking
              ? `${summary.checked.toLocaleString()} of ${count(summary.totalImages, 'picture')} checked for damage so far`
              : ''}
          </p>
          <Faults
            faults={summary.unreadable}
            advice="Copy it again from where it came, or delete it."
            action="Delete"
            onAct={(path) => deleteImages([path])}
          />
          <h2>Pictures with a wrong extension</h2>
          <Faults
            faults={summary.misnamed}
            advice="It is shown all the same, but other programs may refuse it."
            action="Correct"
            onAct={(path) => model.correctExtension(path)}
          />
        </>
      )}
      {question}
      <TrashView model={model} />
    </section>
  )
}

interface Fault {
  path: string
  error: string
  /** Nothing can be done here about a folder. */
  isFolder?: boolean | undefined
  /** Then the error itself says what to do. */
  isForeign?: boolean | undefined
}

interface FaultsProps {
  /** What can be done about a picture. */
  advice: string
  action: 'Delete' | 'Correct'
  onAct: (path: string) => Promise<unknown>
}

function Faults({ faults, ...props }: FaultsProps & { faults: readonly Fault[] }) {
  if (faults.length === 0) return <p class="note">There are none.</p>
  return (
    <ul class="unreadable">
      {faults.map((fault) => (
        <FaultRow key={fault.path} {...fault} {...props} />
      ))}
    </ul>
  )
}

/** A picture that something is wrong with, and what can be done about it. */
function FaultRow({
  path,
  error,
  isFolder,
  isForeign,
  advice,
  action,
  onAct,
}: FaultsProps & Fault) {
  const { failure, isBusy, run } = useTask()
  return (
    <li class="card">
      <div>
        <span class="name">{path}</span>
        <span class="note">{`${capitalize(error)}.${isFolder || isForeign ? '' : ` ${advice}`}`}</span>
        <span role="alert">{failure}</span>
      </div>
      {!isFolder && (
        <Button
          label={action}
          spoken={`${action} ${path}`}
          class={action === 'Delete' ? 'danger' : ''}
          disabled={isBusy}
          onClick={() => void run(() => onAct(path))}
        />
      )}
    </li>
  )
}
