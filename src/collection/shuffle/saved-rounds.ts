import { z } from 'zod'
import type { Deck, SavedRound } from './deck.ts'
import type { StateFile } from '../disk/state-file.ts'
import { Limit } from '../../lib/limit.ts'
import { SerialTable } from './serial-table.ts'
import { eachImage, type Tree } from '../index/tree.ts'

/** How often the state is written at most, in milliseconds: SD cards wear. */
const saveEvery = 30_000

/** Serials are kept as 32-bit numbers; one above this can only come from a damaged file. */
const maxSerial = 2 ** 31

const serialSchema = z.number().int().nonnegative().max(maxSerial)
const savedRoundsSchema = z.array(
  z.object({
    frame: z.string(),
    folder: z.string(),
    seed: z.number().int(),
    position: z.number(),
    last: z.string().optional(),
    since: serialSchema,
    joins: z.array(z.object({ serial: serialSchema, at: z.number() })),
  }),
)

/** Which images an earlier run knew, and with which serial. */
export interface KnownImages {
  serialOf: (hash: number) => number | undefined
  lastSerial: number
}

/** The two state files: where the rounds stand, and which images they know. */
export interface StateFiles {
  rounds: StateFile
  /** Pairs of 32-bit numbers, little-endian: an image's path hash and its serial. */
  images: StateFile
}

/**
 * Remembers the rounds over a restart, so that a frame which is switched off every night still
 * sees every picture. The images are remembered too, by the hashes of their paths, so that those
 * copied in while the service was off join the rounds as late-comers. Files that are damaged or
 * missing only start new rounds.
 */
export async function recall(
  files: StateFiles,
): Promise<{ rounds: SavedRound[]; known: KnownImages }> {
  const forgotten = { rounds: [], known: { serialOf: () => undefined, lastSerial: 0 } }
  try {
    const [rounds, images] = await Promise.all([files.rounds.read(), files.images.read()])
    if (rounds === undefined || images === undefined || images.length % 8 !== 0) return forgotten
    const parsed = savedRoundsSchema.parse(JSON.parse(new TextDecoder().decode(rounds)))
    const known = readKnownImages(images)
    // The image that joined last may be gone, and its number must not be given out again.
    for (const { since, joins } of parsed) {
      known.lastSerial = Math.max(known.lastSerial, since, joins.at(-1)?.serial ?? 0)
    }
    if (known.lastSerial > maxSerial) return forgotten
    return { rounds: parsed.map((round) => ({ ...round, last: round.last })), known }
  } catch {
    return forgotten
  }
}

function readKnownImages(bytes: Uint8Array): KnownImages {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const serials = new SerialTable(bytes.length / 8)
  let lastSerial = 0
  for (let offset = 0; offset < bytes.length; offset += 8) {
    const serial = view.getUint32(offset + 4, true)
    serials.set(view.getUint32(offset, true), serial)
    lastSerial = Math.max(lastSerial, serial)
  }
  return { serialOf: (hash) => serials.get(hash), lastSerial }
}

/** Writes the state files when there is something new, every 30 s at most and at the end. */
export class Saver {
  readonly #files: StateFiles
  readonly #deck: Deck
  readonly #tree: Tree
  readonly #onError: (error: unknown) => void
  readonly #writing = new Limit(1)
  #savedDealt: number
  #savedVersion = -1
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(files: StateFiles, deck: Deck, tree: Tree, onError: (error: unknown) => void) {
    this.#files = files
    this.#deck = deck
    this.#tree = tree
    this.#onError = onError
    this.#savedDealt = deck.dealt
  }

  start(): void {
    this.#timer = setInterval(() => void this.save().catch(this.#onError), saveEvery).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.save().catch(this.#onError)
  }

  async save(): Promise<void> {
    return this.#writing.run(() => this.#save())
  }

  async #save(): Promise<void> {
    const { dealt } = this.#deck
    if (dealt === this.#savedDealt) return
    const { version } = this.#tree.root
    const rounds = JSON.stringify(this.#deck.save())
    // The images go first: rounds that know of an image which the list lacks would deal it twice.
    if (version !== this.#savedVersion) await this.#files.images.write(this.#knownImages())
    this.#savedVersion = version
    await this.#files.rounds.write(rounds)
    this.#savedDealt = dealt
  }

  #knownImages(): Uint8Array {
    const { root } = this.#tree
    const bytes = new Uint8Array(root.imageCount * 8)
    const view = new DataView(bytes.buffer)
    let offset = 0
    eachImage(root, (image) => {
      view.setUint32(offset, image.hash, true)
      view.setUint32(offset + 4, image.serial, true)
      offset += 8
    })
    return bytes
  }
}
