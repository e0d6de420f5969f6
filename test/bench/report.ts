import { lacks, type RequirementName } from '../support/programs.ts'

export interface Row {
  work: string
  measured: string
  bound: string
  /** Whether the bound is met, or why nobody can tell here. */
  met: boolean | string
}

/** Says on the way what was found, so that nobody waits in the dark for the table. */
export function report(row: Row): Row {
  console.error(`${answer(row)}: ${row.work}: ${row.measured} (${row.bound})`)
  return row
}

export type Format = (value: number) => string

export const times: Format = (value) => `${value.toFixed(2)} x`
export const percent: Format = (value) => `${(value * 100).toFixed(0)} %`
export const seconds: Format = (value) => `${value.toFixed(2)} s`
/** Of a time in seconds. */
export const milliseconds: Format = (value) => `${(value * 1000).toFixed(1)} ms`
export const perSecond: Format = (value) => `${value.toFixed(0)}/s`
export const count: Format = (value) => String(value)
export const kibibytes: Format = (value) => `${(value / 1024).toFixed(1)} KiB`
export const mebibytes: Format = (value) => `${(value / 1024 ** 2).toFixed(1)} MiB`

export const mebibyte = 1024 ** 2

/** What was measured beside something else, and a note on both. */
export interface Compared {
  value: number
  note: string
}

/** Makes a row. `more` is put behind what was measured. */
const rowOf =
  (sign: '<=' | '>=') =>
  (work: string, measured: number | Compared, bound: number, format: Format, more = ''): Row => {
    const { value, note } = typeof measured === 'number' ? { value: measured, note: '' } : measured
    return report({
      work,
      measured: format(value) + note + more,
      bound: `${sign} ${format(bound)}`,
      met: sign === '<=' ? value <= bound : value >= bound,
    })
  }

export const atMost = rowOf('<=')

export const atLeast = rowOf('>=')

export const skipped = (work: string, why: string) =>
  report({ work, measured: '-', bound: '-', met: `skipped: ${why}` })

/** The rows of some work, or one that says what it needs and is missing. */
export const ifPossible = async (
  work: string,
  needs: readonly RequirementName[],
  measure: () => Promise<Row[]>,
): Promise<Row[]> => {
  const missing = needs.find((name) => lacks(name))
  return missing === undefined ? measure() : [skipped(work, `no ${missing}`)]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

export const table = (rows: readonly Row[]) =>
  markdown([
    ['work', 'measured', 'bound', 'met?'],
    ...rows.map((row) => [row.work, row.measured, row.bound, answer(row)]),
  ])

/** A table in Markdown. The first line has its headings. */
export function markdown(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const rule = widths?.map((width) => '-'.repeat(width)) ?? []
  const all = [...lines.slice(0, 1), rule, ...lines.slice(1)]
  return all
    .map((line) => `| ${line.map((cell, at) => cell.padEnd(widths?.[at] ?? 0)).join(' | ')} |`)
    .join('\n')
}

function answer({ met }: Row): string {
  if (typeof met === 'string') return met
  return met ? 'yes' : 'NO'
}
