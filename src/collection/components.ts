import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import { FrameLog } from '../frames/frame-log.ts'
import { Frames } from '../frames/frames.ts'
import { Steering } from '../frames/steering.ts'
import { Table } from '../store/table.ts'
import { checkup } from '../library/checkup/checkup.ts'
import { Findings } from '../library/checkup/findings.ts'
import { sessionTable, tokenTable } from '../store/access-tables.ts'
import { SealedTable, type MakeKey } from '../store/sealed-table.ts'
import { CandidateFinder } from '../frames/candidates.ts'
import { Picker } from '../frames/picker.ts'
import { slotPicker } from '../frames/slots/slot-picker.ts'
import { SlotTable } from '../frames/slots/slot-table.ts'
import { Deck } from '../frames/deck.ts'
import type { Random } from '../frames/round.ts'
import { Disk } from '../disk/disk.ts'
import { areOnOneDisk } from '../disk/shortage/free-space.ts'
import { DiskCache } from '../disk/rendition-cache.ts'
import {
  openStateDir,
  takeProcessFolder,
  type ProcessFolder,
} from '../disk/processes/process-folder.ts'
import { clearStaging, stager } from '../disk/staging/staging.ts'
import { SystemDecoder } from '../disk/processes/system-decoder.ts'
import { StateFile } from '../store/state-file.ts'
import { supportedFormats } from '../formats/picture-formats.ts'
import { Prober } from '../library/prober.ts'
import { coverChooser } from '../library/listing/covers.ts'
import { Lister } from '../library/listing/lister.ts'
import { Dates } from '../library/dates/dates.ts'
import { FactsLog } from '../library/facts/facts-log.ts'
import { Indexer, undecodableNotice } from '../library/indexer.ts'
import type { LibraryParts } from '../library/library-parts.ts'
import { Marks } from '../library/marks.ts'
import { Trash } from '../trash/trash.ts'
import { Saver } from './saver.ts'
import { privateFolder } from '../disk/paths.ts'
import { Invitations } from '../uploads/invitations.ts'
import { ImageSamples } from '../uploads/image-samples.ts'
import { Scanner } from '../library/scan/scanner.ts'
import { memoryLeft } from '../pixels/memory.ts'
import { DecodeJournal } from '../pixels/decoding/decode-journal.ts'
import { ImageOpener } from '../library/image-opener.ts'
import { Renditions } from '../pixels/renditions.ts'
import { Tree } from '../library/tree/tree.ts'

export interface CollectionOptions
  extends
    Pick<Config, 'uploadsDir' | 'maxFileSize' | 'cacheSize' | 'renditionConcurrency' | 'trashDays'>,
    Partial<Pick<Config, 'requireMount' | 'stateDir' | 'cacheDir' | 'cacheMinFree'>> {
  /** The path of a program that decodes HEIC and AVIF; without one, they are not shown. */
  decoder?: string | undefined
  /** Makes the key that sessions are sealed with; without it, none outlives the process. */
  makeSessionKey?: MakeKey | undefined
  clock: Clock
  random: Random
  /** Receives failures of background work, which no request can report. */
  onError: (error: unknown) => void
  /** Receives what the admin should know and no request has asked for, in words. */
  onNotice?: (notice: string) => void
}

/** Takes a folder for what is this process's own; on a read-only disk only what lies there is read. */
async function openOwnFolder(disk: Disk): Promise<ProcessFolder> {
  const { root, traits, readOnly } = disk
  const verify = () => disk.checkRoot()
  const base = { root, path: privateFolder, traits }
  if (readOnly === undefined) return { ...(await takeProcessFolder(base)), verify }
  const release = async () => undefined
  return { root, path: privateFolder, number: 1, isCertain: false, release, verify }
}

/** The size of the renditions kept in memory, in bytes. */
const recentBytes = 2 * 1024 ** 2

/** How many bytes the cache or the trash gives up at least when an upload finds the disk full. */
const leastRoom = 4 * 1024 ** 2

/** The objects that a collection consists of. */
export type Components = Awaited<ReturnType<typeof openComponents>>

