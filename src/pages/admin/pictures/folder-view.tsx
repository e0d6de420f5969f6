import { useState } from 'hono/jsx/dom'
import {
  closePicture,
  folderLink,
  joinPath,
  nameOf,
  openPicture,
  parentOf,
  turnToPicture,
} from '../lib/location.ts'
import { t } from '../lib/messages.ts'
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

/**
 * How long after each answer a folder that is seen is listed again, in milliseconds. What other
 * programs change is up to 2 s late in the listing.
 */
const refreshAfter = 2500

/** Why the folder is not listed, unless the uploads say the same. */
function Failure({ model, text }: { model: Model; text: string }) {
  useStore(model.uploadStore)
  return <p role="alert">{text === model.uploads.waitsFor ? '' : text}</p>
}

interface FolderViewProps {
  model: Model
  folder: string
  /** The path of the picture that is open. */
  picture: string | undefined
}

/** A folder: its trail, its folders and its pictures, and what can be done with them. */
export function FolderView({ model, folder, picture: opened }: FolderViewProps) {
  const { data: listing, failure, isGone, reload } = useData(() => model.list(folder), [folder])
  const [selection, setSelection] = useState(new Selection())
  const [question, setQuestion] = useState<FolderQuestion | undefined>(undefined)
  const [filter, setFilter] = useState<Filter>('All')
  const all = listing?.images ?? []
  // What is open stays until it is closed.
  const images = all.filter((each) => matches(each, filter) || each.path === opened)
  const paths = images.map(({ path }) => path)

  useEffect(() => {
    setSelection(new Selection())
    setFilter('All')
    return model.contentStore.subscribe(() => void reload())
  }, [folder])
  useEffect(() => {
    setSelection((selected) => selected.within(paths))
  }, [listing, filter])
  // Others change the same folders.
  useEffect(() => {
    const leaving = new AbortController()
    const refresh = async () => document.hidden || reload()
    let timer: ReturnType<typeof setTimeout>
    const follow = async () => {
      await refresh()
      if (!leaving.signal.aborted) timer = setTimeout(() => void follow(), refreshAfter)
    }
    timer = setTimeout(() => void follow(), refreshAfter)
    addEventListener('focus', () => void refresh(), leaving)
    document.addEventListener('visibilitychange', () => void refresh(), leaving)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [folder])

  const add = (files: readonly IncomingFile[]) => {
    if (isGone) return
    if (files.length === 0) model.notice.say(t.folder.noPictures)
    model.upload(
      files.map(({ file, folders }) => ({ file, folder: folders.reduce(joinPath, folder) })),
    )
  }
  const isDropping = useIncomingFiles(add, [folder, isGone])
  const toggle = (path: string, withRange: boolean) =>
    setSelection((known) => (withRange ? known.extend(path, paths) : known.toggle(path)))

  return (
    <section class={isDropping ? 'dropping' : ''}>
      <FolderTrail folder={folder} />
      <h1 class="name">{nameOf(folder) || t.app.allPictures}</h1>
      {isGone ? (
        <>
          <p role="alert">{t.errors.folderGone}</p>
          <a class="button" href={folderLink(parentOf(folder))}>
            ↑ {nameOf(parentOf(folder)) || t.app.allPictures}
          </a>
        </>
      ) : (
        <>
          <FolderTools
            isRoot={folder === ''}
            accept={model.limits.accept}
            onFiles={add}
            onAsk={setQuestion}
          />
          <Failure model={model} text={failure} />
        </>
      )}
      {listing === undefined && failure === '' && <p class="message">{t.app.loading}</p>}
      {listing !== undefined && (
        <>
          <FolderTiles folders={listing.folders} />
          {all.length === 0 && listing.folders.length === 0 && (
            <p class="message">{t.folder.nothingHere}</p>
          )}
          <FilterButtons pictures={all} filter={filter} onFilter={setFilter} />
          {images.length === 0 && all.length > 0 && <p class="message">{t.folder.noneHere}</p>}
          <PictureGrid
            folder={folder}
            pictures={images}
            opened={opened}
            selection={selection}
            onOpen={openPicture}
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
      {opened !== undefined && listing !== undefined && (
        <PictureView
          model={model}
          pictures={images}
          path={opened}
          onMove={turnToPicture}
          onClose={() => closePicture(folder)}
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
