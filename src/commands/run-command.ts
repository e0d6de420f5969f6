import { version } from '../../package.json' with { type: 'json' }
import { check } from './check-command.ts'
import { helpText } from './help-text.ts'
import { endWithOutput } from './output.ts'

/** What a command has of the world around it. */
export interface CommandContext {
  environment: Record<string, string | undefined>
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** Ends the process at once, with a status. */
  exit: (status: number) => void
}

type Command = (context: CommandContext) => Promise<number>

const help: Command = async ({ stdout }) => {
  stdout.write(helpText(version))
  return 0
}

const printVersion: Command = async ({ stdout }) => {
  stdout.write(`photo-frame ${version}\n`)
  return 0
}

const commands = new Map<string, Command>([
  ['check', check],
  ['--help', help],
  ['-h', help],
  ['--version', printVersion],
  ['-v', printVersion],
])

/**
 * Does what is asked for on the command line, other than to serve.
 * @returns the exit status; 2 for what can't be understood, which is told on stderr.
 */
export async function runCommand(
  words: readonly string[],
  context: CommandContext,
): Promise<number> {
  endWithOutput(context)
  const unknown = words.find((word) => !commands.has(word))
  const [first = '', second] = words
  const command = words.some((word) => commands.get(word) === help) ? help : commands.get(first)
  if (
    unknown === undefined &&
    command !== undefined &&
    (command === help || second === undefined)
  ) {
    return command(context)
  }
  const isOption = unknown?.startsWith('-') === true
  const wrong =
    unknown === undefined
      ? `${first} and ${second} do not go together`
      : `there is no ${isOption ? 'option' : 'command'} ${unknown}`
  context.stderr.write(`photo-frame: ${wrong}. See photo-frame --help.\n`)
  return 2
}
