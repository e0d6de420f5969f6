import type { MachineContents } from './initial-files.ts'

type Needs = Required<Omit<MachineContents, 'script'>>

/** For `start-nfs.sh`, and to mount what the server exports (`mount.nfs`). */
export const nfs: Needs = {
  modules: ['nfsd', 'nfsv3', 'nfsv4'],
  programs: [
    'rpcbind',
    'rpc.nfsd',
    'rpc.mountd',
    'rpc.statd',
    'sm-notify',
    'exportfs',
    'mount.nfs',
  ],
  files: ['/etc/netconfig', '/etc/protocols', '/etc/rpc', '/etc/services'],
}

/** For `start-samba.sh`, and to mount what the server shares (`mount -t cifs`). */
export const samba: Needs = {
  modules: ['cifs', 'nls_utf8', 'cmac', 'ccm', 'gcm', 'ctr', 'ghash-generic', 'sha512_generic'],
  programs: ['smbd', 'smbpasswd'],
  files: [],
}
