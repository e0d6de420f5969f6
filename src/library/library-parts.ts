import type { Clock } from '../lib/clock.ts'
import type { Disk } from '../disk/disk.ts'
import type { Prober } from './prober.ts'
import type { Scanner } from './scan/scanner.ts'
import type { Tree } from './tree/tree.ts'

/** What most work on pictures is done with. */
export interface LibraryParts {
  clock: Clock
  disk: Disk
  tree: Tree
  prober: Prober
  scanner: Scanner
  /** Receives failures that no request can report. */
  onError: (error: unknown) => void
}
