import type { MachineContents } from '../virtual-machine/initial-files.ts'
import { missingForMachine, runMachine } from '../virtual-machine/machine.ts'

/** Where the machine has mounted one folder of its NFS server, as three clients of it. */
export const nfsMounts = ['/mnt/1', '/mnt/2', '/mnt/3'] as const

const contents = {
  modules: ['nfsd', 'nfs', 'nfsv4', 'lockd', 'veth'],
  programs: ['rpc.nfsd', 'rpc.mountd', 'exportfs', 'nginx', 'ip'],
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
  "echo '/srv 10.0.0.0/8(rw,no_root_squash,fsid=0,no_subtree_check,sync)' >/etc/exports",
  'exportfs -a; rpc.mountd -N 3; rpc.nfsd -N 3 8',
]

/** The shell of the machine has an `ip` of its own, which knows no namespaces. */
const ip = Bun.which('ip') ?? 'ip'

/**
 * Mounts the folder as another machine does: a client has a network and a name of its own, or the
 * server would take all mounts for one client, and tell it nothing of what it does itself.
 */
const mount = (path: string, index: number): string => {
  const [network, name] = [`10.0.${index}`, `client${index}`]
  const inside = `nsenter --net=/run/netns/${name}`
  const options = `addr=${network}.1,clientaddr=${network}.2,vers=4.2`
  return [
    `mkdir ${path}; ${ip} netns add ${name}`,
    `${ip} link add server${index} type veth peer name eth0 netns ${name}`,
    `${ip} address add ${network}.1/24 dev server${index}; ${ip} link set server${index} up`,
    `${inside} ${ip} address add ${network}.2/24 dev eth0; ${inside} ${ip} link set eth0 up`,
    `unshare --uts sh -c 'hostname ${name}; ${inside} mount -t nfs4 -o ${options} ${network}.1:/ ${path}'`,
  ].join('\n')
}

export const missingForNfs = () => missingForMachine(contents)

/**
 * Runs lines of a shell in a virtual machine that has the kernel's NFS server and three clients,
 * each with a mount of its folder.
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
