import { useEffect, useState } from 'hono/jsx/dom'
import { ConfirmDialog } from './dialogs/confirm-dialog.tsx'
import { capitalize, count, formatSize } from './lib/format-text.ts'
import { useData } from './lib/use-data.ts'
import type { Model } from './service/model.ts'

/** The state of the collection: what can't be shown, room on the disk, version. */
export function CareView({ model }: { model: Model }) {
  const load = () => Promise.all([model.summary(), model.health()])
  const { data, failure, reload } = useData(load, [])
  const [condemned, setCondemned] = useState<string | undefined>(undefined)
  useEffect(() => model.contentStore.subscribe(() => void reload()), [])
  const [summary, health] = data ?? []
  return (
    <section>
      <h1>Care</h1>
      <p role="alert">{failure}</p>
      {summary === undefined && failure === '' && <p class="message">Looking at every picture …</p>}
      {summary !== undefined && (
        <>
          <dl class="facts">
            <dt>Pictures</dt>
            <dd>
              {summary.totalImages.toLocaleString()} in {count(summary.totalFolders, 'folder')},{' '}
              {formatSize(summary.totalSize)}
            </dd>
            <dt>Free on the disk</dt>
            <dd>
              {formatSize(summary.disk.free)} of {formatSize(summary.disk.total)}
            </dd>
            <dt>Known so far</dt>
            <dd>
              {(health?.indexed ?? 0).toLocaleString()} of{' '}
              {count(health?.totalImages ?? 0, 'picture')}
            </dd>
            <dt>Largest upload</dt>
            <dd>{formatSize(summary.maxFileSize)}</dd>
            <dt>Version</dt>
            <dd>{health?.version}</dd>
          </dl>
          <h2>Pictures that can’t be shown</h2>
          {summary.unreadable.length === 0 && <p>There are none.</p>}
          <ul class="unreadable">
            {summary.unreadable.map(({ path, error }) => (
              <li key={path}>
                <div>
                  <span class="name">{path}</span>
                  <span class="note">
                    {capitalize(error)}. Copy it again from where it came, or delete it.
                  </span>
                </div>
                <button
                  type="button"
                  class="danger"
                  aria-label={`Delete ${path}`}
                  onClick={() => setCondemned(path)}
                >
                  Delete
                </button>
              </li>
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
