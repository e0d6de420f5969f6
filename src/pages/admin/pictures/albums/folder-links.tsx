import type { FolderEntry } from '../../../../library/types.ts'
import { folderLink, parentOf } from '../../lib/location.ts'
import { listFacts } from '../../lib/format-text.ts'
import { t } from '../../lib/messages.ts'
import { Cover } from './cover.tsx'

/** How high the pictures on tiles are, in CSS pixels, nearly. */
const coverHeight = 160

interface TilesProps {
  folders: readonly FolderEntry[]
  /** Folders elsewhere than directly in this one say where they are. */
  folder: string
}

/** Folders, each with the picture that stands for it. */
export function FolderTiles({ folder, folders }: TilesProps) {
  if (folders.length === 0) return null
  return (
    <ul class="folders">
      {folders.map(({ name, path, cover, imageCount, subfolderCount }) => (
        <li key={path}>
          <a href={folderLink(path)}>
            <Cover key={cover} path={cover} height={coverHeight} />
            <span class="name" title={name}>
              {name}
            </span>
            {parentOf(path) !== folder && <span class="path">{parentOf(path)}</span>}
            <span class="note">
              {listFacts([
                t.count.pictures(imageCount),
                subfolderCount > 0 ? t.count.folders(subfolderCount) : '',
              ])}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The folders from the top to one, as links. */
export function FolderTrail({ above }: { above: string }) {
  const names = above === '' ? [] : above.split('/')
  return (
    <nav class="trail" aria-label={t.folder.trail}>
      <ol>
        {['', ...names].map((name, depth) => (
          <li>
            <a class={name && 'name'} href={folderLink(names.slice(0, depth).join('/'))}>
              {name || t.app.albums}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
