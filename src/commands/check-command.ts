import { checkCollection } from '../collection/check.ts'
import { findings, type FindingKind } from '../library/checkup/check-file.ts'
import { findDecoder } from '../disk/processes/system-decoder.ts'
import type { TrashTotals } from '../library/types.ts'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import { formatByteSize } from '../lib/byte-size.ts'
import type { Command } from './command.ts'
import { progressOn } from './progress.ts'

/** What an admin has to see to, for which the check fails. */
const wrong: readonly FindingKind[] = ['unreadable', 'extension', 'unscalable', 'hidden', 'name']

/**
 * `photo-frame check`: reads every picture and names those that can't be shown, each in a line on
 * stdout. The progress and the totals go to stderr. The exit status is 1 when something is wrong.
 */
export const checkCommand: Command = {
  options: { decode: { type: 'boolean' } },
  run: async ({ environment, stdout, stderr }, { decode }) => {
    const progress = progressOn(stderr, environment['TERM'])
    const found: FindingKind[] = []
    const { uploadsDir, heifDecoder } = readConfig(environment)
    let checked = 0
    let trash: TrashTotals
    try {
      trash = await checkCollection(uploadsDir, {
        decode: decode === true,
        decoder: findDecoder(heifDecoder),
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
      if (!(error instanceof AppError)) throw error
      progress.clear()
      stderr.write(`${uploadsDir}: ${error.message}\n`)
      return 1
    }
    progress.clear()
    stderr.write(`${checked} checked: ${totals(found)}\n${inTrash(trash)}`)
    return found.some((kind) => wrong.includes(kind)) ? 1 : 0
  },
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
