/** The paths of the pictures that are selected. */
export class Selection {
  readonly paths: ReadonlySet<string>
  /** The picture that was selected last, from which a range goes on. */
  readonly anchor: string | undefined

  constructor(paths: ReadonlySet<string> = new Set(), anchor?: string) {
    this.paths = paths
    this.anchor = anchor
  }

  /** Adds all from the picture that was selected last to this one. */
  extend(path: string, all: readonly string[]): Selection {
    const from = this.anchor === undefined ? -1 : all.indexOf(this.anchor)
    const to = all.indexOf(path)
    if (from === -1 || to === -1) return this.toggle([path])
    const range = all.slice(Math.min(from, to), Math.max(from, to) + 1)
    return new Selection(new Set([...this.paths, ...range]), path)
  }

  /** Adds these; where all of them are selected, takes them away. */
  toggle(these: readonly string[]): Selection {
    const paths = new Set(this.paths)
    const isAll = these.every((path) => paths.has(path))
    for (const path of these) {
      if (isAll) paths.delete(path)
      else paths.add(path)
    }
    return new Selection(paths, these[0])
  }

  /** Drops those that are not in the list of all. */
  within(all: readonly string[]): Selection {
    const known = new Set(all)
    return new Selection(new Set([...this.paths].filter((path) => known.has(path))), this.anchor)
  }
}
