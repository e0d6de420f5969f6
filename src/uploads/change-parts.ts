import type { Permission } from '../library/permission.ts'
import type { Findings } from '../library/checkup/findings.ts'
import type { Clock } from '../lib/clock.ts'
import type { Disk } from '../disk/disk.ts'
import type { Staging } from '../disk/staging/staging.ts'
import type { Frames } from '../frames/frames.ts'
import type { Marks } from '../library/marks.ts'
import type { Prober } from '../library/prober.ts'
import type { Scanner } from '../library/scan/scanner.ts'
import type { Tree } from '../library/tree/tree.ts'
import type { Lister } from '../library/listing/lister.ts'
import type { Invitations } from './invitations.ts'

/** What changes of the collection are made with. */
export interface ChangeParts {
  clock: Clock
  disk: Disk
  staging: Staging
  tree: Tree
  prober: Prober
  scanner: Scanner
  marks: Marks
  lister: Lister
  findings: Findings
  invitations: Invitations
  frames: Frames
  /** Of whoever makes the change. */
  permission: Permission
}
