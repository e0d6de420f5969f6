import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { systemCode } from '../lib/system/system-error.ts'
import { version } from '../../package.json' with { type: 'json' }
import { checkCommand } from './check-command.ts'
import { CommandError, type Command, type CommandContext } from './command.ts'
import { hashPasswordCommand } from './hash-password-command.ts'
import { healthCommand } from './health-command.ts'
import { helpText } from './help-text.ts'
import { kioskCommand } from './kiosk-command.ts'
import { setPasswordCommand } from './set-password-command.ts'

export const commands = new Map<string, Command>([
  ['check', checkCommand],
  ['hash-password', hashPasswordCommand],
  ['health', healthCommand],
  ['set-password', setPasswordCommand],
  ['kiosk', kioskCommand],
])

const help = { help: { type: 'boolean', short: 'h' } } as const

/** The options that stand without a command. */
export const alone = {
  version: { type: 'boolean', short: 'v' },
  licenses: { type: 'boolean' },
} as const

/** The exit status for a command line that can't be understood, as of most programs. */
const badUsage = 2

class UsageError extends CommandError {}
const seeHelp = '. See photo-frame --help.'

/**
 * Runs what the command line asks for: a command with its options, `--help` or `--version`.
 * @param words the command line without the program; at least one.
 * @returns the exit status.
 */
export async function runCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  endWithOutput(context)
  try {
    return await dispatch(words, context)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const isUsage = error instanceof UsageError
    context.stderr.write(`photo-frame: ${error.message}${isUsage ? seeHelp : ''}\n`)
    return isUsage ? badUsage : 1
  }
}

async function dispatch(words: readonly string[], context: CommandContext): Promise<number> {
  const { stdout } = context
  const [name = '', ...rest] = words
  const command = commands.get(name)
  if (command === undefined && !name.startsWith('-')) {
    throw new UsageError(`Unknown command '${name}'`)
  }
  const own = command === undefined ? alone : (command.options ?? {})
  const { values, positionals } = parse(command === undefined ? words : rest, { ...help, ...own })
  if (values['help'] === true) {
    stdout.write(helpText(version))
    return 0
  }
  const refusal = (command?.refuse ?? unexpected)(positionals)
  if (refusal !== undefined) throw new UsageError(refusal)
  if (command !== undefined) return command.run(context, values, positionals)
  if (values['licenses'] === true) stdout.write((await import('./licenses/licenses.ts')).licenses)
  else if (values['version'] === true) stdout.write(`photo-frame ${version}\n`)
  else throw new UsageError(`Unexpected argument '${name}'`)
  return 0
}

const unexpected = ([word]: readonly string[]) =>
  word === undefined ? undefined : `Unexpected argument '${word}'`

/** @throws {UsageError} for an option that is unknown, or has a value that it can't have. */
function parse(words: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // What follows the first sentence is about arguments that begin with a hyphen.
    throw new UsageError(error.message.split('. ', 1)[0], { cause: error })
  }
}

/**
 * The status that a shell reports for a program that SIGPIPE ended: 128 and the signal's number. It
 * is not 0, because a check that was cut short has not found every picture to be fine.
 */
const closedPipe = 141

/**
 * Ends a command as soon as its output can't be written: without a message when the reader is gone,
 * as with `| head`, else with a sentence on stderr, where that can be written.
 */
function endWithOutput({ stdout, stderr, exit }: CommandContext): void {
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
