import { access, constants, lstat, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { forEachParallel } from '../../lib/waiting/for-each.ts'
import { ignoreSystemError } from '../../lib/system/system-error.ts'
import { privateFolder } from '../paths.ts'
import { linkOrRename } from '../durable/link-or-rename.ts'
import { makeFolder } from '../files/make-folder.ts'
import { insideFolder, openFile } from '../files/verified-open.ts'

/**
 * Makes the folder for the service's own files where it is missing. Others may be able to write to
 * the uploads directory, so a link in its place, or a folder of theirs, is not used.
 * @throws FILE_SYSTEM_ERROR when it is no folder of the service's own; what the system says.
 */
export async function preparePrivateFolder(root: string): Promise<void> {
  const path = join(root, privateFolder)
  await makeFolder(path)
  const [folder, uploads] = await Promise.all([lstat(path), lstat(root)])
  if (folder.isSymbolicLink()) throw refusal('is a symbolic link')
  if (!folder.isDirectory()) throw refusal('is a file')
  // Where all files belong to one user by a mount option, that is the owner of both.
  const owners = [0, uploads.uid, process.geteuid?.()]
  if (!owners.includes(folder.uid)) throw refusal("is somebody else's")
  await access(path, constants.W_OK)
}

const refusal = (reason: string) =>
  new AppError(
    'FILE_SYSTEM_ERROR',
    `The folder ${privateFolder} in the uploads folder ${reason}. Remove it; the service makes its own.`,
  )

/**
 * Makes a folder in one of the service's own where it is missing. Anything else of that name, such
 * as a link, is removed.
 */
export async function makeFolderInside(root: string, path: string, name: string): Promise<void> {
  await insideFolder(root, path, async (inside) => {
    const folder = join(inside, name)
    const found = await lstat(folder).catch(() => undefined)
    if (found?.isDirectory() === true) return
    if (found !== undefined) await unlink(folder)
    await makeFolder(folder)
  })
}

/**
 * Takes the files of the service's own from other accounts, as a backup or an earlier version may
 * have left them: what is in them would let somebody try passwords. A mount without modes keeps its own.
 */
export async function forbidOthers(root: string): Promise<void> {
  await insideFolder(root, privateFolder, async (inside) => {
    const forbid = async (name: string) => {
      const stat = await lstat(join(inside, name))
      if (!stat.isFile() || (stat.mode & 0o077) === 0) return
      await using file = await openFile(root, join(privateFolder, name))
      await file.chmod(0o600)
    }
    const names = await readdir(inside)
    await forEachParallel(names, (name) => forbid(name).catch(ignoreSystemError))
  }).catch(ignoreSystemError)
}

const idName = 'id'
const idPattern = /^[\da-f-]{36}$/

/** Reads by which id the service knows a disk; `undefined` where it was never used. */
export async function readDiskId(root: string): Promise<string | undefined> {
  try {
    await using file = await openFile(root, join(privateFolder, idName))
    const bytes = Buffer.alloc(64)
    const { bytesRead } = await file.read(bytes)
    const id = bytes.toString('utf8', 0, bytesRead)
    return idPattern.test(id) ? id : undefined
  } catch (error) {
    return ignoreSystemError(error)
  }
}

/**
 * Gives a disk an id where it has none. A full disk stays without one. Of processes that start at
 * the same moment one gives it.
 * @param id the one that it had, where that is known.
 */
export async function ensureDiskId(root: string, id: string = crypto.randomUUID()): Promise<void> {
  if ((await readDiskId(root)) !== undefined) return
  await insideFolder(root, privateFolder, async (inside) => {
    const [path, temporary] = [join(inside, idName), join(inside, `${idName}.${id}`)]
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(id).finally(() => file.close())
      // What is there and holds no id was cut off by a power cut, or is not the service's own.
      if ((await readDiskId(root)) === undefined) await unlink(path).catch(() => undefined)
      await linkOrRename(temporary, path)
    } finally {
      await unlink(temporary).catch(() => undefined)
    }
  }).catch(ignoreSystemError)
}
