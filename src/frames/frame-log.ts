import { z } from 'zod'
import { momentSchema, type Clock } from '../lib/clock.ts'
import type { StateFile } from '../store/state-file.ts'
import { StateLog } from '../store/state-log.ts'
import { dayNumber, NameMap } from './name-map.ts'

const dayMs = 24 * 60 * 60_000

const maxFrames = 1000

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
export class FrameLog {
  readonly #log: StateLog<ReturnType<typeof frameSchema>>
  readonly #clock: Clock
  readonly #frames = new NameMap<SeenFrame>({
    capacity: maxFrames,
    newCapacity: maxNewBytes,
    weigh: ({ name, conditions }) => frameBytes + name.length + conditions.length,
    usageOf: ({ days, lastSeen }) => ({ days, lastDay: dayNumber(lastSeen) }),
  })
  readonly #isSteered: (name: string) => boolean
  /** Those that are steered, by their keys: no other takes their place. */
  readonly #steered = new Map<string, SeenFrame>()
  #savedAt = 0
  /** Whether a frame has come that was not saved. */
  #hasNew = false

  /** @param isSteered whether the admin steers the frame of a name. */
  constructor(
    file: Pick<StateFile, 'read' | 'write' | 'writeAt'>,
    clock: Clock,
    isSteered: (name: string) => boolean,
  ) {
    this.#log = new StateLog(file, { schema: frameSchema, keyOf })
    this.#clock = clock
    this.#isSteered = isSteered
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  async read(): Promise<void> {
    for (const frame of await this.#log.read()) this.#mapFor(frame.name).set(keyOf(frame), frame)
  }

  /** What was recorded last of a name; `undefined` where nothing was. */
  get(name: string): SeenFrame | undefined {
    const key = keyOf({ name, address: '' })
    return this.#steered.get(key) ?? this.#frames.get(key)
  }

  /** Forgets a name. */
  forget(name: string): void {
    const key = keyOf({ name, address: '' })
    this.#steered.delete(key)
    this.#frames.delete(key)
    this.#log.noteRemoval()
    this.#hasNew = true
  }

  /** Keeps what was recorded of a name that the admin steers from now on. */
  keep(name: string): void {
    const key = keyOf({ name, address: '' })
    const frame = this.#frames.get(key)
    if (frame === undefined) return
    this.#steered.set(key, frame)
    this.#frames.delete(key)
  }

  /** Records a request of a frame. */
  record(sighting: Sighting): void {
    const key = keyOf(sighting)
    const kept = this.#mapFor(sighting.name)
    const other = kept === this.#steered ? this.#frames : this.#steered
    const own = kept.get(key)
    const known = own ?? other.get(key)
    const now = this.#clock()
    const isOfKnownDay = known !== undefined && dayNumber(now) === dayNumber(known.lastSeen)
    const frame = {
      ...sighting,
      lastSeen: now,
      requests: (known?.requests ?? 0) + 1,
      days: (known?.days ?? 0) + (isOfKnownDay ? 0 : 1),
    }
    if (own?.conditions === sighting.conditions) Object.assign(own, frame)
    else kept.set(key, frame)
    other.delete(key)
    this.#log.note(key)
    this.#hasNew ||= known === undefined
  }

  /** Lists the frames, the one that asked last first. */
  list(): SeenFrame[] {
    const oldest = this.#clock() - rememberedFor
    return [...this.#frames.values(), ...this.#steered.values()]
      .filter(({ name, lastSeen }) => lastSeen >= oldest || this.#isSteered(name))
      .toSorted((one, other) => other.lastSeen - one.lastSeen)
  }

  /**
   * Saves the frames if there is a new one, or if the last time is long ago. Gives how many bytes it
   * wrote.
   * @param isFinal saves them in any case.
   * @throws FILE_SYSTEM_ERROR.
   */
  async save(isFinal = false): Promise<number> {
    const now = this.#clock()
    const isDue = this.#hasNew || isFinal || Math.abs(now - this.#savedAt) >= saveCountsEvery
    if (!isDue) return 0
    const written = await this.#log.prepare(() => this.list().toReversed())()
    this.#savedAt = now
    this.#hasNew = false
    return written
  }

  #mapFor(name: string) {
    return name !== '' && this.#isSteered(name) ? this.#steered : this.#frames
  }
}

/**
 * No name holds a slash. Always a text of its own: a name that was cut from an address would keep
 * all of that until it is saved.
 */
const keyOf = ({ name, address }: Pick<Sighting, 'name' | 'address'>) =>
  name === '' ? `/${address}` : `${name}/`
