import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'

/** Where the worker of the page keeps what other apps share to it. */
const cacheName = 'shared'

/** Reads what was shared. Browsers keep things for pages behind HTTPS, or of this computer, alone. */
async function readShared(): Promise<File[]> {
  if (!('caches' in window) || !(await caches.has(cacheName))) return []
  const kept = await (await caches.open(cacheName)).matchAll()
  const forms = await Promise.all(kept.map((each) => each.formData()))
  return forms.flatMap((form) => form.getAll('images')).filter((each) => each instanceof File)
}

/** Asks for a folder for the photos that were shared to the page from other apps, and uploads them. */
export function SharedFiles({ model }: { model: Model }) {
  const { data: files = [], reload } = useData(readShared, [])
  if (files.length === 0) return null
  return (
    <FolderPicker
      model={model}
      title={t.folder.addPictures}
      action={t.care.addHere}
      icon="add"
      start=""
      onPick={async (folder) => model.upload(files.map((file) => ({ file, folder })))}
      onClose={() => void caches.delete(cacheName).then(reload)}
    />
  )
}
