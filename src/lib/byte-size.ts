const units = { '': 1, B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const
const pattern = /^(\d+(?:\.\d+)?|\.\d+) ?(|B|[KMG]i?B)$/i

/**
 * Reads a size such as `10MB`, `1.5 GiB`, `512kb` or `4096` (bytes). Units are powers of 1024, in
 * any case. Returns whole bytes, or `undefined` when the text is no size.
 */
export function parseByteSize(text: string): number | undefined {
  const [, amount, unit] = pattern.exec(text.trim()) ?? []
  if (amount === undefined || unit === undefined) return undefined
  const name = unit.toUpperCase().replace('I', '')
  const factor = Object.entries(units).find(([candidate]) => candidate === name)?.[1]
  const bytes = Math.floor(Number(amount) * (factor ?? Number.NaN))
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/**
 * Writes bytes for a person, with at most two decimals: `10MB`, `1.5KB`, `12 bytes` is `12B`.
 * Rounds up, so that a file one byte over a limit never reads as the limit itself.
 */
export function formatByteSize(bytes: number): string {
  const unit = bytes >= units.GB ? 'GB' : bytes >= units.MB ? 'MB' : bytes >= units.KB ? 'KB' : 'B'
  return `${Math.ceil((bytes / units[unit]) * 100) / 100}${unit}`
}
