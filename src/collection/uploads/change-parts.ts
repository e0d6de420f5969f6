import type { Findings } from '../checkup/findings.ts'
import type { Disk } from '../disk/disk.ts'
import type { Staging } from '../disk/staging/staging.ts'
import type { Marks } from '../index/marks.ts'
import type { Prober } from '../index/prober.ts'
import type { Scanner } from '../index/scanner.ts'
import type { Tree } from '../index/tree/tree.ts'
import type { Lister } from '../listing/lister.ts'
import type { FolderMaker } from './folder-maker.ts'
import type { Invitations } from './invitations.ts'

/** What changes of the collection are made with. */
export interface ChangeParts {
  disk: Disk
  staging: Staging
  tree: Tree
  prober: Prober
  scanner: Scanner
  marks: Marks
  lister: Lister
  findings: Findings
  folderMaker: FolderMaker
  invitations: Invitations
}
