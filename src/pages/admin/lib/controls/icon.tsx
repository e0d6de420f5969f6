import { takeIcons } from './lucide.ts' with { type: 'macro' }

/** The icons of the page, and what Lucide (https://lucide.dev) calls them. */
const icons = takeIcons({
  add: 'image-plus',
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
const mirrored: readonly IconName[] = ['back', 'next']

/** A sign beside or in place of a word; screen readers pass over it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class={mirrored.includes(name) ? 'icon mirrored' : 'icon'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: icons[name] }}
  />
)
