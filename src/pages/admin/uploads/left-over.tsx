import { useState } from 'preact/hooks'
import { t } from '../lib/messages.ts'
import type { Model } from '../service/model.ts'
import { Button } from '../lib/controls/button.tsx'
import { PickButton } from './pick-button.tsx'

/** How many names are shown: nobody reads thousands. */
const maxNames = 50

interface LeftOverProps {
  model: Pick<Model, 'leftOver' | 'limits' | 'uploadLeftOver' | 'forgetLeftOver'>
  /** Whether files may go to several folders. */
  hasFolders: boolean
}

/** Says after a reload which files were not sent, and sends them to where they were to go. */
export function LeftOver({ model, hasFolders }: LeftOverProps) {
  const [isOpen, setOpen] = useState(false)
  const { leftOver } = model
  if (leftOver.length === 0) return null
  return (
    <div class="left-over">
      <p role="status">
        {t.uploads.missing(leftOver.length)} {hasFolders && t.uploads.ownFolders}
      </p>
      <Button
        label={isOpen ? t.uploads.hideNames : t.uploads.showNames}
        icon={isOpen ? 'hideList' : 'showList'}
        isIconOnly
        class="quiet"
        isOpen={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      <Button
        label={t.app.forget}
        icon="close"
        isIconOnly
        class="quiet"
        onClick={() => model.forgetLeftOver()}
      />
      <PickButton
        label={t.uploads.pickAgain}
        icon="add"
        class="primary"
        accept={model.limits.accept}
        onFiles={(files) => model.uploadLeftOver(files.map(({ file }) => file))}
      />
      {isOpen && (
        <ul>
          {leftOver.slice(0, maxNames).map(({ name, folder }) => (
            <li>
              <div>
                <span class="name">{name}</span>
                {hasFolders && <span class="note">{folder === '' ? t.app.pictures : folder}</span>}
              </div>
            </li>
          ))}
          {leftOver.length > maxNames && (
            <li class="note">+ {t.count.others(leftOver.length - maxNames)}</li>
          )}
        </ul>
      )}
    </div>
  )
}
