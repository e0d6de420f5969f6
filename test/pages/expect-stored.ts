import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Expects a folder to have these files alone, as they are, besides folders and what is hidden. */
export async function expectStored(folder: string, paths: readonly string[]): Promise<void> {
  const stored = await readdir(folder, { withFileTypes: true })
  const names = stored.flatMap((each) => (each.isFile() ? [each.name] : []))
  expect(names.toSorted()).toEqual(paths.map((path) => basename(path)).toSorted())
  for (const path of paths) {
    const bytes = await Bun.file(join(folder, basename(path))).bytes()
    expect(Bun.deepEquals(bytes, await Bun.file(path).bytes())).toBe(true)
  }
}
