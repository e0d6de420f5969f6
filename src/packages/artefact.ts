import { project } from '../commands/licenses/lock-file.ts'

/** What all files of a build share. */
export interface Release {
  /** The folder that gets the files. */
  dist: string
  /** As package.json says it. */
  version: string
  /** When the source was last changed, in seconds since 1970: the time of every packed file. */
  sourceDate: number
}

/** An executable that has been built. */
export interface Executable {
  path: string
  arch: 'x64' | 'arm64'
}

/**
 * Says when the source was last changed: `SOURCE_DATE_EPOCH`, or the time of the commit, so that a
 * second build makes the same bytes (reproducible-builds.org). Outside of a clone it is 0.
 */
export async function sourceDate(): Promise<number> {
  const given = process.env['SOURCE_DATE_EPOCH']
  if (given !== undefined) return Number(given)
  const commit = Bun.$`git log -1 --format=%ct`.cwd(project).nothrow().quiet()
  return Number(await commit.text())
}
