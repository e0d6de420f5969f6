import { chmod, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Executable, Release } from './artefact.ts'
import { completion } from './completion.ts'
import { project } from '../commands/licenses/lock-file.ts'
import { manualPage } from './manual-page.ts'
import { notices } from '../commands/licenses/notices.ts'

/** What Debian calls the architectures. */
const architectures = { x64: 'amd64', arm64: 'arm64' } as const

/**
 * Makes the Debian package of an executable, where there is dpkg-deb. The same contents give the same
 * bytes with the same dpkg-deb. `DPKG_DEB_COMPRESSOR_TYPE=none` saves a minute where the size does
 * not matter.
 */
export async function makeDebianPackage(release: Release, executable: Executable): Promise<void> {
  const { dist, version, sourceDate } = release
  const dpkgDeb = Bun.which('dpkg-deb')
  if (dpkgDeb === null) return console.log("There is no dpkg-deb: Debian's package is left out.")
  process.umask(0o022)
  const root = await mkdtemp(join(tmpdir(), 'photo-frame-package-'))
  try {
    await chmod(root, 0o755)
    for (const [path, content] of Object.entries(await filesOf(release, executable))) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), content)
      if (path.startsWith('DEBIAN/p')) await chmod(join(root, path), 0o755)
    }
    await mkdir(join(root, 'usr/bin'))
    await cp(executable.path, join(root, 'usr/bin/photo-frame'))
    const name = `photo-frame_${debianVersion(version)}_${architectures[executable.arch]}.deb`
    const output = join(dist, name)
    const made = Bun.spawn([dpkgDeb, '--root-owner-group', '--build', root, output], {
      env: {
        DPKG_DEB_COMPRESSOR_TYPE: 'xz',
        ...process.env,
        SOURCE_DATE_EPOCH: String(sourceDate),
      },
      stdout: 'ignore',
    })
    if ((await made.exited) !== 0) throw new Error(`dpkg-deb could not make ${output}.`)
  } finally {
    await rm(root, { recursive: true })
  }
}

/** What is in the package beside the executable, by path. */
async function filesOf({ version, sourceDate }: Release, { path, arch }: Executable) {
  const text = (name: string) => Bun.file(join(project, 'src/packages', name)).text()
  const size = String(Math.ceil((await stat(path)).size / 1024))
  const control = (await text('debian/control'))
    .replace('@version@', debianVersion(version))
    .replace('@architecture@', architectures[arch])
    .replace('@size@', size)
  const [, maintainer = ''] = /^Maintainer: (.*)$/m.exec(control) ?? []
  const unit = await text('photo-frame.service')
  return {
    'DEBIAN/control': control,
    'DEBIAN/postinst': await text('debian/postinst'),
    'DEBIAN/prerm': await text('debian/prerm'),
    'DEBIAN/postrm': await text('debian/postrm'),
    'usr/lib/systemd/system/photo-frame.service': unit.replaceAll('/usr/local/bin/', '/usr/bin/'),
    'usr/share/photo-frame/avahi.service': await text('debian/avahi.service'),
    'usr/share/bash-completion/completions/photo-frame': completion(),
    'usr/share/man/man1/photo-frame.1.gz': zipped(manualPage(version, sourceDate)),
    'usr/share/doc/photo-frame/changelog.gz': zipped(changelog(version, maintainer, sourceDate)),
    'usr/share/doc/photo-frame/copyright': `${await Bun.file(join(project, 'LICENSE')).text()}
The executable holds other software, with the licences that follow. The texts of the GNU licences
among them are in /usr/share/common-licenses, such as LGPL-2.

${await notices()}`,
    'usr/share/lintian/overrides/photo-frame': await text('debian/lintian-overrides'),
  }
}

/** A version before a release sorts before it (deb-version(7)). */
const debianVersion = (version: string) => version.replace('-', '~')

/** Compresses as Debian's policy asks for, without a time. */
const zipped = (text: string) => Bun.gzipSync(text, { level: 9 })

/** The changelog in Debian's format (deb-changelog(5)). */
const changelog = (version: string, maintainer: string, time: number) =>
  `photo-frame (${debianVersion(version)}) stable; urgency=medium

  * CHANGELOG.md of the project says what is new.

 -- ${maintainer}  ${new Date(time * 1000).toUTCString().replace('GMT', '+0000')}
`
