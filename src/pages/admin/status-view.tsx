import { useState } from 'hono/jsx/dom'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { capitalize, count, formatSize } from './lib/format-text.ts'
import { useData } from './lib/use-data.ts'
import { useEffect } from './lib/use-effect.ts'
import { sentenceOf, type Model } from './service/model.ts'

/** How often the state of the index is asked for while it grows, in milliseconds. */
const refreshEvery = 2000

/** The state of the collection: what can't be shown, room on the disk, version. */
export function StatusView({ model }: { model: Model }) {
  const { data: summary, failure, reload } = useData(() => model.summary(), [])
  const { data: health, reload: reloadHealth } = useData(() => model.health(), [])
  const [condemned, setCondemned] = useState<string | undefined>(undefined)
  useEffect(() => model.contentStore.subscribe(() => void reload()), [])
  const isIndexing = health !== undefined && health.indexed < health.totalImages
  useEffect(() => {
    if (!isIndexing) return undefined
    const timer = setInterval(() => void reloadHealth(), refreshEvery)
    return () => clearInterval(timer)
  }, [isIndexing])
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
          <h2>Pictures that can’t be shown</h2>
          {summary.unreadable.length === 0 && <p class="note">There are none.</p>}
          <ul class="unreadable">
            {summary.unreadable.map(({ path, error, isFolder }) => (
              <FaultRow
                key={path}
                path={path}
                text={`${capitalize(error)}.${isFolder ? '' : ' Copy it again from where it came, or delete it.'}`}
                action={isFolder ? undefined : 'Delete'}
                onAct={async () => setCondemned(path)}
              />
            ))}
          </ul>
          <h2>Pictures with a wrong extension</h2>
          {summary.misnamed.length === 0 && <p class="note">There are none.</p>}
          <ul class="unreadable">
            {summary.misnamed.map(({ path, error }) => (
              <FaultRow
                key={path}
                path={path}
                text={`${capitalize(error)}. It is shown all the same, but other programs may refuse it.`}
                action="Correct"
                onAct={() => model.correctExtension(path)}
              />
            ))}
          </ul>
        </>
      )}
      {condemned !== undefined && (
        <ConfirmDialog
          title="Delete this file?"
          text={`${condemned} will be gone for good.`}
          action="Delete"
          onConfirm={() => model.deleteImages([condemned])}
          onClose={() => setCondemned(undefined)}
        />
      )}
    </section>
  )
}

interface FaultRowProps {
  path: string
  text: string
  action: 'Delete' | 'Correct' | undefined
  onAct: () => Promise<unknown>
}

/** A picture that something is wrong with, and what can be done about it. */
function FaultRow({ path, text, action, onAct }: FaultRowProps) {
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const act = async () => {
    setBusy(true)
    try {
      await onAct()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <li>
      <div>
        <span class="name">{path}</span>
        <span class="note">{text}</span>
        <span role="alert">{failure}</span>
      </div>
      {action !== undefined && (
        <button
          type="button"
          class={action === 'Delete' ? 'danger' : ''}
          aria-label={`${action} ${path}`}
          disabled={isBusy}
          onClick={() => void act()}
        >
          {action}
        </button>
      )}
    </li>
  )
}
