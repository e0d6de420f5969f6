import { parsePath } from '../paths.ts'

export const orientations = ['landscape', 'portrait'] as const
export const orders = ['shuffle', 'newest', 'oldest', 'name'] as const

export type Orientation = (typeof orientations)[number]
export type Order = (typeof orders)[number]

/** Which pictures a frame gets, and in which order. Days are numbers since 1970-01-01. */
export interface ConditionFields {
  /** Paths of folders; from any of them and those below it. Without one, from all. */
  folders?: readonly string[]
  /** Paths of folders; not from these and those below them. */
  excluded?: readonly string[]
  /** By the size as displayed; square pictures are both. */
  orientation?: Orientation | undefined
  /** The first and the last day on which they were taken. */
  from?: number | undefined
  to?: number | undefined
  /** They were taken today or on the so many days before. */
  sinceDays?: number | undefined
  /** They were taken on this day of any year, or so many days before or after. */
  daysAroundToday?: number | undefined
  order?: Order
}

/** Conditions in their canonical form: the same ones have the same key, however they were given. */
export interface Conditions extends ConditionFields {
  readonly folders: readonly string[]
  readonly excluded: readonly string[]
  readonly order: Order
  readonly key: string
}

/** Brings conditions into their canonical form. */
export function toConditions(fields: ConditionFields): Conditions {
  const { folders = [], excluded = [], order = 'shuffle', ...others } = fields
  const canonical = {
    folders: withoutNested(folders.length === 0 ? [''] : folders),
    excluded: withoutNested(excluded),
    orientation: others.orientation,
    from: others.from,
    to: others.to,
    sinceDays: others.sinceDays,
    daysAroundToday: others.daysAroundToday,
    order,
  }
  return { ...canonical, key: JSON.stringify(canonical) }
}

/** All pictures, in random order. */
export const noConditions = toConditions({})

/** Whether the date of a picture decides whether it is dealt. */
export const dependOnDates = ({ from, to, sinceDays, daysAroundToday }: Conditions) =>
  from !== undefined || to !== undefined || sinceDays !== undefined || daysAroundToday !== undefined

/** Whether what a picture's file says decides whether it is dealt. */
export const dependOnFacts = (conditions: Conditions) =>
  conditions.orientation !== undefined || dependOnDates(conditions)

/** Whether the order is by date. */
export const isByDate = ({ order }: Conditions) => order === 'newest' || order === 'oldest'

/** Paths in one form, sorted, without those that lie below others. */
function withoutNested(paths: readonly string[]): string[] {
  const canonical = paths.map((path) => parsePath(path)?.join('/') ?? path)
  const isBelow = (path: string, other: string) =>
    path !== other && (other === '' || path.startsWith(`${other}/`))
  return [...new Set(canonical)]
    .filter((path) => !canonical.some((other) => isBelow(path, other)))
    .toSorted()
}
