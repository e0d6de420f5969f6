import { once } from '../../lib/once.ts'

/**
 * Sorts as people do: `IMG_2` before `IMG_10`, and `a` beside `A`. Made when first needed: it
 * loads 1 MB of language data, which a frame never asks for.
 */
const collator = once(() => new Intl.Collator('und', { numeric: true, sensitivity: 'accent' }))

/** Compares names as people sort them; no two different ones are equal. */
export const compareNames = (one: string, other: string) =>
  collator().compare(one, other) || (one === other ? 0 : one < other ? -1 : 1)

/** Compares paths as a walk through the folders meets them, names of folders and files mixed. */
export function comparePaths(one: string, other: string): number {
  const [names, otherNames] = [one.split('/'), other.split('/')]
  for (const [index, name] of names.entries()) {
    const otherName = otherNames[index]
    if (otherName === undefined) return 1
    const result = compareNames(name, otherName)
    if (result !== 0) return result
  }
  return names.length - otherNames.length
}
