import { systemCode } from '../lib/system-error.ts'
import type { CommandContext } from './run-command.ts'

/**
 * What a shell tells of a program that the closed pipe itself has ended: 128 and SIGPIPE. A check
 * that was cut short has not found all to be well, so it is not 0.
 */
const closedPipe = 141

/**
 * Ends a command as soon as what it says can't be written: quietly where nobody reads it any
 * further, as before `| head`, else with a sentence on stderr, if there is room for one.
 */
export function endWithOutput({ stdout, stderr, exit }: CommandContext): void {
  let isEnding = false
  const end = (error: Error) => {
    if (systemCode(error) === 'EPIPE') return exit(closedPipe)
    if (isEnding) return
    isEnding = true
    // Not behind a bar of progress.
    const before = stderr.isTTY ? '\n' : ''
    stderr.write(`${before}photo-frame: can't write any further: ${error.message}\n`, () => exit(1))
  }
  for (const stream of [stdout, stderr]) stream.on('error', end)
}
