import { toXmpFacts } from '../../src/formats/xmp/xmp-facts.ts'
import { Dates } from '../../src/library/dates.ts'
import { imagePath, type Image } from '../../src/library/tree/nodes.ts'
import { CandidateFinder } from '../../src/frames/candidates.ts'
import type { Conditions } from '../../src/frames/conditions/conditions.ts'
import { Picker } from '../../src/frames/picker.ts'
import { Deck } from '../../src/frames/deck.ts'
import type { Random } from '../../src/frames/round.ts'
import { memoryRounds } from './deck.ts'
import { memoryTree } from './memory-tree.ts'

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
  const { tree, folderAt, imageAt, add, remove } = memoryTree()
  const finder = new CandidateFinder(tree, new Dates(() => now.ms))
  const truth = new Map<Image, Facts>()
  let rounds = memoryRounds()
  let deck = new Deck(random, rounds)
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
      xmp: toXmpFacts([rating]),
      tags: [],
    } as const
    tree.noteFacts(image, { size: 1, mtimeMs: changes }, facts)
  }
  const probe = async (image: Image) => {
    if (!image.isIndexed) note(image)
    return image.present
  }
  const picker = () => new Picker(deck, finder, { probe, probeOneOfMany: probe })
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
    deal: async (conditions: Conditions, frame = '') => {
      const rest = { isScaled: false, isSteered: false, next: 0 }
      const picked = await picker().pick({ frame, conditions, ...rest })
      return picked && { path: imagePath(picked.image), isFallback: picked.isFallback }
    },
    index: () => {
      for (const image of truth.keys()) if (image.present) note(image)
    },
    restart: () => {
      rounds = memoryRounds(rounds)
      deck = new Deck(random, rounds)
    },
  }
}
