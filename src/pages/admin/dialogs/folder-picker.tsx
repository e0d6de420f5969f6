import { joinPath, parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { Button } from '../lib/controls/button.tsx'

interface StepsProps {
  path: string
  folders: readonly { name: string }[] | undefined
  onGo: (path: string) => void
}

/** The folders of a folder, and the one above it, to go to. */
export const FolderSteps = ({ path, folders, onGo }: StepsProps) => (
  <>
    <p class="path">{path === '' ? t.app.pictures : path}</p>
    <ul class="picker">
      {path !== '' && (
        <li>
          <Button label={t.app.folderAbove} icon="above" onClick={() => onGo(parentOf(path))} />
        </li>
      )}
      {folders?.map(({ name }) => (
        <li>
          <Button label={name} icon="folder" onClick={() => onGo(joinPath(path, name))} />
        </li>
      ))}
    </ul>
  </>
)
