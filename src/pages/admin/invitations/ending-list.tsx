import type { ComponentChildren as Child } from 'preact'
import { useState } from 'preact/hooks'
import { DeleteDialog } from '../dialogs/action-dialog.tsx'
import { Button } from '../lib/controls/button.tsx'

interface Ending {
  id: string
  name: string
  notes: readonly string[]
  /** What else can be done with it. */
  action?: Child
}

interface EndingListProps {
  items: readonly Ending[]
  /** What ends one. */
  end: string
  /** Asks whether one is to end, and says what follows. */
  title: (name: string) => string
  text: string
  onEnd: (id: string) => Promise<unknown>
}

/** Lists what lives until somebody ends it; that is asked once. */
export function EndingList({ items, end, title, text, onEnd }: EndingListProps) {
  const [ending, setEnding] = useState<Ending | undefined>(undefined)
  return (
    <>
      <ul class="invitations">
        {items.map((each) => (
          <li key={each.id}>
            <div>
              <span class="name">{each.name}</span>
              {each.notes.map((note) => (
                <span class="note">{note}</span>
              ))}
            </div>
            {each.action}
            <Button label={end} of={each.name} class="danger" onClick={() => setEnding(each)} />
          </li>
        ))}
      </ul>
      {ending !== undefined && (
        <DeleteDialog
          title={title(ending.name)}
          text={text}
          action={end}
          onAct={() => onEnd(ending.id)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </>
  )
}
