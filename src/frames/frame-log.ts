import { z } from 'zod'
import { dayMs, momentSchema, type Clock } from '../lib/clock.ts'
import { Table, type TablePlace } from '../store/table.ts'
import { dayNumber, NameMap } from './name-map.ts'
import { pathAfter, type Moves } from './steering.ts'

/** How much those may take that have asked on one day only, in bytes. */
const maxNewBytes = 512 * 1024

/** What a frame takes besides its name and its query, in bytes. */
const frameBytes = 256

/** How long a frame that asks no more is remembered, in milliseconds. */
const rememberedFor = 30 * dayMs

/** How often only times and counts are saved, in milliseconds: SD cards wear. */
const saveCountsEvery = 15 * 60_000

/** What a device says of itself; null for what it does not say. */
export const deviceSchema = () =>
  z.object({
    batteryPercent: z.number().nullable(),
    batteryVolts: z.number().nullable(),
    signalDbm: z.number().nullable(),
    firmware: z.string().nullable(),
  })

export type Device = z.infer<ReturnType<typeof deviceSchema>>

/** A device that says nothing of itself. */
export const noDevice: Device = {
  batteryPercent: null,
  batteryVolts: null,
  signalDbm: null,
  firmware: null,
}

const sightingSchema = () =>
  z.object({
    name: z.string(),
    address: z.string(),
    display: z.object({ width: z.number(), height: z.number() }).nullable(),
    /** Its query, with what says how a picture is sent. */
    conditions: z.string(),
    path: z.string().nullable(),
    device: deviceSchema().default(noDevice),
  })

const frameSchema = () =>
  sightingSchema().extend({
    lastSeen: momentSchema(),
    requests: z.int().min(0),
    /** On how many days it has asked. */
    days: z.number().default(1),
  })

/** One request of a frame, and the path of the image that it got. */
export type Sighting = z.infer<ReturnType<typeof sightingSchema>>

/** A frame: its last request, when that was in milliseconds since 1970, and how many there were. */
export type SeenFrame = z.infer<ReturnType<typeof frameSchema>>

/**
 * Remembers which frames ask for pictures: those of the last 30 days, 1,000 at most. A frame is
 * known by its name, one without a name by its address. Those that the admin steers are remembered
 * besides, however long ago they asked.
 */
export class FrameLog extends Table<SeenFrame> {
  readonly #clock: Clock
  readonly #steering: Pick<Table<unknown>, 'get'>
  #savedAt = 0
  /** Whether a frame has come that was not saved. */
  #hasNew = false

  /** @param steering has something for the frames that the admin steers. */
  constructor(place: TablePlace, clock: Clock, steering: Pick<Table<unknown>, 'get'>) {
    super({
      ...place,
      name: 'frames.table',
      schema: frameSchema,
      values: new NameMap({
        newCapacity: maxNewBytes,
        weigh: ({ name, conditions }) => frameBytes + name.length + conditions.length,
        usageOf: ({ name, days, lastSeen }) =>
          steering.get(name) ? undefined : { days, lastDay: dayNumber(lastSeen) },
      }),
      former: {
        name: 'frames.json',
        schema: () => frameSchema().transform((frame) => [keyOf(frame), frame]),
      },
    })
    this.#clock = clock
    this.#steering = steering
  }

  /** What was recorded last of a name; `undefined` where nothing was. */
  seenAs(name: string): SeenFrame | undefined {
    return this.get(keyOf({ name, address: '' }))
  }

  forget(name: string): void {
    this.delete(keyOf({ name, address: '' }))
    this.#hasNew = true
  }

  /** Has the images that frames got lead to where they have moved, by themselves or with a folder. */
  follow(moves: Moves): void {
    for (const [key, frame] of this.values) {
      const path = frame.path && pathAfter(frame.path, moves)
      if (path === frame.path) continue
      frame.path = path
      this.note(key)
    }
  }

  /** Records a request of a frame. */
  record(sighting: Sighting): void {
    const key = keyOf(sighting)
    const known = this.get(key)
    const now = this.#clock()
    const isOfKnownDay = known !== undefined && dayNumber(now) === dayNumber(known.lastSeen)
    const frame = {
      ...sighting,
      lastSeen: now,
      requests: (known?.requests ?? 0) + 1,
      days: (known?.days ?? 0) + (isOfKnownDay ? 0 : 1),
    }
    if (known?.conditions === sighting.conditions) {
      Object.assign(known, frame)
      this.note(key)
    } else this.set(key, frame)
    this.#hasNew ||= known === undefined
  }

  /** Lists the frames, the one that asked last first. */
  list(): SeenFrame[] {
    return Array.from(this.values.values())
      .filter((frame) => this.#isRemembered(frame))
      .toSorted((one, other) => other.lastSeen - one.lastSeen)
  }

  /**
   * Saves the frames if there is a new one, or if the last time is long ago. Gives how many bytes it
   * wrote.
   * @param isFinal saves them in any case.
   * @throws FILE_SYSTEM_ERROR.
   */
  override async save(isFinal = false): Promise<number> {
    const now = this.#clock()
    const isDue = this.#hasNew || isFinal || Math.abs(now - this.#savedAt) >= saveCountsEvery
    if (!isDue) return 0
    for (const [key, frame] of this.values) {
      if (!this.#isRemembered(frame)) this.delete(key)
    }
    const written = await super.save()
    this.#savedAt = now
    this.#hasNew = false
    return written
  }

  #isRemembered({ name, lastSeen }: SeenFrame): boolean {
    return lastSeen >= this.#clock() - rememberedFor || this.#steering.get(name) !== undefined
  }
}

/**
 * No name holds a slash. Always a text of its own: a name that was cut from an address would keep
 * all of that until it is saved.
 */
const keyOf = ({ name, address }: Pick<Sighting, 'name' | 'address'>) =>
  name === '' ? `/${address}` : `${name}/`
