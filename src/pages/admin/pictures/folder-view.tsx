import { useState } from 'hono/jsx/dom'
import { joinPath, nameOf } from '../lib/location.ts'
import { useData } from '../lib/use-data.ts'
import { useStore } from '../lib/store.ts'
import { useEffect } from '../lib/use-effect.ts'
import type { Model } from '../service/model.ts'
import { useIncomingFiles, type IncomingFile } from '../uploads/incoming-files.ts'
import { FolderDialog, type FolderQuestion } from './folder-dialogs.tsx'
import { FolderTiles, FolderTrail } from './folder-links.tsx'
import { FolderTools } from './folder-tools.tsx'
import { FilterButtons, matches, type Filter } from './picture-filter.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { PictureView } from './picture-view.tsx'
import { Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

/** How often a folder is listed again while it is shown, in milliseconds. */
const refreshEvery = 15_000

/** Folders with more pictures are listed again only when somebody comes back to them. */
const maxRefreshed = 1000

/** Why the folder is not listed, unless the uploads say the same. */
function Failure({ model, text }: { model: Model; text: string }) {
  useStore(model.uploadStore)
  return <p role="alert">{text === model.uploads.waitsFor ? '' : text}</p>
}

/** A folder: its trail, its folders and its pictures, and what can be done with them. */
export function FolderView({ model, folder }: { model: Model; folder: string }) {
  const { data: listing, failure, reload } = useData(() => model.list(folder), [folder])
  const [selection, setSelection] = useState(new Selection())
  const [opened, setOpened] = useState<string | undefined>(undefined)
  const [question, setQuestion] = useState<FolderQuestion | undefined>(undefined)
  const [filter, setFilter] = useState<Filter>('All')
  const all = listing?.images ?? []
  // What is open stays until it is closed.
  const images = all.filter((each) => matches(each, filter) || each.path === opened)
  const paths = images.map(({ path }) => path)

  useEffect(() => {
    setSelection(new Selection())
    setOpened(undefined)
    setFilter('All')
    return model.contentStore.subscribe(() => void reload())
  }, [folder])
  useEffect(() => {
    setSelection((selected) => selected.within(paths))
  }, [listing, filter])
  // Others change the same folders.
  useEffect(() => {
    const refresh = () => document.hidden || void reload()
    const timer = setInterval(() => {
      if (all.length <= maxRefreshed) refresh()
    }, refreshEvery)
    addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [folder, all.length <= maxRefreshed])

  const add = (files: readonly IncomingFile[]) => {
    if (files.length === 0) model.notice.say('There are no pictures in it.')
    model.upload(
      files.map(({ file, folders }) => ({ file, folder: folders.reduce(joinPath, folder) })),
    )
  }
  const isDropping = useIncomingFiles(add, [folder])
  const toggle = (path: string, withRange: boolean) =>
    setSelection((known) => (withRange ? known.extend(path, paths) : known.toggle(path)))

  return (
    <section class={isDropping ? 'dropping' : ''}>
      <FolderTrail folder={folder} />
      <h1 class="name">{nameOf(folder) || 'All pictures'}</h1>
      <FolderTools
        isRoot={folder === ''}
        accept={model.limits.accept}
        onFiles={add}
        onAsk={setQuestion}
      />
      <Failure model={model} text={failure} />
      {listing === undefined && failure === '' && <p class="message">Loading …</p>}
      {listing !== undefined && (
        <>
          <FolderTiles folders={listing.folders} />
          {all.length === 0 && listing.folders.length === 0 && (
            <p class="message">
              There is nothing here yet. Add pictures, or drop them on this page.
            </p>
          )}
          <FilterButtons pictures={all} filter={filter} onFilter={setFilter} />
          {images.length === 0 && all.length > 0 && <p class="message">There are none here.</p>}
          <PictureGrid
            pictures={images}
            selection={selection}
            onOpen={setOpened}
            onToggle={toggle}
          />
        </>
      )}
      {selection.size > 0 && (
        <SelectionBar
          model={model}
          folder={folder}
          pictures={images.filter(({ path }) => selection.paths.has(path))}
          total={images.length}
          onSelectAll={() => setSelection(new Selection(new Set(paths)))}
          onClear={() => setSelection(new Selection())}
        />
      )}
      {opened !== undefined && (
        <PictureView
          model={model}
          pictures={images}
          path={opened}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      {question !== undefined && (
        <FolderDialog
          model={model}
          folder={folder}
          question={question}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </section>
  )
}
