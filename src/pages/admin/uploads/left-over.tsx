import { useState } from 'hono/jsx/dom'
import { count } from '../lib/format-text.ts'
import type { Model } from '../service/model.ts'

/** How many names are shown: nobody reads thousands. */
const maxNames = 50

/** Says after a reload which files were not sent. */
export function LeftOver({ model }: { model: Model }) {
  const [isOpen, setOpen] = useState(false)
  const { leftOver } = model
  if (leftOver.length === 0) return null
  return (
    <div class="left-over">
      <p role="status">
        {count(leftOver.length, 'picture')} of your last visit{' '}
        {leftOver.length === 1 ? 'is' : 'are'} missing. Add them again; what is stored is not stored
        twice.
      </p>
      <div class="buttons">
        <button
          type="button"
          aria-expanded={isOpen ? 'true' : 'false'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the names' : 'Show the names'}
        </button>
        <button type="button" class="quiet" onClick={() => model.forgetLeftOver()}>
          Forget them
        </button>
      </div>
      {isOpen && (
        <ul>
          {leftOver.slice(0, maxNames).map(({ name, folder }) => (
            <li>
              <div>
                <span class="name">{name}</span>
                <span class="note">{folder === '' ? 'All pictures' : folder}</span>
              </div>
            </li>
          ))}
          {leftOver.length > maxNames && (
            <li class="note">and {count(leftOver.length - maxNames, 'other')}</li>
          )}
        </ul>
      )}
    </div>
  )
}
