import { missingForMachine, runMachine } from '../virtual-machine/machine.ts'
import { nfs } from '../virtual-machine/servers.ts'

/** Where the machine has mounted one folder of its NFS server, as three clients of it. */
export const nfsMounts = ['/mnt/1', '/mnt/2', '/mnt/3'] as const

const contents = {
  modules: [...nfs.modules, 'veth'],
  programs: [...nfs.programs, 'nginx', 'ip'],
  files: nfs.files,
}

const serve = [
  "echo '127.0.0.1 localhost' >/etc/hosts",
  'mkdir /srv; mount -t tmpfs -o size=512m srv /srv',
  'sh /app/test/bench/virtual-machine/start-nfs.sh',
  'exportfs -o rw,no_root_squash,fsid=0,no_subtree_check,sync 10.0.0.0/8:/srv',
]

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
