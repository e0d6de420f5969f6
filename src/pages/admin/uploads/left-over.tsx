import { useState } from 'hono/jsx/dom'
import { t } from '../lib/messages.ts'
import type { Model } from '../service/model.ts'
import { Button } from '../lib/button.tsx'
import { PickButton } from './pick-button.tsx'

/** How many names are shown: nobody reads thousands. */
const maxNames = 50

/** Says after a reload which files were not sent, and sends them to where they were to go. */
export function LeftOver({ model }: { model: Model }) {
  const [isOpen, setOpen] = useState(false)
  const { leftOver } = model
  if (leftOver.length === 0) return null
  return (
    <div class="left-over">
      <p role="status">{t.uploads.missing(leftOver.length)}</p>
      <div class="buttons">
        <PickButton
          label={t.uploads.pickAgain}
          class="primary"
          accept={model.limits.accept}
          onFiles={(files) => model.uploadLeftOver(files.map(({ file }) => file))}
        />
        <Button
          label={isOpen ? t.uploads.hideNames : t.uploads.showNames}
          isOpen={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        <Button label={t.app.forget} class="quiet" onClick={() => model.forgetLeftOver()} />
      </div>
      {isOpen && (
        <ul>
          {leftOver.slice(0, maxNames).map(({ name, folder }) => (
            <li>
              <div>
                <span class="name">{name}</span>
                <span class="note">{folder === '' ? t.app.allPictures : folder}</span>
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
