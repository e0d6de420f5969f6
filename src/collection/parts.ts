import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { Deck, type Random } from './deck.ts'
import { Disk } from './disk/disk.ts'
import { RenditionCache } from './disk/rendition-cache.ts'
import { Staging } from './disk/staging.ts'
import { StateFile } from './disk/state-file.ts'
import { Examiner } from './examiner.ts'
import { Lister } from './listing.ts'
import { recall, Saver } from './memory.ts'
import { privateFolder } from './paths.ts'
import { Publisher } from './publisher.ts'
import { Refresher } from './refresher.ts'
import { Remover } from './remover.ts'
import { RecentRenditions } from './renditions/recent.ts'
import { Studio } from './renditions/studio.ts'
import { Tree } from './tree.ts'

export interface CollectionOptions {
  uploadsDir: string
  /** Bytes. */
  maxFileSize: number
  /** Where renditions are kept; by default in the hidden folder of the uploads directory. */
  cacheDir?: string | undefined
  /** Bytes; 0 keeps none. */
  cacheSize: number
  /** How many pictures are decoded side by side. */
  renditionConcurrency: number
  clock: Clock
  random: Random
  /** Told of failures that no request is there to hear of. */
  onError: (error: unknown) => void
}

/** How many bytes of renditions are kept in memory. */
const maxRecent = 2 * 1024 ** 2

/** What a collection is made of, each for one job. */
export type Parts = Awaited<ReturnType<typeof openParts>>

/**
 * Opens the uploads directory, makes it where it is missing, sweeps up what an interrupted upload
 * left, and reads which folders and images there are.
 * @throws what the system says when the directory can't be made or read.
 */
export async function openParts(options: CollectionOptions) {
  const disk = await Disk.open(options.uploadsDir)
  const staging = new Staging(disk)
  if (disk.readOnly === undefined) await staging.clear()
  const files = {
    rounds: new StateFile(disk.root, 'rounds.json'),
    images: new StateFile(disk.root, 'images.bin'),
  }
  const { rounds, known } = await recall(files)
  const tree = new Tree()
  const examiner = new Examiner(tree, disk)
  const refresher = new Refresher(tree, disk, examiner, options.clock)
  tree.recall(known, () => refresher.scan())
  const deck = new Deck(tree, options.random, rounds)
  const cacheDir = options.cacheDir ?? join(disk.root, privateFolder, 'renditions')
  const cache = new RenditionCache(cacheDir, options.cacheSize)
  const recent = new RecentRenditions(Math.min(maxRecent, options.cacheSize))
  return {
    disk,
    staging,
    tree,
    examiner,
    refresher,
    deck,
    saver: new Saver(files, deck, tree, options.onError),
    lister: new Lister(examiner, options.clock),
    publisher: new Publisher(disk, tree),
    remover: new Remover(disk, tree),
    studio: new Studio(cache, recent, options.renditionConcurrency),
  }
}
