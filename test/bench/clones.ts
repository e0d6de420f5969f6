import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { atMost, count, type Row } from './report.ts'

const project = resolve(import.meta.dir, '../..')

/** Builds two clones as two people would, and counts the files in which they differ. */
export async function clones(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const [one, other] = [
    await buildClone(join(folder.path, 'a'), '022', { TZ: 'UTC', LANG: 'C' }),
    await buildClone(join(folder.path, 'b/of another/length'), '077', { TZ: 'Asia/Tokyo' }),
  ]
  const names = [...new Set([...one.keys(), ...other.keys()])]
  const different = names.filter((name) => one.get(name) !== other.get(name))
  const note = [` of ${names.length}`, ...different].join(' ')
  return [atMost('files in which builds of two clones differ', different.length, 0, count, note)]
}

/** @returns the checksum of each file. */
async function buildClone(path: string, umask: string, settings: Record<string, string>) {
  await mkdir(path, { recursive: true })
  const script = `umask ${umask} && git clone --quiet "${project}" . && npm ci --silent && npm run --silent build`
  const { PATH, HOME } = process.env
  await using child = Bun.spawn(['sh', '-c', script], {
    cwd: path,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error(`The build in ${path} failed`)
  const sums = await Bun.file(join(path, 'dist/SHA256SUMS')).text()
  return new Map(
    Array.from(sums.matchAll(/^(\S+) {2}(.+)$/gm), ([, sum = '', name = '']) => [name, sum]),
  )
}