/** Opens the uploads directory as `Collection.open` says, and builds everything on top of it. */
export async function openComponents(options: CollectionOptions) {
  const { clock, onError, onNotice = () => undefined } = options
  const disk = await Disk.open(options.uploadsDir, options.requireMount)
  const own = await openOwnFolder(disk)
  if (disk.readOnly === undefined) await clearStaging(disk, own, onError)
  const { stateDir } = options
  const state = stateDir === undefined ? own : await openStateDir(stateDir, disk.root)
  const stateFile = (name: string) => new StateFile(state, name)
  const factsLog = new FactsLog(stateFile('images.bin'), stateFile('tags.bin'))
  const ownTables = { folder: state, onNotice }
  /** What all processes on the folder share, wherever each keeps its own state. */
  const folder = { root: disk.root, path: privateFolder, verify: () => disk.restorePrivateFolder() }
  const shared = { folder, onNotice }
  const deck = new Deck(ownTables, options.random, clock)
  const slotTable = new SlotTable(ownTables)
  const decodeJournal = new DecodeJournal(ownTables)
  const steering = new Steering(shared, clock)
  const frameLog = new FrameLog(ownTables, clock, steering)
  const [{ saved, tags }, fatal] = await Promise.all([
    // Without serials that are known, a round would take one picture for another.
    factsLog.read().then(async (facts) => {
      if (facts.saved.intactCount > 0) await deck.read()
      return facts
    }),
    decodeJournal.read(),
    slotTable.read(),
    steering.refresh().then(() => frameLog.read()),
  ])
  for (const path of fatal) onNotice(`${path} is not scaled again: the service ended in it`)
  const isSaved = !disk.place.isAbsent && (stateDir !== undefined || disk.readOnly === undefined)
  const hasDecoder = options.decoder !== undefined
  const tree = new Tree({ isSaved, hasDecoder, tags })
  const dates = new Dates(clock)
  const prober = new Prober(tree, disk, onError)
  const scanner = new Scanner({ tree, disk, prober, clock, onNotice })
  const base: LibraryParts = { disk, tree, prober, scanner, clock, onError }
  const marks = new Marks({ ...shared, tree, disk })
  const invitations = new Invitations(shared, clock)
  const { makeSessionKey: makeKey } = options
  const sessions = makeKey && new SealedTable({ ...sessionTable, ...shared, makeKey, clock })
  const tokens = makeKey && new SealedTable({ ...tokenTable, ...shared, makeKey, clock })
  const hostSchema = () => z.number()
  const hosts = new Table({ ...shared, name: 'hosts.json', isShared: true, schema: hostSchema })
  const onStart = () => marks.endGone()
  const trash = new Trash({ ...shared, ...base, days: options.trashDays, onStart })
  const lastSerial = Math.max(saved.lastSerial, deck.lastSerial)
  const scan = () => {
    if (!disk.place.isAbsent) scanner.scan()
  }
  tree.recall((image) => saved.restore(image), lastSerial, scan)
  // After the scan: so each mark looks for its image, and not each image for its mark.
  await marks.refresh()
  const finder = new CandidateFinder(tree, dates)
  const picker = new Picker(deck, finder, prober)
  const saver = new Saver({ tree, factsLog, deck, slotTable, frameLog, onError })
  const cacheDir = options.cacheDir ?? join(state.root, state.path, 'renditions')
  const cache = new DiskCache(cacheDir, options.cacheSize, options.cacheMinFree)
  // Renditions can be made again, photos can't.
  const makeRoomInCache = async (bytes: number) =>
    (await areOnOneDisk(cacheDir, disk.root)) &&
    (await cache.makeRoom(Math.max(bytes, leastRoom))) > 0
  const makeRoom = async (bytes: number) =>
    (await makeRoomInCache(bytes)) || (await trash.makeRoom(Math.max(bytes, leastRoom))) > 0
  const findings = new Findings({ ...shared, disk, tree })
  const supported = supportedFormats(hasDecoder)
  const decoder =
    options.decoder === undefined
      ? undefined
      : new SystemDecoder(options.decoder, join(cacheDir, 'decoding'))
  void decoder?.clear().catch(onError)
  const renditions = new Renditions({
    cache,
    recentBytes: Math.min(recentBytes, options.cacheSize),
    concurrency: options.renditionConcurrency,
    memoryLeft,
    decoder,
    journal: decodeJournal,
  })
  const onDeal = () => saver.saveSlots()
  return {
    ...base,
    stage: stager(disk, own.path, makeRoom),
    own,
    state,
    picker,
    slotPicker: slotPicker({ ...base, picker, table: slotTable, onDeal }),
    steering,
    marks,
    invitations,
    sessions,
    tokens,
    hosts,
    trash,
    makeRoom,
    makeRoomInCache,
    frames: new Frames({ ...base, log: frameLog, steering, deck, slotTable }),
    findings,
    checkup: checkup({ ...base, findings }),
    isSaved,
    dates,
    supported,
    decoder,
    decodeJournal,
    indexer: new Indexer(tree, prober, undecodableNotice(tree, supported, onNotice)),
    saver,
    lister: new Lister({ ...base, dates, coversOf: coverChooser(tree, dates, marks) }),
    samples: new ImageSamples(disk),
    renditions,
    opener: new ImageOpener({ ...base, renditions, supported }),
  }
}
