import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { debianRoot, run } from '../support/debian-system.ts'
import { container } from '../support/programs.ts'
import { secondsOf } from './measure.ts'
import {
  atMost,
  ifPossible,
  mebibyte,
  mebibytes,
  report,
  seconds,
  skipped,
  type Row,
} from './report.ts'

const project = resolve(import.meta.dir, '../..')

/** What runs programs for arm64 by an emulator: `systemctl restart systemd-binfmt` sets it up. */
const emulation = '/proc/sys/fs/binfmt_misc/qemu-aarch64'

/** The packages in `dist`: their sizes, and installations on what the tests leave out. */
export async function installations(): Promise<Row[]> {
  const found = new Bun.Glob('*.deb').scanSync({ cwd: join(project, 'dist'), absolute: true })
  const packages = [...found].toSorted()
  const onArm64 = packages.find((path) => path.endsWith('arm64.deb'))
  const needs = ['dpkg-deb', 'systems in containers', 'curl'] as const
  return [
    ...packages.map((path) =>
      atMost(`size of ${basename(path)}`, Bun.file(path).size, 45 * mebibyte, mebibytes),
    ),
    ...(await ifPossible('installations', needs, async () => [
      await onNextDebian(),
      ...(await emulated(onArm64)),
    ])),
  ]
}

/** Runs the tests of the package on the release of Debian after the one that they take otherwise. */
async function onNextDebian(): Promise<Row> {
  const all = '--path-ignore-patterns=none'
  const words = ['test', all, '--timeout', '60000', 'test/packages/debian-package']
  await using tests = Bun.spawn([process.execPath, ...words], {
    cwd: project,
    env: { ...process.env, DEBIAN_RELEASE: 'trixie' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const met = (await tests.exited) === 0
  const measured = met ? 'passed' : 'failed'
  return report({ work: 'the tests of the package on Debian 13', measured, bound: 'pass', met })
}

/** Installs the package on an emulated arm64, waits until the service answers, and gets a picture. */
const firstPicture = `
apt-get install --yes --no-install-recommends /root/photo-frame.deb &&
cp /root/photo.jpg /srv/photos/ && chmod 644 /srv/photos/photo.jpg && . /etc/photo-frame.env &&
export ADMIN_PASSWORD UPLOADS_DIR=/srv/photos &&
{ setpriv --reuid=photo-frame --regid=photo-frame --clear-groups photo-frame & } &&
until curl --silent --fail localhost:3000/api/health; do sleep 1; done &&
curl --silent --fail --output /root/scaled.jpg 'localhost:3000/api/images/random?as=image&width=120'`

async function emulated(path: string | undefined): Promise<Row[]> {
  const work = 'on an emulated arm64, from the installation to the first picture'
  if (path === undefined || !existsSync(emulation) || Bun.which('arch-test') === null) {
    return [skipped(work, 'qemu-user-static with binfmt_misc, or arch-test is missing')]
  }
  await using root = await debianRoot('bookworm', ['adduser', 'curl'], ['--arch=arm64'])
  await cp(path, join(root.path, 'root/photo-frame.deb'))
  await cp(join(project, 'test/photos/landscape.jpg'), join(root.path, 'root/photo.jpg'))
  const install = [...container, `--directory=${root.path}`, 'sh', '-c', firstPicture]
  const took = await secondsOf(async () => {
    const made = await run(install)
    if (made.status !== 0) throw new Error(made.stdout + made.stderr)
  })
  const picture = Bun.file(join(root.path, 'root/scaled.jpg'))
  const { width } = await new Bun.Image(await picture.bytes()).metadata()
  const shown = { work: `${work} of 120 pixels`, measured: `${width}`, bound: '120' }
  return [atMost(work, took, 60, seconds), report({ ...shown, met: width === 120 })]
}
