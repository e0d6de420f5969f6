import type { ParseArgsOptionsConfig } from 'node:util'

/** What a command may use of the process. */
export interface CommandContext {
  environment: Record<string, string | undefined>
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  /** Ends the process at once, with a status. */
  exit: (status: number) => void
}

/** What a command can't do. The message says why, and what to do about it. */
export class CommandError extends Error {}

/** The options of a command line, by their long name. */
type OptionValues = Readonly<Record<string, unknown>>

export interface Command {
  /** The options that this command takes besides `--help`. */
  options?: ParseArgsOptionsConfig
  /** Tells what is wrong with the words beside the options; none may stand there without it. */
  refuse?: (words: readonly string[]) => string | undefined
  /**
   * @returns the exit status.
   * @throws CommandError.
   */
  run: (context: CommandContext, values: OptionValues, words: readonly string[]) => Promise<number>
}
