import { access, constants, lstat, realpath, unlink } from 'node:fs/promises'
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { dirname, join } from 'node:path'
import { byteLength, foldCase, maxNameBytes, privateFolder } from './paths.ts'
import { onCode } from '../lib/system/system-error.ts'
import { absentOr, asUnfitName, goneError, ifThere, onDisk } from './file-system-error.ts'
import { readTraits, type FileSystemTraits } from './file-system-traits.ts'
import { openFolderOf } from './mount/open-folder.ts'
import { isMounted, notMounted, UploadsPlace } from './mount/uploads-place.ts'
import { ensureDiskId, forbidOthers, preparePrivateFolder } from './processes/private-folder.ts'
import { fileFactsOf, folderFactsOf, type FileIdentity, type FolderFacts } from './files/facts.ts'
import { folderNamesOf, type FolderNames } from './files/folder-names.ts'
import { closed, fileOpener, type OpenedFile } from './files/opened-file.ts'
import { insideKeptFolder, refreshPath, type WorkInFolder } from './files/kept-folder.ts'
import { makeFolder } from './files/make-folder.ts'
import { atPath, insideFolder, namesIn, openFile } from './files/verified-open.ts'
import { readFolderWhenFree } from './shortage/when-free.ts'
import { callDeadline } from './call-deadline.ts'
import { syncFolder } from './durable/sync-folder.ts'

/** What Linux takes of a path, in bytes, without the zero at its end (limits.h). */
const maxPathBytes = 4095

/**
 * The uploads directory. All paths are relative to it, with forward slashes, and made of names
 * that the disk gave or `paths.ts` accepted. What the disk refuses is `FILE_SYSTEM_ERROR`.
 */
export class Disk {
  readonly root: string
  /** Why nothing can be written, if nothing can. */
  readonly readOnly: unknown
  readonly traits: FileSystemTraits
  readonly place: UploadsPlace
  readonly #deadline = callDeadline()
  readonly #opener: ReturnType<typeof fileOpener>

  private constructor(place: UploadsPlace, traits: FileSystemTraits, readOnly?: unknown) {
    this.root = place.root
    this.place = place
    this.traits = traits
    this.readOnly = readOnly
    this.#opener = fileOpener(this, this.#deadline)
  }

  /**
   * Opens the uploads directory as it is, to look at it only.
   * @throws FILE_SYSTEM_ERROR when it is missing or can't be read.
   */
  static async openAsIs(path: string): Promise<Disk> {
    return onDisk(undefined, async () => {
      const root = await realpath(path)
      await access(`${root}/.`, constants.R_OK | constants.X_OK)
      const place = await UploadsPlace.of(root)
      return new Disk(place, await readTraits(root))
    })
  }

  /**
   * Opens the uploads directory and creates it where it is missing.
   * @param requireMount creates nothing unless it lies on a disk that was mounted for it.
   * @throws UnusableFolderError.
   */
  static async open(path: string, requireMount = false): Promise<Disk> {
    if (requireMount && !(await isMounted(path))) {
      return new Disk(UploadsPlace.absent(path), await readTraits('/'), notMounted())
    }
    const root = await openFolderOf('uploads', path, constants.R_OK)
    const readOnly: unknown = await preparePrivateFolder(root).catch((error: unknown) => error)
    if (readOnly === undefined) await Promise.all([ensureDiskId(root), forbidOthers(root)])
    const [place, traits] = await Promise.all([
      UploadsPlace.of(root, requireMount),
      readTraits(root),
    ])
    return new Disk(place, traits, readOnly)
  }

  /** How many files are open for reading. */
  get openFiles(): number {
    return this.#opener.countOpen()
  }

  /** Throws FILE_SYSTEM_ERROR unless the uploads directory is there, on the disk that it was on. */
  async checkRoot(): Promise<void> {
    return this.place.check()
  }

  /**
   * Makes the service's own folder again where somebody has deleted it, with the id by which
   * sessions are sealed; never at an unmounted disk's mount point, which would then pass for an
   * empty collection.
   */
  async restorePrivateFolder(): Promise<void> {
    await this.checkRoot()
    await onDisk(privateFolder, () => preparePrivateFolder(this.root))
    await ensureDiskId(this.root, this.place.id)
  }

  /** What a folder holds. `undefined` when it is not there. */
  async names(path: string): Promise<FolderNames | undefined> {
    return ifThere(path, async () =>
      folderNamesOf(await insideFolder(this.root, path, readFolderWhenFree)),
    )
  }

  /** Like `names`, at once: for a start, when nobody waits for anything else. */
  namesSync(path: string): FolderNames {
    return folderNamesOf(readdirSync(join(this.root, path), { withFileTypes: true }))
  }

  /** Like `folderFacts`, at once. */
  folderFactsSync(path: string): FolderFacts {
    return folderFactsOf(lstatSync(join(this.root, path)))
  }

