import { useEffect, useState } from 'hono/jsx/dom'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { droppedFiles } from '../uploads/dropped-files.ts'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { count } from '../lib/format-text.ts'
import { folderLink } from '../lib/location.ts'
import type { Model } from '../service/model.ts'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { PictureView } from './picture-view.tsx'
import { Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useData } from '../lib/use-data.ts'

/** Phones convert what they have to JPEG where a page asks for no HEIC. */
const accepted = 'image/jpeg,image/png,image/gif,image/webp'

type Asked = 'nothing' | 'create' | 'rename' | 'move' | 'delete'

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

/** A folder: its trail, its folders and its pictures, and what can be done with them. */
export function FolderView({ model, folder }: { model: Model; folder: string }) {
  const { data: listing, failure, reload } = useData(() => model.list(folder), [folder])
  const [selection, setSelection] = useState(new Selection())
  const [opened, setOpened] = useState<number | undefined>(undefined)
  const [asked, setAsked] = useState<Asked>('nothing')
  const [isDropping, setDropping] = useState(false)

  useEffect(() => {
    setSelection(new Selection())
    return model.contentStore.subscribe(() => void reload())
  }, [folder])
  useEffect(() => {
    const known = listing?.images.map(({ path }) => path) ?? []
    setSelection((selected) => selected.within(known))
  }, [listing])

  const add = (files: readonly { file: File; folders: string[] }[]) =>
    model.uploads.add(
      files.map(({ file, folders }) => ({ file, folder: folders.reduce(join, folder) })),
    )
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData?.files.length) void droppedFiles(event.clipboardData).then(add)
    }
    // The whole window takes files: a browser opens those that are dropped elsewhere, and is gone.
    const drag = (event: DragEvent) => {
      event.preventDefault()
      setDropping(event.dataTransfer?.types.includes('Files') ?? false)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setDropping(false)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setDropping(false)
      if (event.dataTransfer?.files.length) void droppedFiles(event.dataTransfer).then(add)
    }
    const leaving = new AbortController()
    addEventListener('paste', paste, leaving)
    addEventListener('dragover', drag, leaving)
    addEventListener('dragleave', leave, leaving)
    addEventListener('drop', drop, leaving)
    return () => leaving.abort()
  }, [folder])

  const pick = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return
    add([...(event.target.files ?? [])].map((file) => ({ file, folders: [] })))
    event.target.value = ''
  }
  const images = listing?.images ?? []
  const paths = images.map(({ path }) => path)
  const toggle = (path: string, withRange: boolean) =>
    setSelection((known) => (withRange ? known.extend(path, paths) : known.toggle(path)))

  return (
    <section class={isDropping ? 'dropping' : ''}>
      <Trail folder={folder} />
      <h1 class="name">{folder.split('/').at(-1) || 'All pictures'}</h1>
      <div class="tools">
        <label class="button primary">
          Add pictures
          <input type="file" accept={accepted} multiple onChange={pick} class="visually-hidden" />
        </label>
        <button type="button" onClick={() => setAsked('create')}>
          New folder
        </button>
        {folder !== '' && (
          <>
            <button type="button" onClick={() => setAsked('rename')}>
              Rename
            </button>
            <button type="button" onClick={() => setAsked('move')}>
              Move
            </button>
            <button type="button" onClick={() => setAsked('delete')}>
              Delete folder
            </button>
          </>
        )}
      </div>
      <p role="alert">{failure}</p>
      {listing === undefined && failure === '' && <p class="message">Loading …</p>}
      {listing !== undefined && (
        <>
          {listing.folders.length > 0 && (
            <ul class="folders">
              {listing.folders.map(({ name, path, imageCount }) => (
                <li key={path}>
                  <a href={folderLink(path)}>
                    <span class="name">{name}</span>
                    <span class="note">{count(imageCount, 'picture')}</span>
                  </a>
                </li>
              ))}
            </ul>
          )}
          {images.length === 0 && listing.folders.length === 0 && (
            <p class="message">
              There is nothing here yet. Add pictures, or drop them on this page.
            </p>
          )}
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
      {opened !== undefined && images[opened] !== undefined && (
        <PictureView
          pictures={images}
          index={opened}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
      <FolderDialogs
        model={model}
        folder={folder}
        asked={asked}
        onClose={() => setAsked('nothing')}
      />
    </section>
  )
}

function Trail({ folder }: { folder: string }) {
  if (folder === '') return null
  const names = folder.split('/')
  return (
    <nav class="trail" aria-label="Folder">
      <ol>
        <li>
          <a href={folderLink('')}>All pictures</a>
        </li>
        {names.slice(0, -1).map((name, index) => (
          <li>
            <a class="name" href={folderLink(names.slice(0, index + 1).join('/'))}>
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface DialogsProps {
  model: Model
  folder: string
  asked: Asked
  onClose: () => void
}

/** The dialogs of a folder: what is asked for is shown. */
function FolderDialogs({ model, folder, asked, onClose }: DialogsProps) {
  const parent = folder.split('/').slice(0, -1).join('/')
  const name = folder.split('/').at(-1) ?? ''
  const moveTo = async (newPath: string) => {
    await model.moveFolder(folder, newPath)
    location.hash = folderLink(newPath)
  }
  if (asked === 'create') {
    return (
      <NameDialog
        title="New folder"
        action="Create"
        value=""
        onSubmit={(text) => model.createFolder(join(folder, text))}
        onClose={onClose}
      />
    )
  }
  if (asked === 'rename') {
    return (
      <NameDialog
        title="Rename the folder"
        action="Rename"
        value={name}
        onSubmit={(text) => moveTo(join(parent, text))}
        onClose={onClose}
      />
    )
  }
  if (asked === 'move') {
    return (
      <FolderPicker
        model={model}
        title={`Move “${name}” into`}
        action="Move here"
        start={parent}
        onPick={(target) => moveTo(join(target, name))}
        onClose={onClose}
      />
    )
  }
  if (asked === 'delete') {
    return (
      <DeleteFolder model={model} folder={folder} parent={parent} name={name} onClose={onClose} />
    )
  }
  return null
}

interface DeleteFolderProps {
  model: Model
  folder: string
  parent: string
  name: string
  onClose: () => void
}

function DeleteFolder({ model, folder, parent, name, onClose }: DeleteFolderProps) {
  const { data: listing } = useData(() => model.list(folder), [folder])
  const pictures =
    (listing?.images.length ?? 0) +
    (listing?.folders ?? []).reduce((sum, { imageCount }) => sum + imageCount, 0)
  const confirm = async () => {
    await model.deleteFolder(folder)
    location.hash = folderLink(parent)
  }
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      text={`The folder and ${count(pictures, 'picture')} in it will be gone for good.`}
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
