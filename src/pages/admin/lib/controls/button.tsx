import type { JSX } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { t } from '../messages.ts'

interface ButtonProps {
  label: string
  icon?: IconName
  /** An icon in place of the label, which is spoken, and shown where a mouse rests. */
  sign?: IconName
  onClick: (event: MouseEvent) => void
  class?: string | undefined
  disabled?: boolean
  /** What screen readers say in place of the label. */
  spoken?: string
  /** What it acts on: screen readers say it after the label. */
  of?: string
  /** Of a button that shows and hides something: whether that is shown. */
  isOpen?: boolean
  /** Whether that is a menu. */
  hasMenu?: boolean
  /** Of a button that switches something: whether that is on. */
  isOn?: boolean
}

/** A button that does something, unlike one that sends a form. */
export const Button = ({
  label,
  sign,
  icon = sign,
  of,
  spoken = of === undefined ? undefined : t.app.actionOn({ action: label, name: of }),
  isOpen,
  hasMenu = false,
  isOn,
  ...attributes
}: ButtonProps): JSX.Element => (
  <button
    type="button"
    aria-label={spoken ?? (sign && label)}
    title={sign && label}
    aria-expanded={isOpen}
    aria-haspopup={hasMenu ? 'menu' : undefined}
    aria-pressed={isOn}
    {...attributes}
  >
    {icon && <Icon name={icon} />}
    {!sign && label}
  </button>
)
