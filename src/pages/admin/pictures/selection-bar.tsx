import { useState } from 'hono/jsx/dom'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { count, formatSize, listNames } from '../lib/format-text.ts'
import type { Model } from '../service/model.ts'
import { originalUrl } from './picture-urls.ts'
import type { Picture } from './thumbnail.tsx'

/** How many pictures one request changes: few enough to be done soon, also on a slow disk. */
const perRequest = 500

interface SelectionBarProps {
  model: Model
  folder: string
  pictures: readonly Picture[]
  total: number
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with the pictures that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { model, folder, pictures, total, onSelectAll, onClear } = props
  const [asked, setAsked] = useState<'nothing' | 'move' | 'delete'>('nothing')
  const close = () => setAsked('nothing')
  const size = pictures.reduce((sum, picture) => sum + picture.size, 0)
  /** Changes all, a part with each request, and says how many were changed. */
  const change = async (verb: string, run: (paths: string[]) => Promise<number>) => {
    const paths = pictures.map(({ path }) => path)
    let done = 0
    for (let at = 0; at < paths.length; at += perRequest) {
      done += await run(paths.slice(at, at + perRequest))
    }
    const missing = paths.length - done
    const others = missing === 0 ? '' : ` ${count(missing, 'was', 'were')} not there any more.`
    model.notice.say(`${count(done, 'picture')} ${verb}.${others}`)
    onClear()
  }
  const remove = () =>
    change('deleted', async (paths) => (await model.deleteImages(paths)).totalDeleted)
  const moveTo = (target: string) =>
    change(
      `moved to ${target === '' ? 'All pictures' : target}`,
      async (paths) => (await model.moveImages(paths, target)).totalMoved,
    )
  return (
    <div class="selection" role="region" aria-label="Selected pictures">
      <div class="summary">
        <p role="status">
          {pictures.length.toLocaleString()} of {count(total, 'picture')} selected
        </p>
        <button type="button" class="quiet" onClick={onClear}>
          Cancel
        </button>
      </div>
      <div class="buttons wide">
        <button type="button" onClick={onSelectAll} disabled={pictures.length === total}>
          All
        </button>
        <button type="button" onClick={() => setAsked('move')}>
          Move
        </button>
        <button type="button" onClick={() => void download(pictures)}>
          Download
        </button>
        <button type="button" class="danger" onClick={() => setAsked('delete')}>
          Delete
        </button>
      </div>
      {asked === 'delete' && (
        <DeleteDialog
          title={`Delete ${count(pictures.length, 'picture')}?`}
          text={`${listNames(pictures.map(({ name }) => name))} (${formatSize(size)}) will be gone for good, from the frames too.`}
          onDelete={remove}
          onClose={close}
        />
      )}
      {asked === 'move' && (
        <FolderPicker
          model={model}
          title={`Move ${count(pictures.length, 'picture')} to`}
          action="Move here"
          start={folder}
          onPick={moveTo}
          onClose={close}
        />
      )}
    </div>
  )
}

/** The time between downloads, in milliseconds: browsers drop those that begin at one moment. */
const betweenDownloads = 300

async function download(pictures: readonly Picture[]): Promise<void> {
  for (const { path, name } of pictures) {
    const link = document.createElement('a')
    link.href = originalUrl(path)
    link.download = name
    link.click()
    await new Promise((resolve) => setTimeout(resolve, betweenDownloads))
  }
}
