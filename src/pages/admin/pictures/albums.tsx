import { t } from '../lib/messages.ts'
import type { Model } from '../service/model.ts'
import { FolderTiles } from './folder-links.tsx'
import { NewestStrip } from './newest-strip.tsx'
import type { Listing } from './thumbnail.tsx'

/** The folders of a folder; of the root with what came last, each under its heading. */
export function Albums({ model, listing }: { model: Model; listing: Listing }) {
  const { currentPath, folders, images } = listing
  const tiles = <FolderTiles folder={currentPath} folders={folders} />
  if (currentPath !== '' || folders.length === 0) return tiles
  const isEmpty = images.length === 0 && folders.every(({ imageCount }) => imageCount === 0)
  return (
    <>
      {!isEmpty && <NewestStrip model={model} />}
      <h2>{t.albums.folders}</h2>
      {tiles}
      {images.length > 0 && <h2>{t.albums.ownPictures}</h2>}
    </>
  )
}
