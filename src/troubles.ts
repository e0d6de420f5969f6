import { stat } from 'node:fs/promises'
import type { Collection } from './collection/collection.ts'
import { diskSpace } from './disk/shortage/free-space.ts'
import type { Config } from './config.ts'
import { AppError } from './errors.ts'
import { formatByteSize } from './lib/byte-size.ts'
import { remedyFor } from './lib/remedy.ts'

/** When the service was first made: no clock that is right says less. */
const firstMade = Date.UTC(2026, 0)

/**
 * Finds what keeps a running service from doing all that it should: a sentence each, with what to
 * do about it.
 * @param addresses where the service can be opened.
 */
export async function findTroubles(
  collection: Collection,
  { host, maxFileSize }: Config,
  addresses: readonly string[],
): Promise<string[]> {
  const troubles: string[] = []
  const { clock, disk } = collection.parts
  const { readOnly, root } = disk
  if (readOnly instanceof AppError) troubles.push(readOnly.message)
  else if (readOnly !== undefined) {
    const remedy = remedyFor(readOnly, root)
    troubles.push(
      `the uploads folder can't be written (${describeReason(readOnly)}): pictures show, uploads ` +
        `fail${remedy && `. ${remedy}`}`,
    )
  }
  const owner = await stat(root).catch(() => undefined)
  if (process.getuid?.() === 0 && owner !== undefined && owner.uid !== 0) {
    troubles.push(
      'this runs as root in a folder of another user, who will not be allowed to change what comes ' +
        `now: stop it, type sudo chown -R --from=root ${owner.uid} ${root}, and ` +
        'start the service with sudo systemctl start photo-frame',
    )
  }
  const space = await diskSpace(root).catch(() => undefined)
  if (space !== undefined && space.free < maxFileSize && space.total > maxFileSize) {
    troubles.push(
      `the disk of the uploads folder is full (${formatByteSize(space.free)} free): delete ` +
        'pictures on the page /admin and empty the trash there, or uploads fail',
    )
  }
  if (clock() < firstMade) {
    troubles.push(
      `the clock says ${new Date(clock()).toISOString().slice(0, 10)}: connect the ` +
        'network, from which most machines set it, or type sudo date -s "2026-12-31 18:00". ' +
        'Until then dates are wrong, and so is what frames choose by them',
    )
  }
  // One for this machine alone needs no network.
  const isOpen = host === '0.0.0.0' || host === '::'
  if (isOpen && addresses[0]?.startsWith('http://localhost:') === true) {
    troubles.push(
      'there is no network: other devices can open the service once the machine has joined one ' +
        '(nmcli device shows which)',
    )
  }
  return troubles
}

/** Gives the system's own message, such as `EACCES: permission denied`. */
export function describeReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause)
}
