import { z } from 'zod'
import { liesIn, parsePath } from '../../disk/paths.ts'
import { condition } from './condition.ts'

/** How many folders may be named. */
const maxFolders = 16

const shared = {
  schema: z.union([z.string(), z.array(z.string()).max(maxFolders)]),
  takes: `a path, up to ${maxFolders} times`,
  isList: true,
  control: 'folder',
} as const

/** Only from some folders and those below them. */
export const folder = condition({
  parameters: {
    folder: {
      ...shared,
      description: 'Only images of this folder and the folders below it. May be repeated.',
      example: '2024/summer',
      label: 'From the album',
      inWords: 'from {}',
    },
  },
  read: ({ folder: named = [] }) => {
    const folders = withoutNested([named].flat())
    return folders.length === 0 || folders[0] === '' ? undefined : { value: folders, folders }
  },
})

/** Not from some folders and those below them. */
export const exclude = condition({
  parameters: {
    exclude: {
      ...shared,
      description: 'No images of this folder or the folders below it. May be repeated.',
      example: 'Receipts',
      label: 'Not from the album',
      inWords: 'not from {}',
    },
  },
  read: ({ exclude: named = [] }) => {
    // Empty, as an address that was put together leaves it, it names no folder.
    const excluded = withoutNested([named].flat().filter((path) => path !== ''))
    return excluded.length === 0 ? undefined : { value: excluded, excluded }
  },
})

/** Paths in one form, sorted, without those that lie below others. */
function withoutNested(paths: readonly string[]): string[] {
  const canonical = paths.map((path) => parsePath(path)?.join('/') ?? path)
  return [...new Set(canonical)]
    .filter((path) => !canonical.some((other) => path !== other && liesIn(path, other)))
    .toSorted()
}
