import { t } from './messages.ts'

/** The views of the page, as the part of the address behind `#` names them. */
export type View =
  | { name: 'pictures'; folder: string; picture?: string }
  | { name: 'newest'; picture?: string }
  | { name: 'search'; text: string; picture?: string }
  | { name: 'frames' }
  | { name: 'status' }

export function readView(hash: string): View {
  const [, name, text = '', ...rest] = hash.split('/')
  if (name === 'newest') return { name, ...readPicture([text, ...rest]) }
  if (name === 'search') return { name, text: decode(text), ...readPicture(rest) }
  const path = decode(hash.slice(1))
  if (path === '/frames') return { name: 'frames' }
  if (path === '/status') return { name: 'status' }
  if (path.startsWith('/picture/')) {
    const picture = path.slice('/picture/'.length)
    return { name: 'pictures', folder: parentOf(picture), picture }
  }
  return { name: 'pictures', folder: path.replace(/^\/pictures\/?/, '').replace(/^\//, '') }
}

function readPicture(names: readonly string[]) {
  const picture = decode(names.join('/'))
  return picture === '' ? {} : { picture }
}

export const folderLink = (folder: string) => `#/pictures/${encodePath(folder)}`

/** Its slashes are encoded too: what follows the text is the path of a picture. */
const searchLink = (text: string) => `#/search/${encodeURIComponent(text)}`

export const newestLink = '#/newest'

/** The address of a picture that is open in front of the view that is shown. */
function pictureLink(path: string): string {
  const view = readView(location.hash)
  if (view.name === 'newest') return newestPictureLink(path)
  return `${view.name === 'search' ? searchLink(view.text) : '#/picture'}/${encodePath(path)}`
}

export const newestPictureLink = (path: string) => `${newestLink}/${encodePath(path)}`

/** What the history keeps of what is closed by going back to the entry below it. */
const isOpened = 'opened'

const follow = () => dispatchEvent(new Event('hashchange'))

/** Goes to an address from which `close` comes back. */
export function open(link: string): void {
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
export const openPicture = (path: string) => open(pictureLink(path))

/** Shows another picture in place of the open one. */
export const turnToPicture = (path: string) => turnTo(pictureLink(path))

/** Goes back to the view that the open picture is in front of. */
export function closePicture(): void {
  const view = readView(location.hash)
  if (view.name === 'search') close(searchLink(view.text))
  else close(view.name === 'pictures' ? folderLink(view.folder) : newestLink)
}

/** Shows what is found for a text. Back, or an empty text, goes to where the search began. */
export function search(text: string): void {
  const isSearching = readView(location.hash).name === 'search'
  if (text !== '') (isSearching ? turnTo : open)(searchLink(text))
  else if (isSearching) close(folderLink(''))
}

export const joinPath = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`

/** The folder above; that above the top is the top. */
export const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')

export const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** What a view is called, in the title of the page. */
export function titleOf(view: View): string {
  if (view.name === 'pictures') return nameOf(view.folder) || t.app.pictures
  if (view.name === 'search') return view.text
  return view.name === 'newest' ? t.albums.newest : t.app[view.name]
}

/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) => encodeURIComponent(path).replaceAll('%2F', '/')

/** Decodes what is percent-encoded; text that can't be decoded stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
