import { userInfo } from 'node:os'
import { systemCode } from './system/system-error.ts'

/**
 * Says what a person can do about a folder that the system refuses, as a sentence.
 * @returns '' where the error says it all.
 */
export function remedyFor(error: unknown, folder: string): string {
  switch (systemCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return (
        `The service runs as ${ownUser()}: run it as the owner of the folder, or type ` +
        `sudo chown -R ${ownUser()}: ${folder}`
      )
    case 'EROFS':
      return (
        'Restart the machine, as a card or disk is made read-only when it fails, and replace it ' +
        "if that happens again; in systemd's unit, ReadWritePaths= has to name the folder"
      )
    case 'ENOSPC':
      return 'The disk is full: delete what nobody needs from it'
    default:
      return ''
  }
}

/** The user of the process; by its number where the environment does not name it, as in a container. */
function ownUser(): string {
  const { uid, username } = userInfo()
  return username === 'unknown' ? String(uid) : username
}
