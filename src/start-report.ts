import type { Collection } from './collection/collection.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import type { RunningServer } from './server.ts'
import { findTroubles } from './troubles.ts'

/** Sends a message to systemd (sd_notify(3)). */
export type Notify = (message: string) => void

/** How often systemd hears that the process is alive, and what is wrong, in milliseconds. */
export const reportMs = 60_000

/**
 * Logs where the service is to be found and what is wrong, and keeps systemd informed of both.
 */
export function reportStart(
  server: RunningServer,
  collection: Collection,
  config: Config,
  { log, notify }: { log: Log; notify: Notify },
): void {
  const { addresses } = server
  const { disk, own } = collection.parts
  const { totalImages, totalFolders } = collection.counts()
  const found = `${count(totalImages, 'image')}, ${count(totalFolders, 'folder')}`
  for (const address of addresses()) log('info', `listening on ${address}`)
  log('info', `uploads in ${disk.root}: ${found}`)
  log('info', `add pictures at ${addresses()[0]}/admin`)
  if (disk.traits.keepsSizeWithName) {
    log(
      'warn',
      'the uploads folder is on a FAT disk: what was uploaded survives a power cut, but what other ' +
        'programs write at that moment may not. ext4 is safer',
    )
  }
  if (own.number > 1) {
    log(
      'warn',
      'another process of the service uses this uploads folder; this one deals its pictures ' +
        'independently. If that is a mistake, stop one of the two',
    )
  }
  const report = async (say: (trouble: string) => void) => {
    const troubles = await findTroubles(collection, config, addresses())
    for (const trouble of troubles) say(trouble)
    notify(`STATUS=${troubles[0] ?? `add pictures at ${addresses()[0]}/admin`}`)
  }
  void report((trouble) => log('warn', trouble))
  setInterval(() => void report(() => undefined), reportMs)
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
