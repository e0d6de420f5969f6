import type { FileHandle } from 'node:fs/promises'
import type { ByteSource, ReadAt } from '../../formats/byte-reader.ts'
import { once } from '../../lib/once.ts'
import type { Deadline } from '../../lib/waiting/deadline.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import type { Disk } from '../disk.ts'
import { ifThere, onDisk } from '../file-system-error.ts'
import { fileFactsOf, type FileIdentity } from './facts.ts'
import { handlePath, openFile } from './verified-open.ts'

/** An image opened for sending: what it holds stays the same picture until it is released, or disposed of. */
export interface OpenedFile extends FileIdentity, ByteSource, Disposable {
  body: Blob
  /**
   * Gives a range of the bytes, read away from the main thread, where Bun opens and sends a `body`:
   * a slow disk would hold that up. Releases the file at the end.
   */
  stream?: (first: number, last: number) => ReadableStream<Uint8Array>
  /**
   * Reads the file to its end, away from the main thread, which then sends or decodes it from the
   * system's memory. So a bad sector is met before the first byte has been sent, and nobody else
   * waits for a disk that takes its time or does not answer. Releases the file where it can't.
   * @throws FILE_SYSTEM_ERROR; BUSY when the disk does not answer.
   */
  readThrough: () => Promise<void>
  descriptor: number
  /** Its permissions (inode(7)). */
  mode: number
  /** Closes the file, and waits for no disk that does not answer. */
  release: () => void
}

/** Makes what opens images, and counts those that are open. */
export function fileOpener({ root, traits }: Pick<Disk, 'root' | 'traits'>, deadline: Deadline) {
  /** Who asks for a picture that is being read waits for that one reading. */
  const readings = new Queue<void>()
  let openFiles = 0

  /** Opens an image for sending, `undefined` when there is no such regular file. */
  async function open(path: string): Promise<OpenedFile | undefined> {
    return ifThere(path, async () => {
      const { handle, stat } = await deadline.run(
        () => openWithStat(root, path),
        (late) => void closed(late.handle),
      )
      if (!stat.isFile()) {
        void closed(handle)
        return undefined
      }
      openFiles += 1
      const release = once(() => {
        openFiles -= 1
        void closed(handle)
      })
      const fail = (error: unknown) => {
        release()
        throw error
      }
      const facts = fileFactsOf(stat)
      const { size } = facts
      const content = `${path} ${size} ${facts.mtimeMs}`
      const read = (into: Uint8Array, position: number) =>
        onDisk(path, async () => {
          const reading = () => handle.read(into, 0, into.length, position)
          return (await deadline.run(reading)).bytesRead
        })
      const readOrFail: ReadAt = (into, position) => read(into, position).catch(fail)
      const readThrough = async () => {
        for (let position = 0; position < size;) {
          const bytesRead = await read(unwanted, position)
          if (bytesRead === 0) return
          position += bytesRead
        }
      }
      return {
        ...facts,
        read,
        readThrough: () => readings.run(content, {}, readThrough).catch(fail),
        descriptor: handle.fd,
        mode: stat.mode,
        body: Bun.file(handlePath(handle)),
        ...(traits.isSlow ? { stream: streamOf(readOrFail, release) } : {}),
        release,
        [Symbol.dispose]: release,
      }
    })
  }

  return { open, countOpen: () => openFiles }
}

async function openWithStat(root: string, path: string) {
  const handle = await openFile(root, path)
  try {
    return { handle, stat: await handle.stat() }
  } catch (error) {
    await closed(handle)
    throw error
  }
}

const chunkSize = 256 * 1024

const streamOf = (read: ReadAt, release: () => void) => (first: number, last: number) => {
  let position = first
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = new Uint8Array(Math.min(chunkSize, last + 1 - position))
      const length = chunk.length === 0 ? 0 : await read(chunk, position)
      position += length
      if (length > 0) controller.enqueue(chunk.subarray(0, length))
      if (length > 0 && position <= last) return
      controller.close()
      release()
    },
    cancel: release,
  })
}

/** Takes bytes that are read only to see whether they can be: several readers share it. */
const unwanted = Buffer.allocUnsafeSlow(256 * 1024)

/** What was read is read, whatever closing a file says. */
export const closed = (handle: FileHandle) => handle.close().catch(() => undefined)
