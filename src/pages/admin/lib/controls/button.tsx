import type { ButtonHTMLAttributes } from 'preact'
import { takeIcons } from './lucide.ts' with { type: 'macro' }
import { t } from '../messages.ts'

/** The icons of the page, and what Lucide (https://lucide.dev) calls them. */
const icons = takeIcons({
  add: 'image-plus',
  admin: 'settings',
  back: 'chevron-left',
  close: 'x',
  connect: 'monitor-smartphone',
  cover: 'book-image',
  delete: 'trash',
  facts: 'info',
  favourite: 'heart',
  folder: 'folder',
  frames: 'monitor',
  hideList: 'chevron-down',
  logIn: 'log-in',
  more: 'ellipsis',
  newFolder: 'folder-plus',
  next: 'chevron-right',
  picture: 'image',
  pictures: 'images',
  search: 'search',
  settings: 'sliders-horizontal',
  showList: 'chevron-up',
  showOn: 'cast',
  device: 'cpu',
})

export type IconName = keyof typeof icons

/** Those that point along the lines of a text. */
const mirrored: readonly IconName[] = ['back', 'logIn', 'next']

/** A sign beside or in place of a word; screen readers pass over it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class={mirrored.includes(name) ? 'icon mirrored' : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: icons[name] }}
  />
)

type OwnAttribute = 'class' | 'disabled' | 'aria-expanded' | 'aria-haspopup' | 'aria-pressed'

export interface ButtonProps extends Pick<ButtonHTMLAttributes, OwnAttribute> {
  label: string
  icon?: IconName
  /** An icon in place of the label, which is spoken, and shown where a mouse rests. */
  sign?: IconName
  onClick: (event: MouseEvent) => void
  /** What screen readers say in place of the label. */
  spoken?: string
  /** What it acts on: screen readers say it after the label. */
  of?: string
}

/** A button that does something, unlike one that sends a form. */
export const Button = ({
  label,
  sign,
  icon = sign,
  of,
  spoken = of === undefined ? undefined : t.app.actionOn({ action: label, name: of }),
  ...attributes
}: ButtonProps) => (
  <button
    type="button"
    aria-label={spoken ?? (sign && label)}
    title={sign && label}
    {...attributes}
  >
    {icon && <Icon name={icon} />}
    {!sign && label}
  </button>
)

/** Puts away what it stands beside. */
export const CloseButton = (props: Pick<ButtonProps, 'label' | 'of' | 'onClick'>) => (
  <Button {...props} sign="close" class="quiet" />
)
