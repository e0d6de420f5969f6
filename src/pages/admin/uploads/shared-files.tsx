import { AlbumSheet } from '../dialogs/album-sheet.tsx'
import { t } from '../lib/messages.ts'
import { FilePreview } from './file-preview.tsx'
import { useData } from '../lib/use-data.ts'
import type { IncomingFile } from './incoming-files.ts'
import type { Model } from '../service/model.ts'

/** Where the worker of the page keeps what other apps share to it. */
const cacheName = 'shared'

/** How long it is kept, in milliseconds: another site may have shared it, and nobody has asked for it. */
const maxAge = 60 * 60_000

/** How many of the files are shown, in one row. */
const mostShown = 10

/** Reads what was shared. Browsers keep things for pages behind HTTPS, or of this computer, alone. */
async function readShared() {
  if (!('caches' in window) || !(await caches.has(cacheName))) return []
  const cache = await caches.open(cacheName)
  const shared: { key: Request; files: File[] }[] = []
  for (const key of await cache.keys()) {
    const isOld = Date.now() - Number(/(\d+)-\d+-\d+$/.exec(key.url)?.[1] ?? 0) > maxAge
    const kept = isOld ? undefined : await cache.match(key)
    if (kept === undefined) await cache.delete(key)
    else {
      const files = (await kept.formData()).getAll('images')
      shared.push({ key, files: files.filter((each) => each instanceof File) })
    }
  }
  return shared
}

/** Forgets what was shown, and not what was shared since. */
async function forget(shared: readonly { key: Request }[]): Promise<void> {
  const cache = await caches.open(cacheName)
  for (const { key } of shared) await cache.delete(key)
}

/**
 * Shows the photos that were shared to the page from other apps, as another site may have done, asks for a
 * folder, and uploads them.
 */
export function SharedFiles({ model }: { model: Model }) {
  const { data: shared = [], reload } = useData(readShared, [])
  const files = shared.flatMap((each) => each.files)
  if (files.length === 0) return null
  return (
    <FilesSheet
      model={model}
      files={files.map((file) => ({ file, folders: [] }))}
      onClose={() => void forget(shared).then(reload)}
    />
  )
}

interface FilesProps {
  model: Model
  files: readonly IncomingFile[]
  onClose: () => void
}

/** Shows files that are to be uploaded, and asks for their album. */
export const FilesSheet = ({ model, files, onClose }: FilesProps) => (
  <AlbumSheet
    model={model}
    title={t.folder.addPictures}
    onPick={async (album) => model.uploadInto(album, files)}
    onClose={onClose}
  >
    <div class="buttons shared">
      {files.slice(0, mostShown).map(({ file }) => (
        <FilePreview file={file} />
      ))}
    </div>
    <p class="note">{t.count.pictures(files.length)}</p>
  </AlbumSheet>
)
