import { z } from 'zod'
import { AppError, ignoring } from '../../errors.ts'
import { isRefusal } from '../../disk/file-system-error.ts'
import type { FileFacts } from '../../disk/files/facts.ts'
import { Table } from '../../store/table.ts'
import type { PictureTablePlace } from '../marks.ts'
import { Image, type Folder } from '../tree/nodes.ts'
import { joinPath, parentOf } from '../../disk/paths.ts'
import type { Summary } from '../types.ts'

const findingSchema = () =>
  z.object({
    /** As the disk has it. */
    name: z.string(),
    stamp: z.int(),
    problem: z.string(),
    /** Whether it has a format or a name that is not shown: then the problem says what to do. */
    isForeign: z.boolean(),
  })

/** What is known of the files of a folder. */
const checkedFolderSchema = () =>
  z.object({
    /** The stamps of those that need no other look, 4 bytes each. */
    checked: z.base64(),
    findings: z.array(findingSchema()),
  })

type SavedFinding = z.infer<ReturnType<typeof findingSchema>>
type CheckedFolder = z.infer<ReturnType<typeof checkedFolderSchema>>

/** The same while it is worked on, with the findings by their stamps. */
interface FolderState {
  checked: Set<number>
  found: Map<number, SavedFinding>
}

/** What names the version of a file. */
export type FileState = FileFacts & Partial<Pick<Image, 'problem'>>

/**
 * Names the file that was checked and its version: another file, a changed one, or one that was damaged
 * and is restored with its size and time, has another stamp.
 */
export const stampOf = (name: string, { size, mtimeMs, problem }: FileState) =>
  Bun.hash.murmur32v3(`${name} ${size} ${mtimeMs}${problem ?? ''}`)

/** What was found when files were read to their ends, the same for all processes on the folder. */
export class Findings extends Table<CheckedFolder> {
  readonly #place: PictureTablePlace
  /** What is not on the disk yet, by the paths of folders; null for those that are gone. */
  readonly #unsaved = new Map<string, FolderState | null>()

  constructor(place: PictureTablePlace) {
    super({ ...place, name: 'checked.json', isShared: true, schema: checkedFolderSchema })
    this.#place = place
  }

  /** What is known of a folder. */
  stateOf(folder: string): FolderState {
    const unsaved = this.#unsaved.get(folder)
    if (unsaved) return unsaved
    const { checked = '', findings = [] } = this.get(folder) ?? {}
    const bytes = Uint8Array.fromBase64(checked)
    return {
      checked: new Set(new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / 4))),
      found: new Map(findings.map((finding) => [finding.stamp, finding])),
    }
  }

  /** Notes that what is known of a folder has changed. */
  keep(folder: string, state: FolderState): void {
    this.#unsaved.set(folder, state)
  }

  /** Forgets the folders that are gone. */
  prune(): void {
    for (const path of this.values.keys()) {
      if (this.#place.tree.findFolder(path) === undefined) this.#unsaved.set(path, null)
    }
  }

  /** Saves what is new; what the disk refuses is saved with the next call. */
  async saveKept(): Promise<void> {
    const unsaved = [...this.#unsaved]
    if (unsaved.length === 0) return
    await this.change(() => unsaved.map(([path, state]) => [path, state && writtenOf(state)]))
      .then(() => this.#unsaved.clear())
      .catch(ignoring((error) => error instanceof AppError))
  }

  /** Counts the images that need no other look, and lists what is wrong with files that are there. */
  async list(): Promise<{ checked: number; found: Summary['unreadable'] }> {
    await this.ensureFresh()
    const found: Summary['unreadable'] = []
    let checked = 0
    const { tree, disk } = this.#place
    for (const path of new Set([...this.values.keys(), ...this.#unsaved.keys()])) {
      const folder = tree.findFolder(path)
      if (folder === undefined) continue
      const state = this.stateOf(path)
      // The checkup may go on meanwhile.
      const problems = [...state.found.values()]
      for (const image of folder.images.values()) {
        const isRefused = image.size < 0
        if (isRefused || state.checked.has(stampOf(image.diskName, image))) checked += 1
      }
      for (const finding of problems) {
        const looking = disk.fileFacts(joinPath(folder.diskPath, finding.name))
        // What can't be looked at now is listed as such.
        const facts = await looking.catch(ignoring(isRefusal))
        const problem = folder.images.get(finding.name.normalize('NFC'))?.problem
        const isSame = facts && stampOf(finding.name, { ...facts, problem }) === finding.stamp
        if (isSame !== true) continue
        found.push({
          path: pathOf(folder, finding),
          error: finding.problem,
          ...(finding.isForeign ? { isForeign: true } : {}),
        })
      }
    }
    return { checked, found }
  }

  /**
   * Gives a file that is none of the images, as if it were one, so that it can be deleted: only one
   * that was listed.
   */
  fileAt(path: string): Image | undefined {
    const folder = this.#place.tree.findFolder(parentOf(path))
    if (folder === undefined) return undefined
    const found = this.stateOf(folder.path).found.values()
    const finding = found.find((each) => each.isForeign && pathOf(folder, each) === path)
    if (finding === undefined) return undefined
    const file = new Image(finding.name.normalize('NFC'), finding.name, folder)
    file.present = false
    return file
  }
}

const writtenOf = ({ checked, found }: FolderState): CheckedFolder => ({
  checked: new Uint8Array(Uint32Array.from(checked).buffer).toBase64(),
  findings: [...found.values()],
})

const pathOf = (folder: Folder, { name }: SavedFinding) =>
  joinPath(folder.path, name.normalize('NFC'))
