import { $ } from 'bun'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingForMachine, runMachine } from '../virtual-machine/machine.ts'
import { Recorder } from './recorder.ts'
import { chooseCuts, findLosses, replay, type Losses } from './replay.ts'

const megabyte = 1024 ** 2
const diskSize = 96 * megabyte

const modules = ['ext4', 'crc32c_generic', 'vfat', 'exfat', 'nls_cp437', 'nls_ascii'] as const

const makers: Record<string, (image: string) => Promise<unknown>> = {
  vfat: (image) => $`mkfs.vfat -F 32 ${image}`.quiet(),
  exfat: (image) => $`mkfs.exfat ${image}`.quiet(),
  ext4: (image) => $`mkfs.ext4 -q ${image}`.quiet(),
}

/**
 * Runs the service with changes for so many seconds, in a virtual machine whose disk records every
 * write and flush, and counts what cuts at any moment take. A cut is replayed: all writes up to a
 * flush are on the disk, of those after it any that chance decides, as on a disk with a cache.
 */
export async function cutPower(type: string, cuts: number, seconds: number): Promise<Losses> {
  const folder = await mkdtemp(join(tmpdir(), 'photo-frame-power-'))
  const fresh = join(folder, 'disk')
  try {
    await $`truncate -s ${diskSize} ${fresh}`
    await makers[type]?.(fresh)
    const image = Buffer.from(await Bun.file(fresh).arrayBuffer())
    const recorder = new Recorder(image)
    await run(
      recorder,
      `mount -t ${type} /dev/vda /mnt && bun /app/test/bench/power-cut/uploader.ts ${seconds}`,
    )
    const { entries } = recorder
    const points = chooseCuts(entries, cuts)
    const images = replay(image, entries, points)
    const inspector: Recorder = new Recorder(image, (text) => {
      if (text !== 'next') return
      const next = images.next()
      if (next.done !== true) inspector.replaceDisk(next.value)
    })
    await run(inspector, `bun /app/test/bench/power-cut/inspector.ts ${type} ${points.length}`)
    return findLosses(entries, points, inspector.entries)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function run(recorder: Recorder, script: string): Promise<void> {
  try {
    const disks = [recorder.serveDisk(), recorder.serveMarks(megabyte)]
    console.log(await runMachine({ script, modules, disks }))
  } finally {
    recorder.stop()
  }
}

/** The file systems on which power can be cut. */
export const fileSystems: readonly string[] = Object.keys(makers)

export const missingForCuts = () => missingForMachine({ modules })

/** What must not be lost on a file system, of what was. */
export const lossesOf = (type: string, { lost, damaged, onTheirWay }: Losses): string[] => [
  ...lost,
  ...damaged,
  ...(type === 'ext4' ? onTheirWay : []),
]
