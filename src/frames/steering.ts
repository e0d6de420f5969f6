import type { Permission } from '../library/permission.ts'
import { z } from 'zod'
import { invalidRequest } from '../errors.ts'
import { parentOf, parsePath } from '../disk/paths.ts'
import type { Undo } from '../lib/all-or-nothing.ts'
import { momentSchema, type Clock } from '../lib/clock.ts'
import { Table, type TablePlace } from '../store/table.ts'
import { parameters } from './conditions/registry.ts'

const maxSteered = 1000

/** A value as it may come: as in an address, or as JSON has it. */
export const settingSchema = () =>
  z.union([z.string(), z.number(), z.literal(true), z.array(z.string())])

/** Parameters of a frame's address. */
export const settingsSchema = () => z.record(z.string(), settingSchema())

type Setting = z.infer<ReturnType<typeof settingSchema>>

export type Settings = z.infer<ReturnType<typeof settingsSchema>>

/** What the admin has set for a frame. Moments are in milliseconds since 1970. */
const steeredSchema = () =>
  z.object({
    label: z.string().nullable(),
    settings: settingsSchema(),
    /** The picture that it shows until some moment or, with null, for good, and since when. */
    show: z
      .object({ path: z.string(), until: momentSchema().nullable(), since: momentSchema() })
      .nullable(),
    /** Whether its screen is on, whatever its quiet hours say; null where those decide. */
    screen: z.enum(['on', 'off']).nullable().default(null),
    /** How often another picture was asked for, and the path of the one that was to be shown then. */
    next: z.int().nonnegative(),
    skipped: z.string().nullable(),
    /** When what it gets was changed last. */
    changed: momentSchema(),
  })

export type Steered = z.infer<ReturnType<typeof steeredSchema>>

/** A picture that a frame is to show. */
export type Show = NonNullable<Steered['show']>

/** Where folders and images are that have moved, by the paths where they were. */
export type Moves = ReadonlyMap<string, string>

/** What a change of a frame sets; what it leaves out stays. */
export interface SteeringChange {
  label?: string | null | undefined
  settings?: Settings | null | undefined
  show?: { path: string; until: number | null } | null | undefined
  screen?: Steered['screen'] | undefined
}

/** A frame for which nothing is set. */
export const unsteered: Steered = {
  label: null,
  settings: {},
  show: null,
  screen: null,
  next: 0,
  skipped: null,
  changed: 0,
}

/** What the admin has set for frames, by their names, the same for all processes on the folder. */
export class Steering extends Table<Steered> {
  readonly #clock: Clock

  constructor(place: TablePlace, clock: Clock) {
    super({ ...place, name: 'steering.json', isShared: true, schema: steeredSchema })
    this.#clock = clock
  }

  /** The picture that a frame is to show at this moment, if there is one. */
  shownBy(steered: Steered | undefined): Steered['show'] {
    const show = steered?.show ?? null
    return show === null || endOf(show) <= this.#clock() ? null : show
  }

  /** When the picture of a frame was changed last, also by the end of one that it was to show; 0 for never. */
  changedAt({ show, changed } = unsteered): number {
    return show === null || endOf(show) > this.#clock() ? changed : Math.max(changed, endOf(show))
  }

  /**
   * Sets what a change names.
   * @throws INVALID_REQUEST where too many frames are steered; FILE_SYSTEM_ERROR, BUSY.
   */
  async steer(name: string, change: SteeringChange, permission: Permission): Promise<void> {
    const { label, settings, show, screen } = change
    await this.#change(name, permission, (before, now) => ({
      ...before,
      ...(label === undefined ? {} : { label }),
      ...(screen === undefined ? {} : { screen }),
      ...(settings === undefined ? {} : { settings: settings ?? {}, changed: now }),
      ...(show === undefined ? {} : { show: show && { ...show, since: now }, changed: now }),
    }))
  }

  /** Has the frame get another picture with its next request. Throws as `steer` does. */
  async next(name: string, permission: Permission): Promise<void> {
    await this.#change(name, permission, (before, now) => ({
      ...before,
      show: null,
      next: before.next + 1,
      skipped: this.shownBy(before)?.path ?? null,
      changed: now,
    }))
  }

  /** Ends what the frame is to show, where it is still the same. @param at in milliseconds since 1970. */
  async endShow(name: string, show: Show, at: number): Promise<void> {
    await this.change((values) => {
      const before = values.get(name)
      const isSame = before !== undefined && Bun.deepEquals(before.show, show)
      return isSame ? [[name, { ...before, show: null, changed: at }]] : []
    })
  }

  /**
   * Has settings and pictures to show lead to where folders and images have moved.
   * @returns how to take that back.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async follow(moves: Moves): Promise<Undo> {
    await this.refresh()
    const followed = (values: ReadonlyMap<string, Steered>) =>
      [...values].flatMap(([name, before]) => {
        const after = following(before, moves)
        return after === before ? [] : [{ name, before, after }]
      })
    if (followed(this.values).length === 0) return async () => undefined
    let all: ReturnType<typeof followed> = []
    await this.change((values) => {
      all = followed(values)
      for (const { after } of all) after.changed = this.#clock()
      return all.map(({ name, after }) => [name, after])
    })
    return () =>
      this.change((values) =>
        all.flatMap(({ name, before, after }) =>
          Bun.deepEquals(values.get(name), after) ? [[name, before] as const] : [],
        ),
      )
  }

  /** Forgets what was set. Throws FILE_SYSTEM_ERROR, BUSY. */
  async remove(name: string, permission: Permission): Promise<void> {
    await this.change((values) => {
      permission()
      return values.has(name) ? [[name, null]] : []
    })
  }

  async #change(
    name: string,
    permission: Permission,
    change: (before: Steered, now: number) => Steered,
  ): Promise<void> {
    await this.change((values) => {
      permission()
      const before = values.get(name)
      if (before === undefined && values.size >= maxSteered) {
        throw invalidRequest(
          'The settings of 1,000 frames are kept already. Forget a frame that is gone.',
        )
      }
      return [[name, change(before ?? unsteered, this.#clock())]]
    })
  }
}

/** The path of something once others have moved: the same where they have not. */
export function pathAfter(path: string, moves: Moves): string {
  const canonical = parsePath(path)?.join('/') ?? ''
  for (let at = canonical; at !== ''; at = parentOf(at)) {
    const to = moves.get(at)
    if (to !== undefined) return to + canonical.slice(at.length)
  }
  return path
}

/** What was set once something has moved; the same object where it names nothing of that. */
function following(steered: Steered, moves: Moves): Steered {
  const settingAfter = (value: Setting) => {
    if (typeof value === 'string') return pathAfter(value, moves)
    return Array.isArray(value) ? value.map((path) => pathAfter(path, moves)) : value
  }
  const settings = Object.entries(steered.settings).map(([name, value]) => [
    name,
    parameters[name]?.control === 'folder' ? settingAfter(value) : value,
  ])
  const show = steered.show && { ...steered.show, path: pathAfter(steered.show.path, moves) }
  const skipped = steered.skipped && pathAfter(steered.skipped, moves)
  const after = { ...steered, settings: Object.fromEntries(settings), show, skipped }
  return Bun.deepEquals(after, steered) ? steered : after
}

/** Until when a picture is shown, in milliseconds since 1970. */
const endOf = ({ until }: Show) => until ?? Number.POSITIVE_INFINITY
