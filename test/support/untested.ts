/**
 * Says after `npm test` what was not tested, and for want of which program. Fails then where
 * `ALL_PROGRAMS` is set.
 */
import { unmountable } from './mounts.ts'
import { lacks, untested } from './programs.ts'
import { canStall } from './stalling-disk.ts'

const { missing, refused } = untested()
refused.push(...(await unmountable()).map((name) => `${name}: it can't be mounted here`))
if (!lacks('ext4', 'sshfs') && !(await canStall())) {
  refused.push("local disks that don't answer: none can be made here")
}
for (const line of [...missing, ...refused]) console.log(`Not tested: ${line}`)
process.exitCode = missing.length > 0 && process.env['ALL_PROGRAMS'] !== undefined ? 1 : 0
