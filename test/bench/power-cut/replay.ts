import type { Entry } from './recorder.ts'

/** What power cuts have taken, of so many pictures that were acknowledged before them. */
export interface Losses {
  cuts: number
  acknowledged: number
  /** Acknowledged pictures that were not there, or not as they were sent. */
  lost: string[]
  /** Visible pictures that nobody has sent so. */
  damaged: string[]
  /** Names that were taken for a picture which was never acknowledged. */
  empty: number
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

/** Compares what was found after each cut with what had been acknowledged before it. */
export function findLosses(
  entries: readonly Entry[],
  cuts: readonly number[],
  found: readonly Entry[],
): Losses {
  const losses: Losses = { cuts: cuts.length, acknowledged: 0, lost: [], damaged: [], empty: 0 }
  const sent = new Set(marks(entries, 'sent').map(([hash]) => hash))
  for (const [number, left] of byDisk(found).entries()) {
    const acknowledged = marks(entries.slice(0, cuts[number]), 'acknowledged')
    const hashes = new Map(left.map(([hash = '', ...path]) => [path.join(' '), hash]))
    losses.acknowledged += acknowledged.length
    for (const [hash, ...words] of acknowledged) {
      const path = words.join(' ')
      if (hashes.get(path) !== hash) losses.lost.push(`cut ${number}: ${path}`)
    }
    for (const [path, hash] of hashes) {
      if (hash === 'empty') losses.empty += 1
      else if (!sent.has(hash)) losses.damaged.push(`cut ${number}: ${path}`)
    }
  }
  return losses
}

/** The words after the first one, of the marks that begin with it. */
const marks = (entries: readonly Entry[], first: string): string[][] =>
  entries.flatMap((entry) => {
    const words = entry.kind === 'mark' ? entry.text.split(' ') : []
    return words[0] === first ? [words.slice(1)] : []
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
