import { useEffect, useRef, useState } from 'preact/hooks'
import { listFacts } from '../lib/format-text.ts'
import { closePicture } from '../lib/location.ts'
import { Icon } from '../lib/controls/icon.tsx'
import { t } from '../lib/messages.ts'
import { Skeleton } from '../lib/controls/skeleton.tsx'
import { useData } from '../lib/use-data.ts'
import { useRefresh } from '../lib/use-refresh.ts'
import type { ListQuery, Model } from '../service/model.ts'
import { FolderTiles } from './albums/folder-links.tsx'
import { PictureCollection } from './picture-collection.tsx'
import type { Listing } from './grid/thumbnail.tsx'

/** How many folders and pictures are loaded at a time. */
const pageSize = '300'

async function listPages(model: Model, query: ListQuery, pages: number): Promise<Listing> {
  let listing = await model.list('', { ...query, limit: pageSize })
  for (let page = 1; page < pages && listing.nextCursor !== null; page += 1) {
    const { folders, images, nextCursor: cursor } = listing
    const next = await model.list('', { ...query, limit: pageSize, cursor })
    listing = {
      ...next,
      folders: [...folders, ...next.folders],
      images: [...images, ...next.images],
    }
  }
  return listing
}

interface FoundViewProps {
  model: Model
  query: ListQuery
  /** What it says where there is nothing. */
  nothing: string
  /** The path of the picture that is open. */
  picture: string | undefined
}

/** What a query finds in all folders: folders and pictures. */
export function FoundView({ model, query, nothing, picture }: FoundViewProps) {
  const [, drawAgain] = useState({})
  const name = JSON.stringify(query)
  // Whoever comes back in the same tab finds as many as there were.
  const key = `pages of ${name}`
  const pages = Number(sessionStorage.getItem(key) ?? 1)
  const showMore = () => {
    sessionStorage.setItem(key, `${pages + 1}`)
    drawAgain({})
  }
  const inputs = [name, pages]
  const load = () => listPages(model, query, pages)
  // What was found for the letters before stays until there is something else to show.
  const { data: listing, failure, reload } = useData(load, inputs, true)
  useEffect(() => model.contentStore.subscribe(() => void reload()), inputs)
  const { folders, images, totalFolders, totalImages, nextCursor } = listing ?? nothingYet
  useRefresh(reload, inputs, images.length)
  const found = listFacts([
    totalFolders > 0 ? t.count.folders(totalFolders) : '',
    totalImages > 0 ? t.count.pictures(totalImages) : '',
  ])
  const summary = found || (listing === undefined ? '' : nothing)
  const isEmpty = summary === nothing
  return (
    <section>
      <div role="status">
        <h1 class={isEmpty ? 'message' : ''}>
          {isEmpty && <Icon name="search" />}
          {summary}
        </h1>
      </div>
      <p role="alert">{failure}</p>
      {listing === undefined && failure === '' && <Skeleton of="pictures" count={24} />}
      <FolderTiles folder="" folders={folders} />
      {listing !== undefined && (
        <PictureCollection
          key={name}
          model={model}
          name={name}
          pictures={images}
          order={query.order === 'newest' ? 'newest' : 'name'}
          opened={picture}
          onClose={closePicture}
        />
      )}
      {nextCursor !== null && <End key={nextCursor} onSee={showMore} />}
    </section>
  )
}

const nothingYet = {
  folders: [],
  images: [],
  totalFolders: 0,
  totalImages: 0,
  nextCursor: null,
}

/** The end of what is loaded: says when it comes near. */
function End({ onSee }: { onSee: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const options = { rootMargin: '100%' }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) onSee()
    }, options)
    if (end.current !== null) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
