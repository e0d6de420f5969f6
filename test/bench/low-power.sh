#!/bin/sh
# Runs a command as on a small board, with 256 MB of memory, page cache included, and a quarter of one
# core, by control groups (cgroups(7), version 1 or 2): `sh low-power.sh COMMAND…`. It takes root.
set -e
root=/sys/fs/cgroup name=photo-frame-bench-$$
# The groups of earlier commands go once their processes have ended.
rmdir $root/photo-frame-bench-* $root/*/photo-frame-bench-* 2>/dev/null || true
if [ -d $root/memory ] && [ -d $root/cpu ]; then
  mkdir $root/memory/$name $root/cpu/$name
  echo 268435456 >$root/memory/$name/memory.limit_in_bytes
  echo 100000 >$root/cpu/$name/cpu.cfs_period_us
  echo 25000 >$root/cpu/$name/cpu.cfs_quota_us
  echo $$ >$root/memory/$name/tasks
  echo $$ >$root/cpu/$name/tasks
else
  echo '+memory +cpu' >$root/cgroup.subtree_control
  mkdir $root/$name
  echo 268435456 >$root/$name/memory.max
  echo '25000 100000' >$root/$name/cpu.max
  echo $$ >$root/$name/cgroup.procs
fi
exec "$@"
