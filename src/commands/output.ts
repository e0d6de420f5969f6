import { systemCode } from '../lib/system-error.ts'
import type { CommandContext } from './command.ts'

/**
 * The status that a shell reports for a program that SIGPIPE ended: 128 and the signal's number. It
 * is not 0, because a check that was cut short has not found every picture to be fine.
 */
const closedPipe = 141

/**
 * Ends a command as soon as its output can't be written: without a message when the reader is gone,
 * as with `| head`, else with a sentence on stderr, where that can be written.
 */
export function endWithOutput({ stdout, stderr, exit }: CommandContext): void {
  let isEnding = false
  const end = (error: Error) => {
    if (systemCode(error) === 'EPIPE') return exit(closedPipe)
    if (isEnding) return
    isEnding = true
    // Begins a line of its own after a progress bar.
    const before = stderr.isTTY ? '\n' : ''
    stderr.write(`${before}photo-frame: can't write any further: ${error.message}\n`, () => exit(1))
  }
  for (const stream of [stdout, stderr]) stream.on('error', end)
}
