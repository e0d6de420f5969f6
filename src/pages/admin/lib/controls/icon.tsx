import { takeIcons } from './lucide.ts' with { type: 'macro' }

/** The icons of the page, and what Lucide (https://lucide.dev) calls them. */
const icons = takeIcons({
  add: 'image-plus',
  addFolder: 'folder-up',
  all: 'copy-check',
  another: 'skip-forward',
  back: 'chevron-left',
  close: 'x',
  connect: 'monitor-smartphone',
  copy: 'copy',
  cover: 'book-image',
  delete: 'trash',
  done: 'check',
  download: 'download',
  end: 'unlink',
  facts: 'info',
  favourite: 'heart',
  folder: 'folder',
  frames: 'monitor',
  goOn: 'play',
  hide: 'eye-off',
  hideList: 'chevron-down',
  invite: 'user-plus',
  link: 'link',
  logIn: 'log-in',
  logOut: 'log-out',
  more: 'ellipsis',
  move: 'folder-input',
  newFolder: 'folder-plus',
  next: 'chevron-right',
  pause: 'pause',
  picture: 'image',
  pictures: 'images',
  print: 'printer',
  rename: 'pencil',
  rotateLeft: 'rotate-ccw',
  rotateRight: 'rotate-cw',
  search: 'search',
  settings: 'sliders-horizontal',
  share: 'share-2',
  showList: 'chevron-up',
  showOn: 'cast',
  device: 'cpu',
  tryAgain: 'refresh-cw',
  undo: 'undo-2',
})

export type IconName = keyof typeof icons

/** Those that point along the lines of a text. */
const mirrored: readonly IconName[] = ['back', 'logIn', 'logOut', 'move', 'next', 'undo']

/** A sign beside or in place of a word; screen readers pass over it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class={mirrored.includes(name) ? 'icon mirrored' : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: icons[name] }}
  />
)
