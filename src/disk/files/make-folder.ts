import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onCode } from '../../lib/system/system-error.ts'

/** Makes a folder in one that is there; false when the name was taken. Throws what the system says. */
export async function makeFolder(path: string): Promise<boolean> {
  const isMade = await mkdir(path).then(() => true, onCode('EEXIST', false))
  if (!isMade) await lookAgain(dirname(path))
  return isMade
}

/**
 * Has a network mount ask its server what is in a folder. NFS remembers that a name was not there,
 * even after `mkdir` has answered that it is: another machine has made it in between (nfs(5), "Data
 * and metadata coherence").
 */
async function lookAgain(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.stat()
}
