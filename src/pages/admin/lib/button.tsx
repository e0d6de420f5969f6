import type { JSX } from 'hono/jsx/dom/jsx-runtime'
import { t } from './messages.ts'

interface ButtonProps {
  label: string
  onClick: (event: MouseEvent) => void
  class?: string | undefined
  disabled?: boolean
  /** What screen readers say in place of the label. */
  spoken?: string
  /** What it acts on: screen readers say it after the label. */
  of?: string
  /** Of a button that shows and hides something: whether that is shown. */
  isOpen?: boolean
  /** Of a button that switches something: whether that is on. */
  isOn?: boolean
}

/** A button that does something, unlike one that sends a form. */
export const Button = ({
  label,
  of,
  spoken = of === undefined ? undefined : t.app.actionOn(label, of),
  isOpen,
  isOn,
  ...attributes
}: ButtonProps): JSX.Element => (
  <button
    type="button"
    aria-label={spoken}
    aria-expanded={isOpen?.toString()}
    aria-pressed={isOn?.toString()}
    {...attributes}
  >
    {label}
  </button>
)
