import { useMemo, useState } from 'preact/hooks'
import { folderLink, nameOf, parentOf } from '../../lib/location.ts'
import { Icon } from '../../lib/controls/button.tsx'
import { t } from '../../lib/messages.ts'
import { Skeleton } from '../../lib/controls/skeleton.tsx'
import { useData, useRefresh } from '../../lib/use-data.ts'
import { useStore } from '../../lib/store.ts'
import type { Model, ViewProps } from '../../service/model.ts'
import { useIncomingFiles, type IncomingFile } from '../../uploads/incoming-files.ts'
import { FolderDialog, type FolderQuestion } from './folder-dialogs.tsx'
import { FolderTrail, FolderTiles } from './folder-links.tsx'
import { FolderTools } from './folder-tools.tsx'
import { groupByMonth, orders, sortAlbums, sortPictures, type DateOrder } from '../grid/months.ts'
import { PictureCollection } from '../picture-collection.tsx'

/** Why the folder is not listed, unless the uploads say the same. */
function Failure({ model, text }: { model: Model; text: string }) {
  useStore(model.uploadStore)
  return <p role="alert">{text === model.uploads.waitsFor ? '' : text}</p>
}

/** A folder: its trail, its folders and its pictures, and what can be done with them. */
export function FolderView({ model, folder, picture: opened }: ViewProps<'albums'>) {
  const load = () => model.list(folder)
  const { data: listing, failure, isGone, reload } = useData(load, [folder], model.contentStore)
  const [order, setOrder] = useState(chosenOrder)
  const [question, setQuestion] = useState<FolderQuestion | undefined>(undefined)
  const pictures = useMemo(() => sortPictures(listing?.images ?? [], order), [listing, order])
  const groups = useMemo(() => groupByMonth(pictures, order), [pictures])

  useRefresh(reload, [folder], listing?.images.length)

  const add = (files: readonly IncomingFile[]) => {
    if (isGone || model.isLooking) return
    if (files.length === 0) model.notice.say(t.folder.noPictures)
    model.uploadInto(folder, files)
  }
  const isDropping = useIncomingFiles(add)

  return (
    <section class={isDropping ? 'dropping' : ''}>
      {folder !== '' && <FolderTrail above={parentOf(folder)} />}
      <h1 class="name">{nameOf(folder) || t.app.albums}</h1>
      {isGone ? (
        <>
          <p role="alert">{t.errors.folderGone}</p>
          <a class="button" href={folderLink(parentOf(folder))}>
            ↑ {nameOf(parentOf(folder)) || t.app.albums}
          </a>
        </>
      ) : (
        <>
          {!model.isLooking && (
            <FolderTools
              isRoot={folder === ''}
              accept={model.limits.accept}
              onFiles={add}
              onAsk={setQuestion}
            />
          )}
          <Failure model={model} text={failure} />
        </>
      )}
      {listing === undefined && failure === '' && <Skeleton />}
      {listing !== undefined && (
        <>
          {listing.folders.length + listing.images.length > 1 && (
            <OrderField order={order} onOrder={() => setOrder(chosenOrder)} />
          )}
          <FolderTiles folder={folder} folders={sortAlbums(listing.folders, order)} />
          {folder === '' && listing.folders.length > 0 && listing.images.length > 0 && (
            <h2>{t.albums.ownPictures}</h2>
          )}
          {listing.images.length === 0 && listing.folders.length === 0 && (
            <p class="message">
              <Icon name="pictures" />
              {t.folder.nothingHere}
            </p>
          )}
          <PictureCollection
            key={listing.currentPath}
            {...{ model, pictures, groups }}
            name={listing.currentPath}
            // Those of the folder before may still be listed: a picture that they lack is not gone.
            opened={listing.currentPath === folder ? opened : undefined}
          />
        </>
      )}
      {question !== undefined && (
        <FolderDialog {...{ model, folder, question }} onClose={() => setQuestion(undefined)} />
      )}
    </section>
  )
}

const orderKey = 'order'

/** The order of pictures that was chosen on this device. */
const chosenOrder = () => orders.find((each) => each === localStorage.getItem(orderKey)) ?? 'newest'

/** Chooses the order, on this device. */
function OrderField({ order, onOrder }: { order: DateOrder; onOrder: () => void }) {
  const choose = (event: Event & { currentTarget: HTMLSelectElement }) => {
    localStorage.setItem(orderKey, event.currentTarget.value)
    onOrder()
  }
  return (
    <select class="quiet order" aria-label={t.rows.order} value={order} onChange={choose}>
      {orders.map((each) => (
        <option value={each}>{t.rows[each]}</option>
      ))}
    </select>
  )
}
