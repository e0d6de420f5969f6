/**
 * Cuts the power while pictures are uploaded, and counts what is lost: `bun
 * test/bench/power-cut/index.ts [file system…] [--cuts=200] [--seconds=60]`.
 *
 * The service runs in a virtual machine whose disk records every write and flush. A power cut is
 * replayed: all writes up to a flush are on the disk, of those after it any that chance decides, as
 * on a disk with a cache of its own. It needs QEMU, BusyBox, cpio and a Debian kernel, and says so.
 */
import { parseArgs } from 'node:util'
import { cutPower, fileSystems, lossesOf, missingForCuts } from './cut-power.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cuts: { type: 'string', default: '200' }, seconds: { type: 'string', default: '60' } },
})
const missing = await missingForCuts()
if (missing === undefined) {
  const chosen = positionals.length === 0 ? fileSystems : positionals
  for (const type of chosen) {
    const losses = await cutPower(type, Number(values.cuts), Number(values.seconds))
    console.log(type, losses)
    if (lossesOf(type, losses).length > 0) process.exitCode = 1
  }
} else console.log(`skipped: ${missing} is missing`)
