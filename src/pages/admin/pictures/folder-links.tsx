import { listFacts } from '../lib/format-text.ts'
import { folderLink } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import type { Listing } from './thumbnail.tsx'

/** The folders of a folder, as links. */
export function FolderTiles({ folders }: Pick<Listing, 'folders'>) {
  if (folders.length === 0) return null
  return (
    <ul class="folders">
      {folders.map(({ name, path, imageCount, subfolderCount }) => (
        <li key={path}>
          <a href={folderLink(path)}>
            <svg viewBox="0 0 24 24" width={28} height={28} aria-hidden="true">
              <path
                fill="currentColor"
                d="M3 6a2 2 0 0 1 2-2h4.2l2 2.4H19a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2Z"
              />
            </svg>
            <span class="name">{name}</span>
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

/** The folders above one, as links. */
export function FolderTrail({ folder }: { folder: string }) {
  if (folder === '') return null
  const names = folder.split('/').slice(0, -1)
  return (
    <nav class="trail" aria-label={t.folder.trail}>
      <ol>
        <li>
          <a href={folderLink('')}>{t.app.allPictures}</a>
        </li>
        {names.map((name, index) => (
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
