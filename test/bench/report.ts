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

/** How the value of a row is written. */
type Format = (value: number) => string

export const times: Format = (value) => `${value.toFixed(2)} x`
export const percent: Format = (value) => `${(value * 100).toFixed(0)} %`
export const seconds: Format = (value) => `${value.toFixed(2)} s`
export const count: Format = (value) => String(value)
export const kibibytes: Format = (value) => `${(value / 1024).toFixed(1)} KiB`
export const mebibytes: Format = (value) => `${(value / 1024 ** 2).toFixed(1)} MiB`

/** A row whose value may not be larger than a bound. `note` is put behind what was measured. */
export const atMost = (work: string, value: number, bound: number, format: Format, note = '') =>
  report({
    work,
    measured: format(value) + note,
    bound: `<= ${format(bound)}`,
    met: value <= bound,
  })

/** A row whose value may not be smaller than a bound. */
export const atLeast = (work: string, value: number, bound: number, format: Format, note = '') =>
  report({
    work,
    measured: format(value) + note,
    bound: `>= ${format(bound)}`,
    met: value >= bound,
  })

export const skipped = (work: string, bound: string, why: string) =>
  report({ work, measured: '-', bound, met: `skipped: ${why}` })

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1)
  return (low + high) / 2
}

/** All rows as one table. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [row.work, row.measured, row.bound, answer(row)])
  const all = [['work', 'measured', 'bound', 'met?'], ...cells]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((line) => line[at]?.length ?? 0)))
  const lines = all.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const rule = widths.map((width) => '-'.repeat(width)).join(' | ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => `| ${line} |`).join('\n')
}

function answer({ met }: Row): string {
  if (typeof met === 'string') return met
  return met ? 'yes' : 'NO'
}
