import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { foldText } from '../../../library/order/fold-text.ts'
import { Button } from '../lib/controls/button.tsx'
import { parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { useData, useTask } from '../lib/use-data.ts'
import { Cover } from '../pictures/albums/cover.tsx'
import { sortAlbums } from '../pictures/grid/months.ts'
import type { Model } from '../service/model.ts'
import { Dialog } from './dialog.tsx'

interface SheetProps {
  model: Model
  title: string
  /** Whether an album is a choice; `''` stands for none. All are unless told. */
  isOffered?: (album: string) => boolean
  /** What it is about, above the albums. */
  children?: ComponentChildren
  /** Gets the path of the album that was chosen. The sheet closes when that is done. */
  onPick: (album: string) => Promise<unknown>
  onClose: () => void
}

/** From how many albums on they are searched. */
const searchFrom = 12

/** How high covers are, in CSS pixels. */
const coverHeight = 48

/** Lets a person choose an album, or make one: those that were used last on this device come first. */
export function AlbumSheet(props: SheetProps) {
  const { model, title, isOffered = () => true, children, onPick, onClose } = props
  const { data: albums = [], failure } = useData(() => model.albums(), [])
  const { failure: refusal, isBusy, act, submit } = useTask()
  const [wanted, setWanted] = useState('')
  const [used] = useState(readUsed)
  const pick = async (album: string) => {
    await onPick(album)
    const others = readUsed().filter((each) => each !== album)
    localStorage.setItem(storageKey, JSON.stringify([album, ...others].slice(0, mostUsed)))
    onClose()
  }
  const create = async (form: FormData) =>
    pick((await model.createFolder(`${form.get('name')}`.trim())).folderPath)
  const placeOf = (path: string) => (used.indexOf(path) + 1 || used.length + 1) - 1
  const none = { path: '', name: t.albums.ownPictures, cover: null }
  return (
    <Dialog title={title} heading={title} onClose={onClose}>
      {children}
      {albums.length >= searchFrom && (
        <input
          type="search"
          aria-label={t.albums.search}
          placeholder={t.albums.search}
          onInput={({ currentTarget }) => setWanted(currentTarget.value.trim())}
        />
      )}
      <ul class="picker">
        {[...sortAlbums(albums, 'newest'), none]
          .filter(({ path }) => isOffered(path) && foldText(path).includes(foldText(wanted)))
          .toSorted((one, other) => placeOf(one.path) - placeOf(other.path))
          .map(({ path, name, cover }) => (
            <li key={path}>
              <button type="button" disabled={isBusy} onClick={act(() => pick(path))}>
                <Cover path={cover} height={coverHeight} />
                <span>
                  <span class="name">{name}</span> <span class="path">{parentOf(path)}</span>
                </span>
              </button>
            </li>
          ))}
      </ul>
      <form class="new-album" onSubmit={submit(create)}>
        <input
          type="text"
          name="name"
          aria-label={t.folder.newFolder}
          placeholder={t.folder.newFolder}
          required
          maxlength={255}
        />
        <button type="submit" disabled={isBusy}>
          {t.folder.create}
        </button>
      </form>
      <p role="alert">{failure || refusal}</p>
      <div class="actions">
        <Button label={t.app.cancel} onClick={onClose} />
      </div>
    </Dialog>
  )
}

/** Where the paths of the albums are kept that were used last on this device, and how many. */
const storageKey = 'albums'
const mostUsed = 20

/** The paths of the albums that were used last on this device, the last one first. */
export function readUsed(): string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
  return Array.isArray(kept) ? kept.map(String) : []
}
