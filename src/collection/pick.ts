import { AppError } from '../errors.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import type { Conditions } from '../frames/conditions/conditions.ts'
import { noConditions, readConditions } from '../frames/conditions/registry.ts'
import type { Picked } from '../frames/picker.ts'
import type { PickedForSlot } from '../frames/slots/slot-picker.ts'
import type { Disk } from '../disk/disk.ts'
import { imagePath, imagesBelow, type Folder, type Image } from '../library/tree/nodes.ts'
import type { RenditionRequest } from '../pixels/request.ts'
import type { Components } from './components.ts'

/** A picture picked for a frame. */
export type PickedImage = ReturnType<typeof describe>

/** What a frame asks for. */
export interface PickRequest {
  /** Its name, empty for callers without one. */
  frame?: string
  /** Which picture beside the first of a screen that shows several. */
  partner?: string | undefined
  /** Without any, all pictures in random order. */
  conditions?: Conditions
  /** Whether a rendition will be asked for: then what can't be scaled is passed over. */
  isScaled?: boolean
  /** Images that could not be scaled for this request: a slot gets others in place of them. */
  unscaled?: ReadonlySet<Image>
}

/**
 * Picks a picture for a frame: the next one that meets its conditions, or that of the slot.
 * @throws NO_IMAGES_AVAILABLE, BUSY, FILE_SYSTEM_ERROR; UnscalableError when no image can be
 * scaled.
 */
export async function pick(parts: Components, asked: PickRequest): Promise<PickedImage> {
  const { frame: name = '', partner, conditions = noConditions, isScaled = false, unscaled } = asked
  const { slotLength } = conditions
  const { scanner, picker, slotPicker, steering, frames, marks } = parts
  await scanner.ensureFresh()
  await marks.ensureFresh()
  const steered = name === '' ? undefined : steering.get(name)
  const show = steering.shownBy(steered)
  let changedAt = steering.changedAt(steered)
  if (show !== null) {
    const shown = await frames.shown(name, show)
    if (typeof shown !== 'number') {
      const slot = slotLength === undefined ? undefined : slotPicker.slotNow(slotLength)
      const end = Math.min(slot?.end ?? 0, show.until ?? Number.POSITIVE_INFINITY)
      const own = slot && { slot: { ...slot, end }, dealtAt: slot.start }
      return describe(parts, { image: shown, isFallback: false, ...own }, changedAt)
    }
    changedAt = shown
  }
  // Partners have rounds and slots of their own. No frame has a line break in its name.
  const frame = partner === undefined ? name : `${name}\n${partner}`
  const skipped = steered?.skipped ? frames.skipped(name) : undefined
  const [isSteered, next] = [steered !== undefined, steered?.next ?? 0]
  const wish = { frame, conditions, isScaled, unscaled, isSteered, next, skipped }
  const picked =
    slotLength === undefined ? await picker.pick(wish) : await slotPicker.pick(wish, slotLength)
  if (picked === undefined) throw noImages(parts, conditions)
  return describe(parts, picked, changedAt)
}

/** Says why there is nothing to pick: a frame's address is typed by hand, and shows what is wrong. */
function noImages({ tree, supported }: Components, { folders, key }: Conditions): AppError {
  const found: Folder[] = []
  for (const path of folders) {
    const folder = tree.findFolder(path)
    if (folder === undefined) {
      const sentence = `There is no folder "${path}". Create it, or choose another one.`
      return new AppError('NO_IMAGES_AVAILABLE', sentence)
    }
    found.push(folder)
  }
  for (const image of found.values().flatMap(imagesBelow)) {
    const problem = supported.problemOf(image.type)
    if (problem !== undefined) return new AppError('NO_IMAGES_AVAILABLE', `${problem}.`)
  }
  if (key === readConditions({ folder: [...folders] }).key)
    return new AppError('NO_IMAGES_AVAILABLE')
  return new AppError('NO_IMAGES_AVAILABLE', 'No image here meets the conditions. Choose others.')
}

function describe(
  { dates, clock, disk, opener }: Components,
  picked: Picked & Partial<PickedForSlot>,
  changedAt: number,
) {
  const { image, isFallback, refuse, putBack, keep, slot, dealtAt = 0 } = picked
  return {
    image,
    isFallback,
    /** Notes that the frame did not get it; `undefined` where it was dealt before. */
    refuse,
    /** Has it stay for its slot, where it is in place of one that could not be scaled. */
    keep,
    /** Has it come again in its round, for who did not get it; `undefined` where it stays for its slot. */
    putBack: slot === undefined ? putBack : undefined,
    /** Its path when it was picked. */
    path: imagePath(image),
    /** When it was taken by EXIF, as `YYYY-MM-DDTHH:MM:SS` by the camera's clock. */
    taken: dates.textOf(image),
    /** Whether frames can show it only as a rendition, because not every browser knows its format. */
    isConverted: image.type !== undefined && pictureFormats.decoderTypes.has(image.type),
    /**
     * When its slot began, when it was dealt for it, and when the admin last changed what the frame
     * gets (0 for never), in milliseconds since 1970, and how long the slot still lasts.
     */
    slot: slot && {
      start: slot.start,
      dealtAt: Math.max(dealtAt, changedAt),
      changedAt,
      secondsLeft: Math.ceil((slot.end - clock()) / 1000),
    },
    /**
     * Opens it, or prepares a rendition of it, for sending; `undefined` where it has gone since.
     * @throws what `ImageOpener.openKnown` does.
     */
    open: (request: RenditionRequest) => opener.openKnown(image, request),
    /** Reads what somebody wrote to it; null where nobody did, or it can't be read. */
    readDescription: async () =>
      (await readHeader(disk, image).catch(() => undefined))?.description ?? null,
  }
}

/** Reads what only the file of an image says; `undefined` where it is gone. */
export async function readHeader(disk: Disk, { diskPath }: Image) {
  using file = await disk.openFile(diskPath)
  if (file === undefined) return undefined
  const header = await pictureFormats.readHeader(file)
  const { camera, description = null } = typeof header === 'string' ? {} : header
  return { camera: camera || null, description }
}
