import { foldText } from '../../../library/order/fold-text.ts'
import { formatMonth, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { Skeleton } from '../lib/controls/skeleton.tsx'
import { newestFirst, type ViewProps } from '../service/model.ts'
import { FolderTiles } from './albums/folder-links.tsx'
import { PictureCollection } from './picture-collection.tsx'
import { useLongListing } from './use-long-listing.ts'

/** What a text finds in all albums: albums and pictures by name, pictures by their descriptions, and pictures of the months that it names. */
export function FoundView({ model, text, picture }: ViewProps<'search'>) {
  const wanted = foldText(text)
  const isNamed = (month: string) => month !== '' && foldText(formatMonth(month)).includes(wanted)
  const sources = [
    { query: newestFirst, isWanted: isNamed },
    { query: { search: text, order: 'newest' }, isWanted: (month: string) => !isNamed(month) },
  ] as const
  const { listing, failure, shown } = useLongListing(model, sources, [text, t], picture)
  const { folders, pictures, isReady } = listing
  const found = listFacts([
    folders.length > 0 ? t.count.folders(folders.length) : '',
    pictures.length > 0 ? t.count.pictures(pictures.length) : '',
  ])
  const isEmpty = isReady && found === ''
  return (
    <section>
      <div role="status">
        <h1 class={isEmpty ? 'message' : ''}>{isEmpty ? t.albums.nothingFound(text) : found}</h1>
      </div>
      <p role="alert">{failure}</p>
      {!isReady && failure === '' && <Skeleton />}
      <FolderTiles folder="" folders={folders} />
      {isReady && <PictureCollection key={text} model={model} name={`search ${text}`} {...shown} />}
    </section>
  )
}
