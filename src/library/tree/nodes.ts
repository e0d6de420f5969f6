/** The nodes of the tree: folders and images, and the paths that they have. */
import { z } from 'zod'
import { joinPath } from '../../disk/paths.ts'
import { hashName } from '../../lib/hash.ts'
import {
  pictureFormats,
  type HeaderProblem,
  type ImageType,
} from '../../formats/picture-formats.ts'
import type { Obstacle } from '../../formats/format.ts'

/** Why a file can't be read at all, in words for the admin. */
export const refused = 'no permission to read it, or a fault of the disk'

/** Why a file that has a readable header can't be shown all the same. It is read again once changed. */
export const partlyUnreadable = 'the disk can not read all of it'

/** Why an image can't be shown, in words for the admin. */
export type ImageProblem = HeaderProblem | typeof refused | typeof partlyUnreadable

export const imageProblems: readonly ImageProblem[] = [
  pictureFormats.unknownFormat,
  'damaged or incomplete',
  refused,
  partlyUnreadable,
]

/** What people mark a picture with. */
export const marksSchema = () =>
  z.object({
    /** Whether it is never dealt. */
    hidden: z.boolean(),
    favourite: z.boolean(),
    /** Whether it is hidden until an admin has said yes to it. */
    waiting: z.boolean().optional(),
    /** The paths of the folders that it was chosen for as the cover. */
    coverOf: z.array(z.string()).readonly().optional(),
    /** Which invitation it came by, if a guest sent it, and how that was labelled. */
    invitation: z.object({ id: z.string(), label: z.string().nullable() }).optional(),
    /**
     * Until when the guest may take it back, in milliseconds since 1970, with what has this hash, and
     * the file that was stored.
     */
    takeBack: z
      .object({
        hash: z.string(),
        until: z.number(),
        file: z.object({ inode: z.number(), size: z.number(), mtimeMs: z.number() }).optional(),
      })
      .optional(),
  })

export type ImageMarks = z.infer<ReturnType<typeof marksSchema>>

export const noMarks: ImageMarks = { hidden: false, favourite: false }

/** What few images have: all others share one object. */
interface RareFacts {
  diskName: string | undefined
  problem: ImageProblem | undefined
  obstacle: Obstacle | undefined
  isUndecodable: boolean
  rating: number
  marks: ImageMarks
}

const noRareFacts: Readonly<RareFacts> = {
  diskName: undefined,
  problem: undefined,
  obstacle: undefined,
  isUndecodable: false,
  rating: 0,
  marks: noMarks,
}

/**
 * An image of the collection. Its size, time and header are read when it is first listed or dealt,
 * so that a start opens no file. There may be 100,000 of these: with more than twelve plain fields
 * each would take half as much memory again.
 */
export class Image {
  name: string
  folder: Folder
  /** A hash of the path that it was found under, by which its saved facts are found. */
  hash: number
  /** Its number in the order in which images joined the collection; rounds find newcomers by it. */
  serial = 0
  /** False once the image has left the collection. */
  present = true
  /** Bytes; -1 until the file has been probed. */
  size = -1
  mtimeMs = 0
  type: ImageType | undefined = undefined
  width = 0
  height = 0
  /** When it was taken, in seconds since 1970 by the camera's clock; 0 where EXIF has no date. */
  taken = 0
  /** With a `#`, a start with 100,000 images would take a tenth longer. */
  private rareFacts = noRareFacts

  constructor(name: string, diskName: string, folder: Folder) {
    this.name = name
    this.folder = folder
    this.hash = hashName(name, folder.hash)
    if (diskName !== name) this.note({ diskName })
  }

  /** Notes what few images have. */
  note(rare: Partial<RareFacts>): void {
    const changed = { ...this.rareFacts, ...rare }
    this.rareFacts = Bun.deepEquals(changed, noRareFacts) ? noRareFacts : changed
  }

  /** The name on disk, which may differ from `name`: that is in Unicode NFC. */
  get diskName(): string {
    return this.rareFacts.diskName ?? this.name
  }

