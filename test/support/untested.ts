/**
 * Says after `npm test` what was not tested, and for want of which program. Where `ALL_PROGRAMS` is
 * set, fails then, and also says which disks can't be mounted: it tries, which other tests may notice.
 */
import { unmountable } from './mounts.ts'
import { lacks, untested } from './programs.ts'
import { canStall } from './stalling-disk.ts'

const areAllExpected = process.env['ALL_PROGRAMS'] !== undefined
const { missing, refused } = untested()
if (areAllExpected) {
  refused.push(...(await unmountable()).map((name) => `${name}: it can't be mounted here`))
  if (!lacks('ext4', 'sshfs') && !(await canStall())) {
    refused.push("local disks that don't answer: none can be made here")
  }
}
for (const line of [...missing, ...refused]) console.log(`Not tested: ${line}`)
process.exitCode = missing.length > 0 && areAllExpected ? 1 : 0
