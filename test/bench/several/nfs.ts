import type { MachineContents } from '../virtual-machine/initial-files.ts'
import { missingForMachine, runMachine } from '../virtual-machine/machine.ts'

/** Where the machine has mounted one folder of its NFS server, each time with a cache of its own. */
export const nfsMounts = ['/mnt/1', '/mnt/2', '/mnt/3'] as const

const contents = {
  modules: ['nfsd', 'nfs', 'nfsv4', 'lockd'],
  programs: ['rpc.nfsd', 'rpc.mountd', 'exportfs', 'nginx'],
} satisfies Omit<MachineContents, 'script'>

/** How long clients have to come back after a restart of the server, in seconds; usually 90. */
const graceSeconds = 10

const serve = [
  'mkdir -p /srv /var/lib/nfs/v4recovery /etc/exports.d',
  'touch /etc/netconfig /var/lib/nfs/etab /var/lib/nfs/rmtab',
  "echo '127.0.0.1 localhost' >/etc/hosts",
  String.raw`printf 'tcp 6 TCP\nudp 17 UDP\n' >/etc/protocols`,
  String.raw`printf 'nfs 2049/tcp\nsunrpc 111/tcp\n' >/etc/services`,
  "echo 'nobody:x:65534:65534::/:/bin/sh' >>/etc/passwd; echo 'nogroup:x:65534:' >>/etc/group",
  'mount -t tmpfs -o size=512m srv /srv; mount -t nfsd nfsd /proc/fs/nfsd',
  `echo ${graceSeconds} >/proc/fs/nfsd/nfsv4leasetime`,
  `echo ${graceSeconds} >/proc/fs/nfsd/nfsv4gracetime`,
  "echo '/srv 127.0.0.1(rw,no_root_squash,fsid=0,no_subtree_check,sync)' >/etc/exports",
  'exportfs -a; rpc.mountd -N 3; rpc.nfsd -N 3 8',
]

const options = 'addr=127.0.0.1,clientaddr=127.0.0.1,vers=4.2,nosharecache'
const mount = (path: string) => `mkdir ${path}; mount -t nfs4 -o ${options} 127.0.0.1:/ ${path}`

export const missingForNfs = () => missingForMachine(contents)

/**
 * Runs lines of a shell in a virtual machine that has the kernel's NFS server, and three mounts of
 * its folder, as three machines would have.
 * @param timeout in seconds.
 * @returns what they wrote.
 */
export const withNfs = (lines: readonly string[], timeout = 3600): Promise<string> =>
  runMachine({
    ...contents,
    timeout,
    memory: 3072,
    script: [...serve, ...nfsMounts.map(mount), 'cd /app', ...lines].join('\n'),
  })
