import { checkCollection, type Finding } from '../collection/check.ts'
import { ConfigError, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Command, CommandContext } from './command.ts'
import { progressOn } from './progress.ts'

/** `photo-frame check`: reads every picture and names those that can't be shown. */
export const checkCommand: Command = { run: check }

/**
 * Writes each finding to stdout as one line, the progress and the totals to stderr.
 * @returns the exit status: 1 when something was found.
 */
async function check({ environment, stdout, stderr }: CommandContext): Promise<number> {
  const progress = progressOn(stderr, environment['TERM'])
  const found: Record<Finding['kind'], number> = { unreadable: 0, extension: 0 }
  let [uploadsDir, checked] = ['', 0]
  try {
    uploadsDir = readConfig(environment).uploadsDir
    await checkCollection(uploadsDir, {
      onFinding: ({ kind, path, problem }) => {
        progress.clear()
        stdout.write(`${stdout.isTTY ? visibly(path) : path}: ${problem}\n`)
        found[kind] += 1
      },
      onProgress: (done, all) => {
        checked = done
        progress.show(done, all)
      },
    })
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof AppError)) throw error
    progress.clear()
    stderr.write(
      error instanceof AppError ? `${uploadsDir}: ${error.message}\n` : `${error.message}\n`,
    )
    return 1
  }
  progress.clear()
  const { unreadable, extension } = found
  stderr.write(
    `${checked} checked: ${unreadable} damaged or unreadable, ${extension} with a wrong extension\n`,
  )
  return unreadable + extension === 0 ? 0 : 1
}

/**
 * Escapes characters that hide, reverse or break the text around them on a terminal, as `\u{…}`.
 * Other output keeps them, so that a script finds the file.
 */
const visibly = (path: string) =>
  path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