  /**
   * Has a network mount ask its server where a path leads, before something is changed there:
   * another process may have moved a folder on it.
   */
  async refresh(path: string): Promise<void> {
    if (this.traits.isSlow) await ifThere(path, () => refreshPath(this.root, path))
  }

  /**
   * Runs work in a folder that stays the same meanwhile, and gives it a check to call at its end.
   * @throws FILE_SYSTEM_ERROR, the check also when another process has deleted the folder.
   */
  async insideFolder<T>(path: string, work: WorkInFolder<T>): Promise<T> {
    return onDisk(path, () => insideKeptFolder(this, path, work))
  }

  /**
   * Whether the system reaches what is in a folder, whatever its name. In the form that a Mac gives
   * them, names take up to three times the bytes that they have in NFC.
   */
  reachesInto(path: string): boolean {
    return byteLength(join(this.root, path)) + 1 + maxNameBytes <= maxPathBytes
  }

  /** A folder's facts, `undefined` when there is no such folder. */
  async folderFacts(path: string): Promise<FolderFacts | undefined> {
    return ifThere(path, async () => {
      const stat = this.traits.isSlow
        ? await insideFolder(this.root, path, (_, handle) => handle.stat())
        : await lstat(join(this.root, path))
      return stat.isDirectory() ? folderFactsOf(stat) : undefined
    })
  }

  /**
   * Looks whether something other than a folder has a path.
   * @throws FILE_SYSTEM_ERROR, as of something that is gone, when that is not so.
   */
  async checkNoFolder(path: string): Promise<void> {
    await onDisk(path, async () => {
      const stat = await lstat(join(this.root, path))
      if (stat.isDirectory()) throw goneError(`'${path}' has come and gone`)
    })
  }

  /** A file's facts, `undefined` when there is no such regular file. */
  async fileFacts(path: string): Promise<FileIdentity | undefined> {
    // Every deal does this, and `join` takes half as long as the look itself.
    const look = () => lstat(`${this.root}/${path}`)
    try {
      const stat = await this.#deadline.run(
        this.traits.isSlow ? () => this.#statOpened(path, look) : look,
      )
      return stat.isFile() ? fileFactsOf(stat) : undefined
    } catch (error) {
      return absentOr(error, path)
    }
  }

  async #statOpened(path: string, look: () => Promise<Stats>): Promise<Stats> {
    const handle = await openFile(this.root, path).catch(onCode('EINVAL', undefined))
    // SMB can't open a file that was just linked while it is kept open by its first name.
    if (handle === undefined) return look()
    return handle.stat().finally(() => closed(handle))
  }

  /**
   * Gives the name that the disk has for what it finds under a name: they differ where it ignores
   * case. `undefined` when there is nothing.
   */
  async nameOnDisk(folder: string, name: string): Promise<string | undefined> {
    const names = await this.#allNamesIn(folder)
    if (names.includes(name)) return name
    return names.find((each) => foldCase(each) === foldCase(name))
  }

  /** Finds the name on the disk whose form in NFC is the given name, which itself is not there. */
  async nameInOtherForm(folder: string, name: string): Promise<string | undefined> {
    if (name.normalize('NFD') === name) return undefined
    const names = await this.#allNamesIn(folder)
    return names.includes(name) ? undefined : names.find((each) => each.normalize('NFC') === name)
  }

  async #allNamesIn(folder: string): Promise<string[]> {
    return (await ifThere(folder, () => namesIn(this.root, folder))) ?? []
  }

  /**
   * Whether a path still leads to the same file. FAT gives inodes anew, and keeps times in steps of
   * two seconds.
   */
  async holds(path: string, { inode, size, mtimeMs }: FileIdentity): Promise<boolean> {
    using file = await this.openFile(path)
    if (file === undefined) return false
    const isSame = this.traits.hasInodes
      ? file.inode === inode && file.mtimeMs === mtimeMs
      : Math.abs(file.mtimeMs - mtimeMs) <= 2000
    return isSame && file.size === size
  }

  /** Opens an image for sending, `undefined` when there is no such regular file. */
  async openFile(path: string): Promise<OpenedFile | undefined> {
    return this.#opener.open(path)
  }

  /** Makes a folder in a folder that is there, durably. False when it existed. */
  async makeFolder(path: string): Promise<boolean> {
    return onDisk(path, async () =>
      atPath(this.root, path, async (at, parent) => {
        const isMade = await makeFolder(at).catch(async (error: unknown) => {
          throw await asUnfitName(error, dirname(at))
        })
        if (isMade) await syncFolder(parent)
        return isMade
      }),
    )
  }

  /** Deletes a regular file for good. Its size in bytes; `undefined` when it is not there. */
  async remove(path: string): Promise<number | undefined> {
    return ifThere(path, async () =>
      atPath(this.root, path, async (at) => {
        const stat = await lstat(at)
        if (!stat.isFile()) return undefined
        await unlink(at)
        return stat.size
      }),
    )
  }
}
