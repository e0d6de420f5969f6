import { CandidateFinder } from '../../src/frames/candidates.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import type { Order } from '../../src/library/order/sort-order.ts'
import { Dates } from '../../src/library/dates.ts'
import { Picker } from '../../src/frames/picker.ts'
import { Deck } from '../../src/frames/deck.ts'
import { Round, type Random } from '../../src/frames/round.ts'
import { RoundTable } from '../../src/frames/round-table.ts'
import { imagePath, type Image } from '../../src/library/tree/nodes.ts'
import { seededRandom } from './collection.ts'
import { memoryTree } from './memory-tree.ts'

/** Rounds that are kept in memory only: those of an earlier table as they would be read again. */
export function memoryRounds(earlier?: RoundTable): RoundTable {
  const folder = { root: '', path: '', verify: async () => undefined }
  const rounds = new RoundTable({ folder, onNotice: () => undefined })
  for (const [key, { round, ...rest }] of earlier?.values ?? []) {
    rounds.set(key, { ...rest, round: new Round(JSON.parse(JSON.stringify(round.state))) })
  }
  return rounds
}

type Probe = (image: Image) => boolean | Promise<boolean>

/** A deck over folders and images that exist in memory only. */
export function testDeck(paths: readonly string[] = [], random: Random = seededRandom(1)) {
  const { tree, add, remove } = memoryTree()
  const unreadable = new Set<string>()
  const finder = new CandidateFinder(tree, new Dates(Date.now))
  let rounds = memoryRounds()
  let deck = new Deck(random, rounds)
  const dealFrom = async (from: string, frame: string, probe: Probe, order: Order = 'shuffle') => {
    const look = async (image: Image) => probe(image)
    const picker = new Picker(deck, finder, { probe: look, probeOneOfMany: look })
    const conditions = readConditions({ folder: from, order })
    const rest = { isScaled: false, isSteered: false, next: 0 }
    const picked = await picker.pick({ frame, conditions, ...rest })
    return picked && imagePath(picked.image)
  }
  const isUsable = async (candidate: Image) => {
    if (unreadable.has(imagePath(candidate))) candidate.problem = 'damaged or incomplete'
    return candidate.present && candidate.problem === undefined
  }
  const table = {
    add,
    remove,
    /** Makes an image turn out unreadable when its turn comes. */
    spoil: (path: string) => void unreadable.add(path),
    deal: (from = '', frame = '') => dealFrom(from, frame, isUsable),
    /** Deals one of all images that `probe` says are there. */
    dealBy: (probe: Probe, order?: Order) => dealFrom('', '', probe, order),
    dealMany: async (count: number, from = '', frame = '') => {
      const dealt: (string | undefined)[] = []
      for (let index = 0; index < count; index += 1) dealt.push(await table.deal(from, frame))
      return dealt
    },
    /** The deck as it stands after what is saved of it was read again. */
    restart: () => {
      rounds = memoryRounds(rounds)
      deck = new Deck(random, rounds)
    },
    /** Whose rounds are remembered. */
    frames: () => Array.from(rounds.values.keys(), (key) => key.split('/')[0]),
  }
  paths.forEach(add)
  return table
}

export const numbered = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.jpg`)
