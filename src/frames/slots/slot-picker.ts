import { ignoring } from '../../errors.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import { UnscalableError } from '../../pixels/decoding/unscalable.ts'
import type { LibraryParts } from '../../library/library-parts.ts'
import { imagePath, type Image } from '../../library/tree/nodes.ts'
import { isInPlay } from '../candidates.ts'
import type { Picked, Picker, Wish } from '../picker.ts'
import type { SlotPick, SlotTable } from './slot-table.ts'
import { isSettled, usedAgain } from '../name-map.ts'
import { slotAt, type Slot } from './slot-at.ts'

/** What a frame gets for a slot. */
export interface PickedForSlot extends Picked {
  slot: Slot
  /** When the picture was dealt: the start of the slot, unless it replaced another; in milliseconds. */
  dealtAt: number
  /** Has it stay for its slot, where it is in place of one that could not be scaled. */
  keep?: () => void
}

interface SlotPickerParts extends LibraryParts {
  picker: Picker
  table: SlotTable
  /** Called after a deal for a frame that is steered, or has asked on another day: it has to outlive a crash. */
  onDeal: () => void
}

/** Makes what gives a frame the same picture for as long as a slot lasts. */
export function slotPicker(parts: SlotPickerParts) {
  const { tree, prober, picker, table, clock, onDeal } = parts
  const picks = new Queue<PickedForSlot | undefined>()
  /** The images of what the table holds, where they were found in this run: they may have moved since. */
  const images = new WeakMap<SlotPick, Image>()

  /**
   * Gives the picture of the slot that the clock is in; who asks first has it dealt. One that has
   * gone away since is replaced.
   * @param length of the slots, in seconds.
   * @returns `undefined` where no image meets the conditions.
   * @throws like `Picker.pick`.
   */
  async function pick(wish: Wish, length: number): Promise<PickedForSlot | undefined> {
    const slot = slotNow(length)
    const key = keyOf(wish, length)
    const picked = await picks.run(`${slot.start} ${key}`, {}, () => pickFor(wish, key, slot))
    const obstacle = picked?.image.obstacle
    if (wish.isScaled && obstacle !== undefined) throw new UnscalableError(obstacle)
    return picked
  }

  /** The slot that the clock is in. @param length of the slots, in seconds. */
  function slotNow(length: number): Slot {
    return slotAt(clock(), length)
  }

  async function pickFor(wish: Wish, key: string, slot: Slot): Promise<PickedForSlot | undefined> {
    const deal = (isScaled: boolean) => picker.pick({ ...wish, isScaled })
    const held = table.get(key)
    const isOfSlot = held?.start === slot.start
    // Unless another picture was asked for since.
    const isValid = isOfSlot && held.next === wish.next
    const image = isValid ? await findInPlay(held, wish) : undefined
    const isScalable =
      image !== undefined && image.obstacle === undefined && wish.unscaled?.has(image) !== true
    const isMeant = (error: unknown) => error instanceof UnscalableError
    // Others may ask for the same picture in a size.
    const scalable = isScalable ? undefined : await deal(true).catch(ignoring(isMeant))
    if (isOfSlot && image !== undefined && scalable === undefined) {
      const path = imagePath(image)
      // Who knows it by its former path has to learn the new one.
      const now = path === held.path ? held : { ...held, path, dealtAt: clock() }
      if (now !== held) hold(key, now, image, wish)
      return { ...now, image, slot }
    }
    const dealt = scalable ?? (await deal(false))
    if (dealt === undefined) return undefined
    const dealtAt = isOfSlot ? clock() : slot.start
    const { isFallback } = dealt
    const usage = usedAgain(held?.usage, clock())
    const path = imagePath(dealt.image)
    const fresh = { start: slot.start, path, dealtAt, next: wish.next, isFallback, usage }
    const keep = () => hold(key, fresh, dealt.image, wish)
    // Where none can be scaled for the moment, the slot keeps the picture that it has.
    if (wish.unscaled?.size) return { ...dealt, dealtAt, slot, keep }
    keep()
    return { ...dealt, dealtAt, slot }
  }

  function hold(key: string, pick: SlotPick, image: Image, { isSteered }: Wish): void {
    table.set(key, pick)
    images.set(pick, image)
    if (isSteered || isSettled(pick.usage)) onDeal()
  }

  async function findInPlay(held: SlotPick, { conditions }: Wish): Promise<Image | undefined> {
    const known = images.get(held)
    const image = known?.present === true ? known : tree.findImage(held.path)
    if (image === undefined || !(await prober.probe(image))) return undefined
    images.set(held, image)
    return isInPlay(image, conditions) ? image : undefined
  }

  return { pick, slotNow }
}

const keyOf = ({ frame, conditions }: Wish, length: number) =>
  JSON.stringify([frame, conditions.key, length])
