import { nfs, samba } from '../virtual-machine/servers.ts'

/** A file system of a virtual machine, and what the machine needs for it. */
export interface MachineFileSystem {
  name: string
  isRemote?: boolean
  modules?: readonly string[]
  programs?: readonly string[]
  files?: readonly string[]
  /** Mounts it at `$mount`. `$behind` is an empty folder for what lies behind the mount. */
  script: string
  /** Where other programs change files: on the server, in `$behind`. At the mount itself unless told. */
  changed?: string
}

/** The second is used by the first, and not named by it. */
const ext4 = ['ext4', 'crc32c_generic', 'loop'] as const

const onImage = (make: string, mount: string) =>
  `truncate -s 64M $behind/image; ${make} $behind/image; mount ${mount} -o loop $behind/image $mount`

/** @param root whether the folder is the root of all that the server exports (NFS 4). */
const exported = (version: string, root: boolean) => ({
  ...nfs,
  isRemote: true,
  modules: [...nfs.modules, ...ext4],
  programs: [...nfs.programs, 'mkfs.ext4'],
  changed: 'files',
  script: `
    sh /app/test/bench/virtual-machine/start-nfs.sh
    mkdir $behind/files; truncate -s 64M $behind/image; mkfs.ext4 -q $behind/image
    mount -t ext4 -o loop $behind/image $behind/files
    exportfs -o rw,no_root_squash,no_subtree_check${root ? ',fsid=0' : ''} 127.0.0.1:$behind/files
    mount.nfs 127.0.0.1:${root ? '/' : '$behind/files'} $mount -o vers=${version}`,
})

export const fileSystems: readonly MachineFileSystem[] = [
  {
    name: 'ext4',
    modules: ext4,
    programs: ['mkfs.ext4'],
    script: onImage('mkfs.ext4 -q', '-t ext4'),
  },
  {
    name: 'ext4 that ignores case',
    modules: [...ext4, 'utf8data'],
    programs: ['mkfs.ext4', 'chattr'],
    script: `${onImage('mkfs.ext4 -q -O casefold', '-t ext4')}; rmdir $mount/lost+found; chattr +F $mount`,
  },
  {
    name: 'FAT',
    modules: ['loop', 'vfat', 'nls_cp437', 'nls_ascii', 'nls_utf8'],
    programs: ['mkfs.vfat'],
    script: onImage('mkfs.vfat', '-t vfat'),
  },
  {
    name: 'FAT without Unicode',
    modules: ['loop', 'vfat', 'nls_cp437', 'nls_iso8859-1'],
    programs: ['mkfs.vfat'],
    script: onImage('mkfs.vfat', '-t vfat -o utf8=0,iocharset=iso8859-1'),
  },
  {
    name: 'exFAT',
    modules: ['loop', 'exfat', 'nls_utf8'],
    programs: ['mkfs.exfat'],
    script: onImage('mkfs.exfat', '-t exfat'),
  },
  {
    name: 'overlay',
    modules: ['overlay'],
    script: `
      mkdir $behind/lower $behind/upper $behind/work
      mount -t overlay -o lowerdir=$behind/lower,upperdir=$behind/upper,workdir=$behind/work none $mount`,
  },
  { name: 'NFS 3', ...exported('3', false) },
  { name: 'NFS 4', ...exported('4.2', true) },
  {
    name: 'Samba',
    ...samba,
    isRemote: true,
    changed: 'files',
    script: `
      mkdir $behind/files; sh /app/test/bench/virtual-machine/start-samba.sh $behind/files
      mount -t cifs -o ip=127.0.0.1,username=root,password=secret //127.0.0.1/photos $mount`,
  },
  {
    name: 'sshfs',
    isRemote: true,
    modules: ['fuse'],
    programs: ['sshfs', 'fusermount3', '/usr/lib/openssh/sftp-server'],
    changed: 'files',
    // Unless told otherwise, sshfs itself shows what it read up to 20 s ago.
    script: `
      mkdir $behind/files; printf '#!/bin/sh\\nexec /usr/lib/openssh/sftp-server' >$behind/server
      chmod +x $behind/server
      sshfs -o ssh_command=$behind/server,dir_cache=no here:$behind/files $mount`,
  },
]
