import { checkCollection } from '../collection/check.ts'
import type { FindingKind } from '../collection/check-file.ts'
import { findDecoder } from '../collection/disk/processes/system-decoder.ts'
import { ConfigError, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Command, CommandContext } from './command.ts'
import { progressOn } from './progress.ts'

/** `photo-frame check`: reads every picture and names those that can't be shown. */
export const checkCommand: Command = {
  options: { decode: { type: 'boolean' } },
  run: check,
}

/**
 * Writes each finding to stdout as one line, the progress and the totals to stderr.
 * @returns the exit status: 1 when something is wrong with a picture.
 */
async function check(
  { environment, stdout, stderr }: CommandContext,
  { decode }: Parameters<Command['run']>[1],
): Promise<number> {
  const progress = progressOn(stderr, environment['TERM'])
  const found = {
    unreadable: 0,
    extension: 0,
    unscalable: 0,
    foreign: 0,
    hidden: 0,
    inks: 0,
    unchecked: 0,
  }
  let [uploadsDir, checked] = ['', 0]
  try {
    const config = readConfig(environment)
    uploadsDir = config.uploadsDir
    await checkCollection(uploadsDir, {
      decode: decode === true,
      decoder: findDecoder(config.heifDecoder),
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
  stderr.write(`${checked} checked: ${totals(found)}\n`)
  const wrong = found.unreadable + found.extension + found.unscalable + found.hidden
  return wrong === 0 ? 0 : 1
}

/** In words, what was found how often; what is rare only where there is any. */
function totals(found: Readonly<Record<FindingKind, number>>): string {
  const rare = [
    [found.unscalable, "that can't be scaled"],
    [found.foreign, 'of formats that are not shown'],
    [found.hidden, 'hidden by others of the same name'],
    [found.inks, 'for print'],
    [found.unchecked, 'not decoded'],
  ] as const
  return [
    `${found.unreadable} damaged or unreadable`,
    `${found.extension} with a wrong extension`,
    ...rare.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`),
  ].join(', ')
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
