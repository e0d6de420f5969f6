/** The names of values that are numbers; all others are texts. */
type NumberName = 'n' | 'all' | 'pictures' | 'folders' | 'items' | 'width' | 'height'

export type Value = string | number | Readonly<Record<string, string | number>>

/** The values that messages of `/admin` have places for, by their names; one with forms has `n` unless told. */
export const messageValues = {
  'app.actionOn': ['action', 'name'],
  'login.tryAgainIn': ['time'],
  'albums.nothingFound': ['text'],
  'folder.moveTitle': ['name'],
  'folder.deleteTitle': ['name'],
  'folder.holds': ['n', 'size'],
  'folder.holdsBelow': ['pictures', 'folders'],
  'selection.selected': ['n', 'all'],
  'selection.moveTo': ['name'],
  'selection.moveTitle': ['n'],
  'selection.deleteTitle': ['n'],
  'selection.gone': ['names'],
  'picture.pixels': ['width', 'height'],
  'picture.covers': ['name'],
  'changes.moved': ['n', 'folder'],
  'changes.renamed': ['n', 'names'],
  'changes.pictures.trashed': ['n'],
  'changes.pictures.deleted': ['n'],
  'changes.pictures.restored': ['n'],
  'changes.items.deleted': ['n'],
  'changes.items.restored': ['n'],
  'changes.folder.trashed': ['name'],
  'changes.folder.deleted': ['name'],
  'changes.folder.restored': ['name'],
  'changes.folder.missing': ['name'],
  'trash.more': ['n'],
  'trash.selectedOf': ['n', 'all'],
  'trash.deleteTitle': ['n'],
  'trash.gone': ['items', 'pictures', 'size'],
  'trash.folderWith': ['n'],
  'trash.from': ['folder'],
  'trash.deleted': ['ago'],
  'status.read': ['n', 'all'],
  'status.picturesIn': ['pictures', 'folders'],
  'status.damaged': ['error'],
  'status.foreign': ['error'],
  'status.hiddenFolder': ['error'],
  'uploads.stored': ['n', 'all'],
  'uploads.refused': ['n'],
  'uploads.left': ['time'],
  'uploads.madeSmaller': ['n', 'size'],
  'uploads.tooLarge': ['size', 'most'],
  'frames.showsThis': ['until'],
  'frames.asleep': ['time'],
  'frames.asked': ['ago'],
  'frames.battery': ['level'],
  'frames.firmware': ['version'],
  'frames.until': ['time'],
  'frames.hearsAt': ['time'],
  'frames.getsAnother': ['name'],
  'frames.forgetTitle': ['name'],
  'frames.showOnFrame': ['name'],
  'frames.nowShows': ['name'],
  'errors.nameSign': ['sign'],
  'errors.otherAnswer': ['status'],
  'invite.came': ['files', 'most'],
  'invite.until': ['date'],
  'invite.endTitle': ['name'],
} as const

type Rows = typeof messageValues
type ValueOf<Name> = Name extends NumberName ? number : string

/** What a message takes: its value, or several by their names. */
export type MessageValues = {
  [Path in keyof Rows]: Rows[Path] extends readonly [infer Name]
    ? ValueOf<Name>
    : { [Name in Rows[Path][number]]: ValueOf<Name> }
}
