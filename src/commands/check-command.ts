import { checkCollection, type Finding } from '../collection/check.ts'
import { ConfigError, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { progressOn } from './progress.ts'
import type { CommandContext } from './run-command.ts'

/**
 * `photo-frame check`: what is wrong goes to stdout, a line each; how far it is and the sum to
 * stderr.
 * @returns the exit status: 1 when something is wrong.
 */
export async function check({ environment, stdout, stderr }: CommandContext): Promise<number> {
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
 * A path as a terminal may show it: characters that hide, turn around or break what stands about
 * them become `\u{…}`. Elsewhere they stay, for whatever looks for the file.
 */
const visibly = (path: string) =>
  path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
