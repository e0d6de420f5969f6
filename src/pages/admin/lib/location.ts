/** The views of the page, as the part of the address behind `#` names them. */
export type View = { name: 'pictures'; folder: string } | { name: 'frames' } | { name: 'status' }

export function readView(hash: string): View {
  const path = decode(hash.slice(1))
  if (path === '/frames') return { name: 'frames' }
  if (path === '/status') return { name: 'status' }
  return { name: 'pictures', folder: path.replace(/^\/pictures\/?/, '').replace(/^\//, '') }
}

export const folderLink = (folder: string) => `#/pictures/${encodePath(folder)}`

export const joinPath = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`

/** The folder above; that above the top is the top. */
export const parentOf = (path: string) => path.split('/').slice(0, -1).join('/')

export const nameOf = (path: string) => path.split('/').at(-1) ?? path

/** What a view is called, in the title of the page. */
export function titleOf(view: View): string {
  if (view.name === 'pictures') return nameOf(view.folder) || 'All pictures'
  return view.name === 'frames' ? 'Frames' : 'Status'
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
