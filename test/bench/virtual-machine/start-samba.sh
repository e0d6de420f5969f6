#!/bin/sh
# Starts a Samba server in a virtual machine that shares a folder as //127.0.0.1/photos with the
# user root and the password secret. It needs what `servers.ts` names.
set -e
mkdir -p /etc/samba /var/lib/samba/private /var/cache/samba /var/log/samba /run/samba
cat >/etc/samba/smb.conf <<END
[global]
server role = standalone server
disable netbios = yes
smb ports = 445
load printers = no
[photos]
path = $1
read only = no
END
printf 'secret\nsecret\n' | smbpasswd -s -a root >/dev/null 2>&1
smbd -D
for attempt in $(seq 60); do
  nc -w 1 127.0.0.1 445 </dev/null 2>/dev/null && exit
  sleep 1
done
exit 1
