import type { Permission } from '../library/permission.ts'
import { AppError, invalidRequest } from '../errors.ts'
import { callDeadline } from '../disk/call-deadline.ts'
import type { Undo } from '../lib/all-or-nothing.ts'
import { Mutex } from '../lib/waiting/mutex.ts'
import type { LibraryParts } from '../library/library-parts.ts'
import { imagePath, type Image } from '../library/tree/nodes.ts'
import type { Deck } from './deck.ts'
import type { SlotTable } from './slots/slot-table.ts'
import type { FrameLog, SeenFrame } from './frame-log.ts'
import type { Moves, Show, Steered, Steering, SteeringChange } from './steering.ts'

interface FramesParts extends LibraryParts {
  log: FrameLog
  steering: Steering
  deck: Deck
  slotTable: SlotTable
}

/** A frame: what it asked for last, if it ever asked, and what was set for it, if anything was. */
export interface KnownFrame {
  name: string
  seen: SeenFrame | undefined
  steered: Steered | undefined
  /** The picture that it is to show at this moment. */
  show: Steered['show']
}

/** The frames that ask for pictures, and how the admin steers them. */
export class Frames {
  readonly log: FrameLog
  /** Moves of folders that settings follow: until one has ended, the two may not agree. */
  readonly moves = new Mutex()
  readonly #deadline = callDeadline()
  readonly #options: FramesParts
  /** When pictures to show were found to be missing, by frames, while that is being ended. */
  readonly #endings = new Map<string, number>()
  /** Ends what a frame is to show if it is gone, and not on its way to another path. */
  onMissing = async (_name: string, _show: Show, _at: number): Promise<void> => undefined

  constructor(options: FramesParts) {
    this.log = options.log
    this.#options = options
  }

  /**
   * What was set for a name, if anything was, once no folder is on its way to where that leads; the same
   * object as long as nothing is changed.
   * @throws BUSY when the disk does not answer.
   */
  async steeredBy(name: string): Promise<Steered | undefined> {
    const { steering } = this.#options
    await steering.ensureFresh()
    await this.#deadline.run(() => this.moves.finished())
    return steering.get(name)
  }

  /** Lists the frames, the one that asked last first, at the end those that never asked. */
  async list(): Promise<KnownFrame[]> {
    const { log, steering } = this.#options
    await steering.refresh()
    const seen = log.list()
    const names = new Set(seen.map(({ name }) => name))
    const others = [...steering.values.keys()].filter((name) => !names.has(name))
    return [
      ...seen.map((each) => this.#frameOf(each.name, each)),
      ...others.toSorted().map((name) => this.#frameOf(name, undefined)),
    ]
  }

  /** Gives what is known of a frame, also of a name that was never seen. */
  async get(name: string): Promise<KnownFrame> {
    await this.steeredBy(name)
    return this.#frameOf(name, this.#options.log.seenAs(name))
  }

  /**
   * Steers a frame, seen or not yet.
   * @throws INVALID_REQUEST where the picture to show can't be shown; FILE_SYSTEM_ERROR, BUSY.
   */
  async steer(name: string, change: SteeringChange, permission: Permission): Promise<KnownFrame> {
    const { steering } = this.#options
    const { show } = change
    const path = show ? await this.#checkShown(show.path) : ''
    await steering.steer(name, { ...change, show: show && { ...show, path } }, permission)
    return this.get(name)
  }

  /**
   * Has the frame get another picture with its next request, and ends what it is to show.
   * @throws FRAME_NOT_FOUND for a name that is neither seen nor steered; FILE_SYSTEM_ERROR, BUSY.
   */
  async next(name: string, permission: Permission): Promise<KnownFrame> {
    await this.#checkKnown(name)
    await this.#options.steering.next(name, permission)
    return this.get(name)
  }

  /**
   * Forgets all that is known of a name.
   * @throws FRAME_NOT_FOUND, FILE_SYSTEM_ERROR, BUSY.
   */
  async forget(name: string, permission: Permission): Promise<void> {
    const { log, steering, deck, slotTable } = this.#options
    await this.#checkKnown(name)
    await steering.remove(name, permission)
    log.forget(name)
    deck.forget(name)
    slotTable.forget(name)
  }

  /**
   * Has what is set and known of frames lead to where folders and images have moved.
   * @returns how to take that back.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async follow(moves: Moves): Promise<Undo> {
    const { log, steering } = this.#options
    const undo = await steering.follow(moves)
    log.follow(moves)
    return async () => {
      log.follow(new Map(Array.from(moves, ([from, to]) => [to, from])))
      await undo()
    }
  }

  /**
   * The picture that a frame is to show, brought up to date; where it is missing, or was found to be damaged
   * since, when that ended it, in milliseconds since 1970.
   * @throws FILE_SYSTEM_ERROR.
   */
  async shown(name: string, show: Show): Promise<Image | number> {
    const { clock, onError } = this.#options
    const image = await this.#find(show.path)
    if (image?.isScalable === true) return image
    const known = this.#endings.get(name)
    if (known !== undefined) return known
    const now = clock()
    this.#endings.set(name, now)
    void this.onMissing(name, show, now)
      .catch(onError)
      .finally(() => this.#endings.delete(name))
    return now
  }

  /** The image that a frame still shows though another one was asked for, if there is one. */
  skipped(name: string): Image | undefined {
    const { log, steering, tree } = this.#options
    const skipped = steering.get(name)?.skipped
    return skipped && skipped === log.seenAs(name)?.path ? tree.findImage(skipped) : undefined
  }

  async #find(path: string): Promise<Image | undefined> {
    const { tree, prober } = this.#options
    const image = tree.findImage(path)
    return image && (await prober.probe(image)) && image.isReadable ? image : undefined
  }

  /** Gives the path as it is listed. */
  async #checkShown(path: string): Promise<string> {
    await this.#options.scanner.ensureFresh()
    const image = await this.#find(path)
    if (image === undefined) throw invalidRequest('Give the path of an image in "show".')
    if (image.obstacle === undefined) return imagePath(image)
    throw invalidRequest(`Give another image in "show": frames can't show it (${image.obstacle}).`)
  }

  async #checkKnown(name: string): Promise<void> {
    const { log, steering } = this.#options
    await steering.refresh()
    if (steering.get(name) === undefined && log.seenAs(name) === undefined) {
      throw new AppError('FRAME_NOT_FOUND')
    }
  }

  #frameOf(name: string, seen: SeenFrame | undefined): KnownFrame {
    const { steering, tree } = this.#options
    const steered = name === '' ? undefined : steering.get(name)
    const show = steering.shownBy(steered)
    const isThere = show !== null && tree.findImage(show.path) !== undefined
    return { name, seen, steered, show: isThere ? show : null }
  }
}
