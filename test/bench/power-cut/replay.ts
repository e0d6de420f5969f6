import type { Entry } from './recorder.ts'

/** What power cuts have taken, of so many pictures that were acknowledged before them. */
export interface Losses {
  acknowledged: number
  /** Acknowledged pictures that were not there, not as they were sent, or in two places. */
  lost: string[]
  /**
   * Pictures that were on their way and are nowhere. A move takes several writes where a disk has no
   * journal, and the service can't give them an order.
   */
  onTheirWay: string[]
  /** Visible pictures that nobody has sent so. */
  damaged: string[]
}

/** Chooses moments, by the index of an entry: half of them just after an acknowledgement. */
export function chooseCuts(entries: readonly Entry[], count: number): number[] {
  const acknowledgements = entries.flatMap((entry, index) =>
    entry.kind === 'mark' && entry.text.startsWith('acknowledged') ? [index + 1] : [],
  )
  const first = acknowledgements[0] ?? 0
  const cuts = Array.from({ length: count }, (_, index) => {
    const any = first + Math.floor(Math.random() * (entries.length - first))
    const answered = acknowledgements[Math.floor(Math.random() * acknowledgements.length)]
    return index % 2 === 0 ? any : (answered ?? any)
  })
  return cuts.toSorted((one, other) => one - other)
}

/** Gives what was on the disk at each of the moments, in their order. */
export function* replay(
  image: Buffer,
  entries: readonly Entry[],
  cuts: readonly number[],
): Generator<Buffer, undefined> {
  const flushed = Buffer.from(image)
  let pending: Extract<Entry, { kind: 'write' }>[] = []
  let index = 0
  for (const cut of cuts) {
    for (; index < cut; index += 1) {
      const entry = entries[index]
      if (entry?.kind === 'write') pending.push(entry)
      if (entry?.kind !== 'flush') continue
      for (const { data, offset } of pending) data.copy(flushed, offset)
      pending = []
    }
    const left = Buffer.from(flushed)
    for (const { data, offset, isForced } of pending) {
      if (isForced || Math.random() < 0.5) data.copy(left, offset)
    }
    yield left
  }
  return undefined
}

/**
 * Where pictures have to be: at a path; anywhere, while they are on their way; and nowhere but
 * perhaps, while they are deleted.
 */
type Place = { path: string } | 'anywhere' | 'perhaps' | 'nowhere'

/** Compares what was found after each cut with what had been acknowledged before it. */
export function findLosses(
  entries: readonly Entry[],
  cuts: readonly number[],
  found: readonly Entry[],
): Losses {
  const losses: Losses = { acknowledged: 0, lost: [], onTheirWay: [], damaged: [] }
  const sent = new Set(marks(entries, ['sent']).map(([, hash]) => hash))
  for (const [number, left] of byDisk(found).entries()) {
    const places = placesOf(entries.slice(0, cuts[number]))
    const paths = Map.groupBy(left, ([hash]) => hash ?? '')
    losses.acknowledged += places.size
    for (const [hash, place] of places) {
      const at = (paths.get(hash) ?? []).map(([, ...path]) => path.join(' '))
      if (isAsAcknowledged(place, at)) continue
      if (place === 'anywhere') losses.onTheirWay.push(`cut ${number}: ${hash}`)
      else losses.lost.push(`cut ${number}: ${JSON.stringify(place)}, but at ${at.join(', ')}`)
    }
    for (const [hash = '', ...path] of left) {
      // A name that was taken for a picture which was never acknowledged.
      if (hash !== 'empty' && !sent.has(hash))
        losses.damaged.push(`cut ${number}: ${path.join(' ')}`)
    }
  }
  return losses
}

function isAsAcknowledged(place: Place, paths: readonly string[]): boolean {
  if (place === 'perhaps') return true
  if (place === 'anywhere') return paths.length > 0
  return place === 'nowhere' ? paths.length === 0 : paths.length === 1 && paths[0] === place.path
}

/** Where each picture has to be after these marks, by its hash. */
function placesOf(entries: readonly Entry[]): Map<string, Place> {
  const places = new Map<string, Place>()
  const unanswered = { moving: 'anywhere', leaving: 'perhaps', removed: 'nowhere' } as const
  const kinds = ['acknowledged', 'moving', 'leaving', 'removed'] as const
  for (const [kind = '', hash = '', ...words] of marks(entries, kinds)) {
    const known = Object.entries(unanswered).find(([name]) => name === kind)?.[1]
    places.set(hash, known ?? { path: words.join(' ') })
  }
  return places
}

/** The words of the marks that begin with one of these. */
const marks = (entries: readonly Entry[], first: readonly string[]): string[][] =>
  entries.flatMap((entry) => {
    const words = entry.kind === 'mark' ? entry.text.split(' ') : []
    return first.includes(words[0] ?? '') ? [words] : []
  })

/** What was found, for each disk that was put in. */
function byDisk(entries: readonly Entry[]): string[][][] {
  const disks: string[][][] = []
  for (const entry of entries) {
    if (entry.kind !== 'mark') continue
    for (const line of entry.text.split('\n')) {
      const [first, ...words] = line.split(' ')
      if (first === 'next') disks.push([])
      if (first === 'found') disks.at(-1)?.push(words)
    }
  }
  return disks
}
