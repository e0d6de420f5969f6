import { t } from './messages.ts'

/** The views of the page, as the part of the address behind `#` names them. */
export type View =
  { name: 'pictures'; folder: string; picture?: string } | { name: 'frames' } | { name: 'status' }

export function readView(hash: string): View {
  const path = decode(hash.slice(1))
  if (path === '/frames') return { name: 'frames' }
  if (path === '/status') return { name: 'status' }
  if (path.startsWith('/picture/')) {
    const picture = path.slice('/picture/'.length)
    return { name: 'pictures', folder: parentOf(picture), picture }
  }
  return { name: 'pictures', folder: path.replace(/^\/pictures\/?/, '').replace(/^\//, '') }
}

export const folderLink = (folder: string) => `#/pictures/${encodePath(folder)}`

/** What the history keeps of a picture that was opened from its folder: the entry below it. */
const isAboveFolder = 'above its folder'

const pictureLink = (path: string) => `#/picture/${encodePath(path)}`

const follow = () => dispatchEvent(new Event('hashchange'))

/** Opens a picture of the folder that is shown, so that Back closes it. */
export function openPicture(path: string): void {
  history.pushState(isAboveFolder, '', pictureLink(path))
  follow()
}

/** Shows another picture in place of the open one. */
export function turnToPicture(path: string): void {
  history.replaceState(history.state, '', pictureLink(path))
  follow()
}

/** Goes back to the folder of the open picture. */
export function closePicture(folder: string): void {
  const isAbove = history.state === isAboveFolder
  history.replaceState(null, '', isAbove ? undefined : folderLink(folder))
  if (isAbove) history.back()
  else follow()
}

export const joinPath = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`

/** The folder above; that above the top is the top. */
export const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')

export const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** What a view is called, in the title of the page. */
export function titleOf(view: View): string {
  if (view.name === 'pictures') return nameOf(view.folder) || t.app.allPictures
  return view.name === 'frames' ? t.app.frames : t.app.status
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
