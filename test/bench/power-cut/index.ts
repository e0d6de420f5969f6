/**
 * Cuts the power while pictures are uploaded, and counts what is lost: `bun
 * test/bench/power-cut/index.ts [file system…] [--cuts=200] [--seconds=60]`.
 *
 * The service runs in a virtual machine whose disk records every write and flush. A power cut is
 * replayed: all writes up to a flush are on the disk, of those after it any that chance decides, as
 * on a disk with a cache of its own. It needs QEMU, BusyBox, cpio and a Debian kernel, and says so.
 */
import { $ } from 'bun'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { missingForMachine, runMachine } from '../virtual-machine/machine.ts'
import { Recorder } from './recorder.ts'
import { chooseCuts, findLosses, replay, type Losses } from './replay.ts'

const megabyte = 1024 ** 2
const diskSize = 96 * megabyte

const modules = ['vfat', 'exfat', 'nls_cp437', 'nls_ascii'] as const

const makers: Record<string, (image: string) => Promise<unknown>> = {
  vfat: (image) => $`mkfs.vfat -F 32 ${image}`.quiet(),
  exfat: (image) => $`mkfs.exfat ${image}`.quiet(),
  ext4: (image) => $`mkfs.ext4 -q ${image}`.quiet(),
}

async function cutPower(type: string, cuts: number, seconds: number): Promise<Losses> {
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cuts: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
  },
})
const missing = await missingForMachine({ modules }, true)
if (missing === undefined) {
  const chosen = positionals.length === 0 ? Object.keys(makers) : positionals
  for (const type of chosen) {
    const losses = await cutPower(type, Number(values.cuts), Number(values.seconds))
    console.log(type, losses)
    if (losses.lost.length > 0 || losses.damaged.length > 0) process.exitCode = 1
  }
} else console.log(`skipped: ${missing} is missing`)
