import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Something that a system may lack, without which part of the tests is skipped. */
interface Requirement {
  /** Programs that all have to be there: for each its possible names, or its path. */
  programs: readonly (readonly string[])[]
  packages: string
  tested: string
  /** Whether the programs can do here what tests need them for. */
  works?: () => boolean
}

const succeeds = (command: readonly string[]) =>
  Bun.spawnSync([...command], { stdio: ['ignore', 'ignore', 'ignore'] }).success

/** Runs what follows as a container does: with processes and a network of its own. */
export const contained = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child']

/** Runs a system, or a program in it, with a network of its own; nobody else is told of it. */
export const container = [
  'systemd-nspawn',
  ...'--quiet --register=no --keep-unit --private-network --console=pipe'.split(' '),
]

/** Runs what follows as a user to whom the system refuses what it never refuses to root. */
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/** Another user has to be able to read the project and to run Bun, too. */
const canRunAsNobody = () =>
  process.getuid?.() === 0 &&
  succeeds([...asNobody, 'test', '-r', import.meta.path]) &&
  succeeds([...asNobody, 'test', '-x', process.execPath])

/** Images and their test take packages from Debian, and containers in which a process is root. */
const canMakeImages = () =>
  succeeds([...contained, 'true']) &&
  succeeds([
    process.execPath,
    '--eval',
    "await fetch('http://deb.debian.org/debian/dists/trixie/Release', { method: 'HEAD' })",
  ])

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'photo-frame-'))
  const isMounted = succeeds(['mount', '-t', 'tmpfs', 'none', folder])
  if (isMounted) succeeds(['umount', '-l', folder])
  rmdirSync(folder)
  return isMounted
}

function canForbidDeletion(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'photo-frame-'))
  const isForbidden = succeeds(['chattr', '+i', folder])
  if (isForbidden) succeeds(['chattr', '-i', folder])
  rmdirSync(folder)
  return isForbidden
}

