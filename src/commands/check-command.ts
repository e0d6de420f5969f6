import { checkCollection } from '../collection/check.ts'
import { findings, type FindingKind } from '../library/checkup/check-file.ts'
import { findDecoder } from '../disk/processes/system-decoder.ts'
import type { TrashTotals } from '../library/types.ts'
import { ConfigError, readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { formatByteSize } from '../lib/byte-size.ts'
import type { Command, CommandContext } from './command.ts'
import { progressOn } from './progress.ts'

/** `photo-frame check`: reads every picture and names those that can't be shown. */
export const checkCommand: Command = {
  options: { decode: { type: 'boolean' } },
  run: check,
}

/** What an admin has to see to, for which the check fails. */
const wrong: readonly FindingKind[] = ['unreadable', 'extension', 'unscalable', 'hidden']

/**
 * Writes each finding to stdout as one line, the progress and the totals to stderr.
 * @returns the exit status: 1 when something is wrong with a picture.
 */
async function check(
  { environment, stdout, stderr }: CommandContext,
  { decode }: Parameters<Command['run']>[1],
): Promise<number> {
  const progress = progressOn(stderr, environment['TERM'])
  const found: FindingKind[] = []
  let [uploadsDir, checked] = ['', 0]
  let trash: TrashTotals
  try {
    const config = readConfig(environment)
    uploadsDir = config.uploadsDir
    trash = await checkCollection(uploadsDir, {
      decode: decode === true,
      decoder: findDecoder(config.heifDecoder),
      onFinding: ({ kind, path, problem }) => {
        progress.clear()
        stdout.write(`${stdout.isTTY ? visibly(path) : path}: ${problem}\n`)
        found.push(kind)
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
  stderr.write(`${checked} checked: ${totals(found)}\n${inTrash(trash)}`)
  return found.some((kind) => wrong.includes(kind)) ? 1 : 0
}

/** In words, what was found how often; what is rare only where there is any. */
const totals = (found: readonly FindingKind[]) =>
  Object.entries(findings)
    .map(([kind, words]) => ({ kind, words, count: found.filter((each) => each === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind === 'unreadable' || kind === 'extension')
    .map(({ words, count }) => `${count} ${words}`)
    .join(', ')

/** Says what can be restored, where there is anything. */
const inTrash = ({ totalItems, totalSize }: TrashTotals) =>
  totalItems === 0 ? '' : `${totalItems} in the trash, ${formatByteSize(totalSize)}\n`

/**
 * Escapes characters that hide, reverse or break the text around them on a terminal, as `\u{…}`.
 * Other output keeps them, so that a script finds the file.
 */
const visibly = (path: string) =>
  path.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
