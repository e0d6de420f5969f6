import { CandidateFinder } from '../../src/collection/shuffle/candidates.ts'
import { readConditions } from '../../src/collection/conditions/registry.ts'
import { Dates } from '../../src/collection/index/dates.ts'
import { Deck, type Accept, type Random } from '../../src/collection/shuffle/deck.ts'
import { imagePath, type Folder, type Image } from '../../src/collection/index/tree/nodes.ts'
import { Tree } from '../../src/collection/index/tree/tree.ts'
import { seededRandom } from './collection.ts'

/** A deck over folders and images that exist in memory only. */
export function testDeck(paths: readonly string[] = [], random: Random = seededRandom(1)) {
  const tree = new Tree()
  const unreadable = new Set<string>()
  const finder = new CandidateFinder(tree, new Dates(Date.now))
  let deck = new Deck(random)
  const dealFrom = (from: string, frame: string, accept: Accept) => {
    const conditions = readConditions({ folder: from })
    const key = { frame, conditions: conditions.key }
    return deck.deal(key, () => finder.find(conditions), accept)
  }
  const folder = (path: string): Folder => {
    let found = tree.root
    for (const name of path.split('/')) if (name !== '') found = tree.addFolder(found, name)
    return found
  }
  const image = (path: string) => tree.imageAt(path.split('/'))
  const isUsable = async (candidate: Image) => {
    if (unreadable.has(imagePath(candidate))) candidate.problem = 'damaged or incomplete'
    return candidate.present && candidate.problem === undefined
  }
  const table = {
    add: (path: string) => {
      const cut = path.lastIndexOf('/')
      tree.addImage(folder(path.slice(0, Math.max(cut, 0))), path.slice(cut + 1))
    },
    remove: (path: string) => {
      const found = image(path)
      if (found !== undefined) tree.removeImage(found)
    },
    /** Makes an image turn out unreadable when its turn comes. */
    spoil: (path: string) => void unreadable.add(path),
    deal: async (from = '', frame = '') => {
      const dealt = await dealFrom(from, frame, isUsable)
      return dealt && imagePath(dealt)
    },
    /** Deals one of all images, at once where `accept` answers at once. */
    dealBy: (accept: Accept, frame = '') => {
      const dealt = dealFrom('', frame, accept)
      return dealt instanceof Promise ? dealt.then(pathOf) : pathOf(dealt)
    },
    dealMany: async (count: number, from = '', frame = '') => {
      const dealt: (string | undefined)[] = []
      for (let index = 0; index < count; index += 1) dealt.push(await table.deal(from, frame))
      return dealt
    },
    /** The deck as it stands after what is saved of it was read again. */
    restart: () => {
      deck = new Deck(random, JSON.parse(JSON.stringify(deck.save())))
    },
    saved: () => deck.save(),
  }
  for (const path of paths) table.add(path)
  return table
}

export const numbered = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.jpg`)

const pathOf = (image: Image | undefined) => image && imagePath(image)
