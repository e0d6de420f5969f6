import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../dialogs/dialog.tsx'
import { Button } from './button.tsx'
import { t } from '../messages.ts'

/** Something to do, as a menu offers it. */
export interface MenuAction {
  label: string
  /** Whether it takes something away: such actions come last. */
  isDangerous?: boolean
  disabled?: boolean
  onClick: () => void
}

interface MenuProps {
  actions: readonly MenuAction[]
  /** What the actions are about: screen readers say it after the label of the button. */
  of?: string
}

/**
 * A button with three dots that opens a menu: beside the button, or from below on a narrow screen
 * (the style decides). Follows the pattern for menu buttons of the ARIA Authoring Practices Guide.
 */
export function Menu({ actions, of }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const dialogOf = () => place.current?.querySelector('dialog')
  const close = () => {
    // At once: what an action opens gives the focus back to the button later.
    dialogOf()?.close()
    place.current?.querySelector('button')?.focus()
    setOpen(false)
  }
  useLayoutEffect(() => {
    moveFocus(dialogOf(), 'Home')
  }, [isOpen])
  const label = of === undefined ? t.care.more : t.app.actionOn({ action: t.care.more, name: of })
  return (
    <span class="menu-place" ref={place}>
      <Button
        label={t.care.more}
        spoken={label}
        sign="more"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog
          title={label}
          class="menu"
          onClose={close}
          // Outside of the list is the backdrop alone.
          onClick={({ target, currentTarget }) => target === currentTarget && close()}
          onKeyDown={(event) => {
            // Keys of the view below are not for it.
            event.stopPropagation()
            if (event.key === 'Tab') close()
            else if (moveFocus(event.currentTarget, event.key)) event.preventDefault()
          }}
        >
          <div role="menu" aria-label={label}>
            {actions.map(({ label: text, isDangerous, disabled = false, onClick }) => (
              <button
                type="button"
                role="menuitem"
                tabIndex={-1}
                class={isDangerous ? 'danger' : ''}
                disabled={disabled}
                onClick={() => {
                  close()
                  onClick()
                }}
              >
                {text}
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </span>
  )
}

/**
 * Moves the focus in a menu by a key, from the last item to the first; `false` for any other key.
 */
function moveFocus(menu: HTMLElement | null | undefined, key: string): boolean {
  const items = [...(menu?.querySelectorAll<HTMLElement>('button:enabled') ?? [])]
  const index = items.findIndex((each) => each === document.activeElement)
  const below = (index + 1) % items.length
  const target = { ArrowDown: below, ArrowUp: index - 1, Home: 0, End: -1 }[key]
  if (target === undefined) return false
  items.at(target)?.focus()
  return true
}
