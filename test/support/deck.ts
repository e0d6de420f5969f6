import { CandidateFinder } from '../../src/frames/candidates.ts'
import type { Conditions } from '../../src/frames/conditions/conditions.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { Deck } from '../../src/frames/deck.ts'
import { Picker } from '../../src/frames/picker.ts'
import { Round, type Random } from '../../src/frames/round.ts'
import { Dates } from '../../src/library/dates/dates.ts'
import type { Order } from '../../src/library/order/sort-order.ts'
import { imagePath, type Image } from '../../src/library/tree/nodes.ts'
import { seededRandom } from './collection.ts'
import { memoryTree } from './memory-tree.ts'

/** A deck that is kept in memory only: with the rounds of an earlier one as they would be read again. */
function memoryDeck(random: Random, earlier?: Deck): Deck {
  const folder = { root: '', path: '', verify: async () => undefined }
  const deck = new Deck({ folder, onNotice: () => undefined }, random, Date.now)
  for (const [key, round] of earlier?.values ?? []) {
    deck.set(key, new Round(JSON.parse(JSON.stringify(round.state))))
  }
  return deck
}

type Probe = (image: Image) => boolean | Promise<boolean>

/** A deck over folders and images that exist in memory only. */
function deckOver(random: Random, clock = Date.now) {
  const all = memoryTree()
  const finder = new CandidateFinder(all.tree, new Dates(clock))
  let deck = memoryDeck(random)
  return {
    ...all,
    /** Deals one of those that `probe` says are there. */
    dealBy: async (probe: Probe, conditions: Conditions, frame: string) => {
      const look = async (image: Image) => probe(image)
      const probeAll = async (images: Iterable<Image>) => {
        for (const image of images) await look(image)
      }
      const picker = new Picker(deck, finder, { probe: look, probeAll })
      const rest = { isScaled: false, isSteered: false, next: 0 }
      const picked = await picker.pick({ frame, conditions, ...rest })
      return picked && { path: imagePath(picked.image), isFallback: picked.isFallback }
    },
    /** The deck as it stands after what is saved of it was read again. */
    restart: () => {
      deck = memoryDeck(random, deck)
    },
    /** Whose rounds are remembered. */
    frames: () => Array.from(deck.values.keys(), (key) => key.split('/')[0]),
  }
}

/** A deck of which the folder and the order are all that is asked for. */
export function testDeck(paths: readonly string[] = [], random: Random = seededRandom(1)) {
  const { add, remove, dealBy, restart, frames } = deckOver(random)
  const unreadable = new Set<string>()
  const isUsable = async (candidate: Image) => {
    if (unreadable.has(imagePath(candidate))) candidate.note({ problem: 'damaged or incomplete' })
    return candidate.present && candidate.problem === undefined
  }
  const dealOf = async (probe: Probe, folder: string, frame: string, order: Order = 'shuffle') =>
    (await dealBy(probe, readConditions({ folder, order }), frame))?.path
  const deal = (from = '', frame = '') => dealOf(isUsable, from, frame)
  paths.forEach(add)
  return {
    add,
    remove,
    restart,
    frames,
    deal,
    /** Makes an image turn out unreadable when its turn comes. */
    spoil: (path: string) => void unreadable.add(path),
    /** Deals one of all images that `probe` says are there. */
    dealBy: (probe: Probe, order?: Order) => dealOf(probe, '', '', order),
    dealMany: async (count: number, from = '', frame = '') => {
      const dealt: (string | undefined)[] = []
      for (let index = 0; index < count; index += 1) dealt.push(await deal(from, frame))
      return dealt
    },
  }
}

export const numbered = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.jpg`)

const dayMs = 24 * 60 * 60_000

/** The number of a day, counted from 1970-01-01, that is today for these decks. */
export const day = Date.UTC(2026, 4, 17) / dayMs

export interface Facts {
  width: number
  height: number
  /** The number of the day on which it was taken. */
  day: number
  /** Stars. */
  rating?: number
}

export type FullDeck = ReturnType<typeof fullDeck>

/** A deck over pictures that exist in memory only, with all that conditions need. */
export function fullDeck(random: Random, now = { ms: day * dayMs + dayMs / 2 }) {
  const { tree, folderAt, imageAt, add, remove, dealBy, restart } = deckOver(random, () => now.ms)
  const truth = new Map<Image, Facts>()
  let changes = 0
  const note = (image: Image) => {
    const found = truth.get(image) ?? { width: 1, height: 1, day }
    const { width, height, day: taken, rating = 0 } = found
    const facts = {
      type: 'jpg',
      width,
      height,
      orientation: 1,
      taken: taken === 0 ? 0 : (taken * dayMs) / 1000 + 60,
      heldPerPixel: 0,
      obstacle: undefined,
      rating,
      tags: [],
    } as const
    tree.noteFacts(image, { size: 1, mtimeMs: changes }, facts)
  }
  const probe = async (image: Image) => {
    if (!image.isIndexed) note(image)
    return image.present
  }
  return {
    now,
    add: (path: string, facts: Facts) => {
      const image = add(path)
      truth.set(image, facts)
      // Half of them are probed only when they are dealt.
      if (image.hash % 2 === 0) note(image)
    },
    alter: (path: string, facts: Facts) => {
      const image = imageAt(path)
      if (image === undefined) return
      changes += 1
      truth.set(image, facts)
      note(image)
    },
    remove,
    hide: (path: string, isHidden: boolean) => tree.hideFolder(folderAt(path), isHidden),
    deal: (conditions: Conditions, frame = '') => dealBy(probe, conditions, frame),
    index: () => {
      for (const image of truth.keys()) if (image.present) note(image)
    },
    restart,
  }
}
