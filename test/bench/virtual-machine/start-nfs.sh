#!/bin/sh
# Starts the kernel's NFS server in a virtual machine, for versions 3 and 4 and with locks. Folders
# are then exported with `exportfs -o … 127.0.0.1:FOLDER`. It needs what `servers.ts` names.
set -e
grep -q ' nfsd ' /proc/mounts && exit
mkdir -p /var/lib/nfs/sm /var/lib/nfs/sm.bak /var/lib/nfs/v4recovery /run/rpcbind
touch /var/lib/nfs/rmtab /var/lib/nfs/etab /var/lib/nfs/state /etc/exports
echo '_rpc:x:102:65534::/:/bin/false' >>/etc/passwd
echo 'statd:x:103:65534::/:/bin/false' >>/etc/passwd
mount -t nfsd nfsd /proc/fs/nfsd
rpcbind -w
rpc.statd
rpc.mountd
rpc.nfsd --grace-time 10 --lease-time 10 4
# Clients that reclaim locks would be waited for; there are none. Not every kernel can be told so.
echo Y >/proc/fs/nfsd/v4_end_grace || sleep 12
