import { folderLink } from '../lib/location.ts'

/** The folders above one, as links. */
export function FolderTrail({ folder }: { folder: string }) {
  if (folder === '') return null
  const names = folder.split('/').slice(0, -1)
  return (
    <nav class="trail" aria-label="Folder">
      <ol>
        <li>
          <a href={folderLink('')}>All pictures</a>
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
