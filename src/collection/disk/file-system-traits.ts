import { statfs } from 'node:fs/promises'

/** The `f_type` of file systems (statfs(2)). */
const types = {
  /** NFS, SMB, CIFS, SMB2, 9P and Ceph. */
  network: [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400],
  /** On other machines (sshfs), on this one (ntfs-3g), or several disks in one (mergerfs). */
  fuse: [0x65735546],
  /** FAT and exFAT. */
  fat: [0x4d44, 0x2011bab0],
}

/** What has to be known of a file system to work with it. */
export interface FileSystemTraits {
  /** Whether other machines use it too. */
  isShared: boolean
  /**
   * Whether a look at a file may take long. On a local disk it takes a microsecond, and handing it
   * to another thread several; on a network mount it must not hold up everybody else.
   */
  isSlow: boolean
  /** Whether a file keeps its inode number while nobody has it open. */
  hasInodes: boolean
}

/** Reads what kind of file system a folder lies on. */
export async function readTraits(folder: string): Promise<FileSystemTraits> {
  const { type } = await statfs(folder)
  const isShared = types.network.includes(type)
  return {
    isShared,
    isSlow: isShared || types.fuse.includes(type),
    hasInodes: !types.fat.includes(type),
  }
}
