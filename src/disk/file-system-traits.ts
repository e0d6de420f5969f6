import { statfs } from 'node:fs/promises'

/** The `f_type` of file systems (statfs(2)). */
const types = {
  /** NFS, 9P and Ceph. */
  network: [0x6969, 0x01021997, 0x00c36400],
  /** SMB, CIFS and SMB2. */
  smb: [0x517b, 0xff534d42, 0xfe534d42],
  /** On other machines (sshfs), on this one (ntfs-3g), or several disks in one (mergerfs). */
  fuse: [0x65735546],
  fat: [0x4d44],
  exfat: [0x2011bab0],
  /** ext2 to ext4, XFS, Btrfs, F2FS, ZFS, tmpfs and overlayfs. */
  plain: [0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630],
  /** bcachefs, JFS, NTFS of the kernel's own, HFS+ and eCryptfs. */
  others: [0xca451a4e, 0x3153464a, 0x7366746e, 0x482b, 0xf15f],
  /** ISO 9660, UDF, SquashFS and EROFS. */
  readOnly: [0x9660, 0x15013346, 0x73717368, 0xe0f5e1e2],
}

/** The root of a FAT volume has no entry, and so no times (MSDOS_ROOT_INO of Linux). */
const fatRoot = 1

/** What has to be known of a file system to work with it. */
export interface FileSystemTraits {
  /** Whether other machines use it too. */
  isShared: boolean
  /**
   * Whether another program or machine answers for it. Then the main thread never reads it: that
   * one may take its time, or forget what it was asked for a moment ago. Such mounts also answer a
   * look from a cache, unless the file or folder is opened for it.
   */
  isSlow: boolean
  /** Whether a file keeps its inode number while nobody has it open. */
  hasInodes: boolean
  /**
   * Whether a file's size and place are kept beside its name and written with the file: after a
   * rename the file has to be synced again.
   */
  keepsSizeWithName: boolean
  /** Whether the system answers ENOENT for a new name that the disk can't hold. */
  findsNoUnfitNames: boolean
  /** Whether it is known that the times of a folder change with the names in it. */
  showsChanges: (folderInode: number) => boolean
}

/** Reads what kind of file system a folder lies on. */
export async function readTraits(folder: string): Promise<FileSystemTraits> {
  const { type } = await statfs(folder)
  const isSmb = types.smb.includes(type)
  const isShared = isSmb || types.network.includes(type)
  const isFuse = types.fuse.includes(type)
  const isFat = types.fat.includes(type)
  const showsNone = isFuse || !Object.values(types).flat().includes(type)
  return {
    isShared,
    isSlow: isShared || isFuse,
    hasInodes: !(isFat || types.exfat.includes(type)),
    keepsSizeWithName: isFat,
    findsNoUnfitNames: isSmb,
    showsChanges: (inode) => !(showsNone || (isFat && inode === fatRoot)),
  }
}