const requirements = {
  curl: { programs: [['curl']], packages: 'curl', tested: 'lines of the README that use curl' },
  httpie: {
    programs: [['http']],
    packages: 'httpie',
    tested: "requests of the README and of the command line; lines of the API's page",
  },
  chromium: {
    programs: [
      // The first has no windows, and takes a third less of the processor.
      [
        process.env['BUN_CHROME_PATH'] ?? 'chromium-headless-shell',
        'chromium',
        'chromium-browser',
        'google-chrome',
      ],
    ],
    packages: 'chromium-headless-shell',
    tested: 'the slideshow; the admin page and that of the API in Chromium',
  },
  firefox: {
    programs: [['firefox-esr', 'firefox']],
    packages: 'firefox-esr',
    tested: 'the pages in Firefox',
  },
  imagemagick: {
    programs: [['identify'], ['convert']],
    packages: 'imagemagick',
    tested: 'pictures for panels, as another decoder reads them',
  },
  pngcheck: {
    programs: [['pngcheck']],
    packages: 'pngcheck',
    tested: 'PNGs for panels, as small decoders want them',
  },
  libheif: {
    programs: [['heif-enc'], ['heif-dec', 'heif-convert']],
    packages: 'libheif-examples',
    tested: 'HEIC and AVIF of a real encoder',
  },
  'arm64 emulator': {
    programs: [
      ['qemu-aarch64-static', 'qemu-aarch64'],
      ['/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1'],
    ],
    packages: 'qemu-user-static, libc6-arm64-cross',
    tested: 'the executable for arm64',
  },
  systemd: {
    programs: [['systemd-analyze']],
    packages: 'systemd',
    tested: 'whether systemd takes the unit',
  },
  'dpkg-deb': { programs: [['dpkg-deb']], packages: 'dpkg', tested: "Debian's packages" },
  lintian: { programs: [['lintian']], packages: 'lintian', tested: "Debian's rules for packages" },
  'systems in containers': {
    programs: [['systemd-nspawn'], ['mmdebstrap'], ['nsenter']],
    packages: 'systemd-container, mmdebstrap, util-linux',
    tested: 'the installation of the package, and the unit under systemd',
    works: () => succeeds([...container, '--volatile=yes', '--directory=/', 'true']),
  },
  'network namespaces': {
    programs: [['unshare'], ['ip']],
    packages: 'util-linux, iproute2',
    tested: 'that the service calls nobody',
    works: () => succeeds(['unshare', '--net', 'ip', 'link', 'add', 'out0', 'type', 'veth']),
  },
  nginx: {
    programs: [['nginx']],
    packages: 'nginx-light',
    tested: 'several processes behind nginx',
  },
  haproxy: {
    programs: [['haproxy']],
    packages: 'haproxy',
    tested: 'several processes behind HAProxy',
  },
  mount: {
    programs: [['mount'], ['umount']],
    packages: 'mount',
    tested: 'disks that are full, read-only or not there',
    works: canMount,
  },
  ext4: {
    programs: [['mkfs.ext4'], ['filefrag']],
    packages: 'e2fsprogs',
    tested: 'disks with bad sectors, and local ones that do not answer',
  },
  FAT: { programs: [['mkfs.vfat']], packages: 'dosfstools', tested: 'FAT' },
  'exFAT by FUSE': {
    programs: [['mkfs.exfat'], ['mount.exfat-fuse']],
    packages: 'exfatprogs, exfat-fuse',
    tested: 'exFAT',
  },
  sshfs: {
    programs: [['sshfs'], ['/usr/lib/openssh/sftp-server']],
    packages: 'sshfs, openssh-sftp-server',
    tested: 'sshfs, and disks that do not answer',
  },
  mergerfs: { programs: [['mergerfs']], packages: 'mergerfs', tested: 'mergerfs' },
  chattr: {
    programs: [['chattr']],
    packages: 'e2fsprogs',
    tested: 'files that can not be removed',
    works: canForbidDeletion,
  },
  container: {
    programs: [['unshare']],
    packages: 'util-linux',
    tested: 'processes in containers, and decoders without a network',
    works: () => succeeds([...contained, 'true']) && succeeds(['unshare', '-rn', 'true']),
  },
  image: {
    programs: [['buildah'], ['podman'], ['runc'], ['mmdebstrap']],
    packages: 'buildah, podman, runc, mmdebstrap',
    tested: 'the image, made of packages of deb.debian.org',
    works: canMakeImages,
  },
  prlimit: { programs: [['prlimit']], packages: 'util-linux', tested: 'limits of decoders' },
  pdeathsig: {
    programs: [['setpriv']],
    packages: 'util-linux',
    tested: 'the end of a decoder whose service is killed',
    works: () => succeeds(['setpriv', '--pdeathsig', 'KILL', 'true']),
  },
  nobody: {
    programs: [['setpriv']],
    packages: 'util-linux',
    tested: 'files without permission',
    works: canRunAsNobody,
  },
} as const satisfies Record<string, Requirement>

export type RequirementName = keyof typeof requirements

const rows: readonly Requirement[] = Object.values(requirements)

/** Every name that one of the programs may have, or its path. */
export const programNames = rows.flatMap(({ programs }) => programs.flat())

const firstOf = (names: readonly string[]) =>
  names.map((name) => Bun.which(name)).find((path) => path !== null)

/** Where the first program of a requirement is; `undefined` where it is missing. */
export const programOf = (name: RequirementName) => firstOf(requirements[name].programs[0])

/** The first names of the programs that are missing. */
const missingOf = ({ programs }: Requirement) =>
  programs.filter((names) => firstOf(names) === undefined).map(([name]) => name)

const known = new Map<RequirementName, boolean>()

/** Whether tests have to be skipped because something of this is missing. */
export const lacks = (...names: readonly RequirementName[]) =>
  names.some((name) => {
    const requirement: Requirement = requirements[name]
    const isLacking =
      known.get(name) ?? (missingOf(requirement).length > 0 || requirement.works?.() === false)
    known.set(name, isLacking)
    return isLacking
  })

/** What is not tested for want of a program, and what because the system does not permit it. */
export const untested = () => ({
  missing: rows.flatMap((requirement) => {
    const names = missingOf(requirement).join(' and ')
    const { tested, packages } = requirement
    return names === '' ? [] : [`${tested}: ${names} missing (Debian: ${packages})`]
  }),
  refused: rows
    .filter((requirement) => missingOf(requirement).length === 0 && requirement.works?.() === false)
    .map(({ tested, programs }) => `${tested}: the system does not permit ${programs[0]?.[0]}`),
})
