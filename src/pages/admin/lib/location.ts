import { parentOf } from '../../../disk/paths.ts'
import { attempt } from '../../../lib/attempt.ts'
import { t } from './messages.ts'

export { joinPath, parentOf } from '../../../disk/paths.ts'

/** The views of the page, as the part of the address behind `#` names them, with the path of the picture that is open. */
export type View =
  | { name: 'photos'; picture?: string }
  | { name: 'albums'; folder: string; picture?: string }
  | { name: 'search'; text: string; picture?: string }
  | { name: 'frames' }
  | { name: 'more' }

/** Reads what view an address names; the photos where it names none. */
export function readView(hash: string): View {
  const [, name = '', text = '', ...rest] = hash.split('/')
  const path = decode([text, ...rest].join('/'))
  if (name === 'search') return { name, text: decode(text), ...readPicture(rest) }
  if (name === 'frames' || name === 'more') return { name }
  if (name === 'picture') return { name: 'albums', folder: parentOf(path), picture: path }
  if (name === 'pictures') return { name: 'albums', folder: path }
  return { name: 'photos', ...readPicture([text, ...rest]) }
}

function readPicture(names: readonly string[]) {
  const picture = decode(names.join('/'))
  return picture === '' ? {} : { picture }
}

/** The address of a folder. */
export const folderLink = (folder: string) => `#/pictures/${encodePath(folder)}`

/** The address of what a view shows: without a picture, the view itself. */
function linkOf(view: View, picture = ''): string {
  if (view.name === 'albums') {
    return picture === '' ? folderLink(view.folder) : `#/picture/${encodePath(picture)}`
  }
  // Slashes of a text are encoded too: what follows it is the path of a picture.
  const link = view.name === 'search' ? `#/search/${encodeURIComponent(view.text)}` : '#/photos'
  return picture === '' ? link : `${link}/${encodePath(picture)}`
}

const currentView = () => readView(location.hash)

/** What the history keeps of what is closed by going back to the entry below it. */
const isOpened = 'opened'

const follow = () => dispatchEvent(new Event('hashchange'))

/** Goes to an address from which `close` comes back. */
function open(link: string): void {
  history.pushState(isOpened, '', link)
  follow()
}

function turnTo(link: string): void {
  history.replaceState(history.state, '', link)
  follow()
}

/** @param below where to go if nothing was opened here. */
function close(below: string): void {
  const wasOpened = history.state === isOpened
  history.replaceState(null, '', wasOpened ? undefined : below)
  if (wasOpened) history.back()
  else follow()
}

/** Opens a picture of the view that is shown, so that Back closes it. */
export const openPicture = (path: string) => open(linkOf(currentView(), path))

/** Shows another picture in place of the open one. */
export const turnToPicture = (path: string) => turnTo(linkOf(currentView(), path))

/** Goes back to the view that the open picture is in front of. */
export const closePicture = () => close(linkOf(currentView()))

/** Shows what is found for a text. Back, or an empty text, goes to where the search began. */
export function search(text: string): void {
  const isSearching = currentView().name === 'search'
  if (text !== '') (isSearching ? turnTo : open)(linkOf({ name: 'search', text }))
  else if (isSearching) close('#/photos')
}

/** The last name of a path. */
export const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** What a view is called, in the title of the page. */
export function titleOf(view: View): string {
  if (view.name === 'albums') return nameOf(view.folder) || t.app.albums
  if (view.name === 'search') return view.text
  return view.name === 'photos' ? t.app.pictures : view.name === 'more' ? t.care.more : t.app.frames
}

/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) => encodeURIComponent(path).replaceAll('%2F', '/')

/** Decodes what is percent-encoded; text that can't be decoded stays as it is. */
const decode = (text: string) => attempt(() => decodeURIComponent(text)) ?? text