  get problem(): ImageProblem | undefined {
    return this.rareFacts.problem
  }

  /** Why it can't be scaled, by its header or since a try failed; it is dealt in full only. */
  get obstacle(): Obstacle | undefined {
    return this.rareFacts.obstacle
  }

  /** Whether it takes a decoder of the system, and that is missing or has failed. */
  get isUndecodable(): boolean {
    return this.rareFacts.isUndecodable
  }

  /** Its stars by XMP data, 0 to 5. */
  get rating(): number {
    return this.rareFacts.rating
  }

  get marks(): ImageMarks {
    return this.rareFacts.marks
  }

  /** Whether the file has been probed, in this run or in an earlier one. */
  get isIndexed(): boolean {
    return this.size >= 0 || this.problem !== undefined
  }

  /** Whether it can be read and decoded, as far as is known without a look at the file. */
  get isReadable(): boolean {
    return this.rareFacts.problem === undefined && !this.rareFacts.isUndecodable
  }

  /** Whether it can be shown in any size, as far as is known without a look at the file. */
  get isScalable(): boolean {
    return this.isReadable && this.obstacle === undefined
  }

  /** Whether a frame can be given the image, as far as is known without a look at the file. */
  get isDealable(): boolean {
    return this.present && this.isReadable && !this.rareFacts.marks.hidden
  }

  /** Its path below the uploads directory, with the names that the disk has. */
  get diskPath(): string {
    return joinPath(this.folder.diskPath, this.diskName)
  }
}

/** A folder of the collection, with its folders and images. */
export class Folder {
  readonly name: string
  readonly diskName: string
  readonly parent: Folder | undefined
  /** From the root, with forward slashes; the root's is empty. */
  readonly path: string
  /** The same with the names that the disk has. */
  readonly diskPath: string
  readonly hash: number
  readonly folders = new Map<string, Folder>()
  readonly images = new Map<string, Image>()
  /** Why it, or folders in it, are passed over, for the admin. */
  faults: { path: string; error: string }[] = []
  /** Images in the folder and in all folders below it. */
  imageCount = 0
  /** Grows with every change in the folder or below it. Another folder of the path goes on from there. */
  version: number
  /** Grows with every name that is added to this very folder or removed from it. */
  edits = 0
  present = true
  /** Whether it is the trash, or lies in it. Nothing there is present; all of it is kept to be restored. */
  isTrashed: boolean
  inode = 0
  mtimeMs = 0
  /** Changes with `mtimeMs`, and where a program such as rsync sets that back to what it was. */
  ctimeMs = 0
  /** Whether it and the folders below it are never dealt. */
  isHidden = false
  /** False while its times are so recent that a later change may have the same ones. */
  hasStableTime = false

  constructor(name: string, diskName: string, parent: Folder | undefined) {
    this.name = name
    this.diskName = diskName
    this.parent = parent
    this.path = parent === undefined ? '' : joinPath(parent.path, name)
    const diskPath = parent === undefined ? '' : joinPath(parent.diskPath, diskName)
    this.diskPath = diskPath === this.path ? this.path : diskPath
    this.hash = parent === undefined ? 0 : hashName(name, parent.hash)
    this.isTrashed = parent?.isTrashed ?? false
    this.version = parent?.version ?? 0
  }
}

/** The path of an image from the root, as a client sees it. */
export const imagePath = ({ folder, name }: Image) => joinPath(folder.path, name)

/** A hash of the path that an image has at present. */
export const pathHash = (image: Image) => hashName(image.name, image.folder.hash)

/**
 * Records a change in a folder and in every folder above it, up to one that has left the
 * collection.
 */
export function bumpVersions(folder: Folder, images = 0): void {
  let each: Folder | undefined = folder
  for (; each !== undefined; each = each.present || each.isTrashed ? each.parent : undefined) {
    each.imageCount += images
    each.version += 1
  }
}

/** Yields every image in a folder and below it. */
export function* imagesBelow(folder: Folder): Generator<Image, void> {
  yield* folder.images.values()
  for (const child of folder.folders.values()) yield* imagesBelow(child)
}
