import { z } from 'zod'
import type { PickRequest } from '../../collection/collection.ts'
import {
  orders,
  orientations,
  toConditions,
  type Conditions,
  type Orientation,
} from '../../collection/shuffle/conditions.ts'
import { AppError } from '../../errors.ts'

/** How many folders may be named. */
const maxFolders = 16

const daySeconds = 24 * 60 * 60
const unitSeconds = { m: 60, h: 60 * 60, d: daySeconds }
const longestSlot = 30 * daySeconds

const folders = z.union([z.string(), z.array(z.string()).max(maxFolders)]).optional()

/** A day of the calendar, as text: 2026-02-30 is none. */
const date = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine((text) => z.iso.date().safeParse(text).success)
  .meta({ format: 'date' })

/** Which pictures a frame gets, in which order and for how long. */
export const pickingFields = {
  folder: folders,
  exclude: folders,
  frame: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  orientation: z.enum([...orientations, 'match']).optional(),
  from: date.optional(),
  to: date.optional(),
  since: z
    .string()
    .regex(/^[1-9]\d{0,3}d$/)
    .refine((text) => Number.parseInt(text) <= 3650)
    .optional(),
  on: z.enum(['today']).optional(),
  days: z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.int().min(0).max(31))
    .optional(),
  order: z.enum(orders).optional(),
  every: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/)
    .refine((text) => secondsOf(text) <= longestSlot)
    .optional(),
}

/** What each parameter takes, as the end of a sentence. */
export const pickingMeanings = {
  folder: `a path, up to ${maxFolders} times`,
  exclude: `a path, up to ${maxFolders} times`,
  frame: '1 to 64 letters, digits, "-" and "_"',
  orientation: 'landscape, portrait or match',
  from: 'a day such as 2026-01-31',
  to: 'a day such as 2026-12-31',
  since: '1d to 3650d',
  on: 'today',
  days: 'a number from 0 to 31',
  order: 'shuffle, newest, oldest or name',
  every: 'a time from 1m to 30d, in m, h or d',
} as const satisfies Record<keyof typeof pickingFields, string>

type PickingQuery = z.output<z.ZodObject<typeof pickingFields>>

/** The size that a picture is asked for in. */
interface Size {
  width?: number | undefined
  height?: number | undefined
}

/**
 * Refuses parameters that don't go together.
 * @returns a sentence that names one of them; `undefined` where all is well.
 */
export function findContradiction({ from, to, on, days }: PickingQuery): string | undefined {
  if (from !== undefined && to !== undefined && from > to)
    return 'Give a "from" that is not after "to".'
  if (days !== undefined && on === undefined) return 'Give "days" only with "on=today".'
  return undefined
}

/** Conditions of queries, which are the same object for the same query. */
const known = new WeakMap<PickingQuery, Map<Orientation | undefined, Conditions>>()

/**
 * Reads from a query what a frame asks for.
 * @throws INVALID_REQUEST where a picture should match a size that is not given.
 */
export function pickingOf(query: PickingQuery, size: Size): PickRequest {
  const { frame = '', every } = query
  const orientation = query.orientation === 'match' ? orientationOf(size) : query.orientation
  const byOrientation = known.get(query) ?? new Map<Orientation | undefined, Conditions>()
  const conditions = byOrientation.get(orientation) ?? conditionsOf(query, orientation)
  known.set(query, byOrientation.set(orientation, conditions))
  return { frame, conditions, slotLength: every === undefined ? undefined : secondsOf(every) }
}

const conditionsOf = (query: PickingQuery, orientation: Orientation | undefined): Conditions =>
  toConditions({
    folders: listOf(query.folder),
    // Empty, as an address that was put together leaves it, it names no folder.
    excluded: listOf(query.exclude).filter((path) => path !== ''),
    orientation,
    from: query.from === undefined ? undefined : dayOf(query.from),
    to: query.to === undefined ? undefined : dayOf(query.to),
    sinceDays: query.since === undefined ? undefined : Number.parseInt(query.since),
    daysAroundToday: query.on === undefined ? undefined : (query.days ?? 0),
    order: query.order ?? 'shuffle',
  })

function orientationOf({ width, height }: Size): Orientation | undefined {
  if (width === undefined || height === undefined) {
    throw new AppError(
      'INVALID_REQUEST',
      'Give a size with "orientation=match": "width" and "height", or the headers of a display.',
    )
  }
  if (width === height) return undefined
  return width > height ? 'landscape' : 'portrait'
}

const listOf = (value: string | string[] | undefined) =>
  typeof value === 'string' ? [value] : (value ?? [])

/** The number of a day since 1970-01-01. */
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 1000 / daySeconds

function secondsOf(duration: string): number {
  const unit = duration.at(-1)
  const seconds = unit === 'm' || unit === 'h' || unit === 'd' ? unitSeconds[unit] : Number.NaN
  return Number.parseInt(duration) * seconds
}

/** Conditions that are set once and apply to every frame of a kind. */
export interface PickingTemplate {
  /** As they were written. */
  query: string
  pick: (frame: string, size: Size) => PickRequest
}

const templateSchema = z
  .strictObject({ ...pickingFields, frame: z.never().optional() })
  .refine((query) => findContradiction(query) === undefined)

/** The slots of frames whose conditions name none. */
const defaultSlot = '1h'

/**
 * Reads conditions that are written as a query, such as `folder=2024&every=30m`.
 * @returns `undefined` where they are none.
 */
export function parsePickingTemplate(text: string): PickingTemplate | undefined {
  const parameters = new URLSearchParams(text)
  const values = [...new Set(parameters.keys())].map((name) => {
    const all = parameters.getAll(name)
    return [name, all.length === 1 ? all[0] : all] as const
  })
  const parsed = templateSchema.safeParse(Object.fromEntries(values))
  if (!parsed.success) return undefined
  const { frame: _, ...query } = parsed.data
  const fields = { ...query, every: query.every ?? defaultSlot }
  return {
    query: parameters.toString(),
    pick: (frame, size) => ({ ...pickingOf(fields, size), frame }),
  }
}
