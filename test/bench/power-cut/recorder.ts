import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a block device was told to do, in order. A mark is a write to the second device. */
export type Entry =
  | { kind: 'write'; offset: number; data: Buffer; isForced: boolean }
  | { kind: 'flush' }
  | { kind: 'mark'; text: string }

const magic = {
  server: 0x4e42444d41474943n,
  option: 0x49484156454f5054n,
  optionReply: 0x3e889045565a9n,
  request: 0x25609513,
  reply: 0x67446698,
}
const options = { abort: 2, info: 6, go: 7 }
const replies = { acknowledge: 1, info: 3, unsupported: 2 ** 31 + 1 }
const commands = { read: 0, write: 1, disconnect: 2, flush: 3 }
/** Has flags, takes flushes, and writes that are forced to the disk. */
const transmissionFlags = 0b1101
const forced = 1

/**
 * A block device, served to a virtual machine by the NBD protocol, that records every write and
 * flush. Nothing is ever lost on it: what a power cut would have left is found by replaying.
 */
export class Recorder {
  readonly entries: Entry[] = []
  readonly #image: Buffer
  readonly #onMark: (text: string) => void
  readonly #sockets: string[] = []
  readonly #listeners: { stop: (force: boolean) => void }[] = []

  /** @param onMark is told of each mark before the machine goes on. */
  constructor(image: Buffer, onMark: (text: string) => void = () => undefined) {
    this.#image = Buffer.from(image)
    this.#onMark = onMark
  }

  /** Puts another disk in, which the machine must not have in use. */
  replaceDisk(image: Buffer): void {
    image.copy(this.#image)
  }

  /** Serves the recorded device. @returns the path of a socket. */
  serveDisk(): string {
    return this.#serve(this.#image, (offset, data, isForced) => {
      this.entries.push({ kind: 'write', offset, data, isForced })
    })
  }

  /** Serves a device of which each block that is written is a mark among the other's writes. */
  serveMarks(bytes: number): string {
    return this.#serve(Buffer.alloc(bytes), (_, data) => {
      const text = data.toString('utf8').replace(/\0+$/, '')
      this.entries.push({ kind: 'mark', text })
      this.#onMark(text)
    })
  }

  stop(): void {
    for (const listener of this.#listeners) listener.stop(true)
    for (const socket of this.#sockets) rmSync(socket, { force: true })
  }

  #serve(image: Buffer, onWrite: (offset: number, data: Buffer, isForced: boolean) => void) {
    const unix = join(tmpdir(), `photo-frame-nbd-${randomUUID()}`)
    const onFlush = () => {
      this.entries.push({ kind: 'flush' })
    }
    this.#listeners.push(
      Bun.listen<Connection>({
        unix,
        socket: {
          open: (socket) => {
            socket.data = new Connection(image, onWrite, onFlush)
            socket.data.send(socket, greeting())
          },
          data: (socket, bytes) => socket.data.receive(socket, bytes),
          drain: (socket) => socket.data.drain(socket),
        },
      }),
    )
    this.#sockets.push(unix)
    return unix
  }
}

function greeting(): Buffer {
  const bytes = Buffer.alloc(18)
  bytes.writeBigUInt64BE(magic.server, 0)
  bytes.writeBigUInt64BE(magic.option, 8)
  // Fixed newstyle, no zeroes.
  bytes.writeUInt16BE(3, 16)
  return bytes
}

interface Peer {
  write: (bytes: Uint8Array) => number
  end: () => void
}

/** One connection: the negotiation of options, then requests. */
class Connection {
  readonly #image: Buffer
  readonly #onWrite: (offset: number, data: Buffer, isForced: boolean) => void
  readonly #onFlush: () => void
  #received = Buffer.alloc(0)
  #unsent = Buffer.alloc(0)
  #state: 'flags' | 'options' | 'requests' = 'flags'

  constructor(
    image: Buffer,
    onWrite: (offset: number, data: Buffer, isForced: boolean) => void,
    onFlush: () => void,
  ) {
    this.#image = image
    this.#onWrite = onWrite
    this.#onFlush = onFlush
  }

  send(peer: Peer, bytes: Buffer): void {
    this.#unsent = Buffer.concat([this.#unsent, bytes])
    this.drain(peer)
  }

  drain(peer: Peer): void {
    const sent = this.#unsent.length === 0 ? 0 : peer.write(this.#unsent)
    this.#unsent = this.#unsent.subarray(Math.max(sent, 0))
  }

  receive(peer: Peer, bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    for (let taken = this.#handle(peer); taken > 0; taken = this.#handle(peer)) {
      this.#received = this.#received.subarray(taken)
    }
  }

  /** Handles what was received first. @returns how many bytes that took; 0 where some are missing. */
  #handle(peer: Peer): number {
    if (this.#state === 'flags') {
      if (this.#received.length < 4) return 0
      this.#state = 'options'
      return 4
    }
    return this.#state === 'options' ? this.#handleOption(peer) : this.#handleRequest(peer)
  }

  #handleOption(peer: Peer): number {
    if (this.#received.length < 16) return 0
    const option = this.#received.readUInt32BE(8)
    const length = this.#received.readUInt32BE(12)
    if (this.#received.length < 16 + length) return 0
    if (option === options.go || option === options.info) {
      const info = Buffer.alloc(12)
      info.writeBigUInt64BE(BigInt(this.#image.length), 2)
      info.writeUInt16BE(transmissionFlags, 10)
      this.send(peer, optionReply(option, replies.info, info))
      this.send(peer, optionReply(option, replies.acknowledge))
      if (option === options.go) this.#state = 'requests'
    } else if (option === options.abort) peer.end()
    else this.send(peer, optionReply(option, replies.unsupported))
    return 16 + length
  }

  #handleRequest(peer: Peer): number {
    const request = this.#received
    if (request.length < 28) return 0
    const flags = request.readUInt16BE(4)
    const command = request.readUInt16BE(6)
    const offset = Number(request.readBigUInt64BE(16))
    const length = request.readUInt32BE(24)
    const payload = command === commands.write ? length : 0
    if (request.length < 28 + payload) return 0
    const reply = Buffer.alloc(16)
    reply.writeUInt32BE(magic.reply, 0)
    request.copy(reply, 8, 8, 16)
    if (command === commands.disconnect) peer.end()
    else if (command === commands.read) {
      this.send(peer, Buffer.concat([reply, this.#image.subarray(offset, offset + length)]))
    } else {
      if (command === commands.write) {
        const data = Buffer.from(request.subarray(28, 28 + length))
        data.copy(this.#image, offset)
        this.#onWrite(offset, data, (flags & forced) !== 0)
      } else if (command === commands.flush) this.#onFlush()
      this.send(peer, reply)
    }
    return 28 + payload
  }
}

function optionReply(option: number, type: number, data = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(20)
  head.writeBigUInt64BE(magic.optionReply, 0)
  head.writeUInt32BE(option, 8)
  head.writeUInt32BE(type, 12)
  head.writeUInt32BE(data.length, 16)
  return Buffer.concat([head, data])
}
