import { constants, openSync, writeSync } from 'node:fs'

/** How long a mark may be, in bytes. */
export const blockSize = 4096
let marks: number | undefined

/** Tells the recorder something, in the order of the writes to the disk. */
export function mark(text: string): void {
  marks ??= openSync('/dev/vdb', constants.O_WRONLY | constants.O_SYNC)
  const block = Buffer.alloc(blockSize)
  block.write(text)
  writeSync(marks, block, 0, blockSize, 0)
}
