import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Executable, Release } from './artefact.ts'
import { project } from '../commands/licenses/lock-file.ts'
import { notices } from '../commands/licenses/notices.ts'

/** Packs an executable with the unit, what to read and the licences, for systems without packages. */
export async function makeArchive(
  { dist, version, sourceDate }: Release,
  { path, arch }: Executable,
): Promise<void> {
  const name = `photo-frame-${version}-linux-${arch}`
  const folder = join(dist, name)
  await mkdir(folder)
  await copyFile(path, join(folder, 'photo-frame'))
  for (const file of [
    'README.md',
    '.github/docs/operate.md',
    'LICENSE',
    'src/packages/photo-frame.service',
  ]) {
    await copyFile(join(project, file), join(folder, file.replace(/^.*\//, '')))
  }
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), await notices())
  const archive = join(dist, `${name}.tar.gz`)
  // Whoever builds, and whenever: no names, times or permissions of this machine.
  const fixed = ['--sort=name', '--format=gnu', '--numeric-owner', '--owner=0', '--group=0']
  const times = [`--mtime=@${sourceDate}`, '--mode=u=rwX,go=rX']
  await Bun.$`tar ${fixed} ${times} --use-compress-program=${'gzip -n'} -cf ${archive} -C ${dist} ${name}`
  await rm(folder, { recursive: true })
}
