import type { Permission } from '../library/permission.ts'
import type { Findings } from '../library/checkup/findings.ts'
import type { stager } from '../disk/staging/staging.ts'
import type { Frames } from '../frames/frames.ts'
import type { Marks } from '../library/marks.ts'
import type { LibraryParts } from '../library/library-parts.ts'
import type { Lister } from '../library/listing/lister.ts'
import type { Invitations } from './invitations.ts'

/** What changes of the collection are made with. */
export interface ChangeParts extends LibraryParts {
  stage: ReturnType<typeof stager>
  marks: Marks
  lister: Lister
  findings: Findings
  invitations: Invitations
  frames: Frames
  /** Of whoever makes the change. */
  permission: Permission
}
