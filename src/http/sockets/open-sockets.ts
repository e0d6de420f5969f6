import { readdirSync } from 'node:fs'
import { loadFromC } from '../../lib/system/c-library.ts'
import { once } from '../../lib/once.ts'

/** The numbers of Linux (tcp(7), shutdown(2), address_families(7)). */
const tcpLevel = 6
const tcpInfo = 11
const bothDirections = 2
const ipv4 = 2
const ipv6 = 10
const established = 1

/** Where the kernel's `struct tcp_info` (linux/tcp.h) has what is looked at. */
const offsets = {
  state: 0,
  unacknowledged: 24,
  sinceSent: 44,
  sinceReceived: 52,
  bytesSent: 120,
  bytesReceived: 128,
}

/** An open TCP connection of this process. */
export interface OpenSocket {
  descriptor: number
  /** The network that the other side is in: an IPv4 address, or the /64 of an IPv6 address. */
  network: string
  /** Whether nothing is to be answered: it has sent nothing yet, or got an answer to the last. */
  isIdle: boolean
  /** Milliseconds since something was received or sent last. */
  silentMs: number
}

/**
 * Lists the numbers of all open descriptors (proc(5)).
 * @throws what the system says: `EMFILE` where there is none left for this.
 */
export const openDescriptors = (): number[] => readdirSync('/proc/self/fd').map(Number)

/** Lists the connections that Bun has open, which it does not report itself. */
export const loadSockets = once(async () => {
  const system = await loadFromC({
    getsockopt: { args: ['int', 'int', 'int', 'ptr', 'ptr'], returns: 'int' },
    getpeername: { args: ['int', 'ptr', 'ptr'], returns: 'int' },
    shutdown: { args: ['int', 'int'], returns: 'int' },
  })
  if (system === undefined) return undefined
  const info = Buffer.alloc(256)
  const peer = Buffer.alloc(128)
  const length = new Int32Array(1)

  const describe = (descriptor: number): OpenSocket | undefined => {
    length[0] = peer.length
    if (system.getpeername(descriptor, peer, length) !== 0) return undefined
    const network = networkOf(peer)
    length[0] = info.length
    const hasInfo = system.getsockopt(descriptor, tcpLevel, tcpInfo, info, length) === 0
    const isComplete = (length[0] ?? 0) > offsets.bytesReceived
    if (network === undefined || !hasInfo || !isComplete) return undefined
    return info.readUInt8(offsets.state) === established
      ? { descriptor, network, ...activityOf(info) }
      : undefined
  }
  return {
    /** Finds those of some descriptors that are connections. */
    among: (descriptors: readonly number[]) => descriptors.flatMap((each) => describe(each) ?? []),
    /** Ends a connection, as if the other side had gone: closing it would pull it from under Bun. */
    end: ({ descriptor }: OpenSocket) => system.shutdown(descriptor, bothDirections),
  }
})

/** The network of a socket address (ip(7), ipv6(7)). */
function networkOf(peer: Buffer): string | undefined {
  const family = peer.readUInt16LE(0)
  if (family === ipv4) return peer.subarray(4, 8).join('.')
  if (family !== ipv6) return undefined
  const address = peer.subarray(8, 24)
  const isMapped = address.readUIntBE(0, 6) === 0 && address.readUInt32BE(8) === 0xffff
  return isMapped ? address.subarray(12).join('.') : `${address.toString('hex', 0, 8)}::/64`
}

function activityOf(info: Buffer) {
  const since = (offset: number) => info.readUInt32LE(offset)
  const sinceSent = since(offsets.sinceSent)
  const sinceReceived = since(offsets.sinceReceived)
  const hasAsked = info.readBigUInt64LE(offsets.bytesReceived) > 0n
  const hasAnswer =
    info.readBigUInt64LE(offsets.bytesSent) > 0n &&
    sinceSent <= sinceReceived &&
    info.readUInt32LE(offsets.unacknowledged) === 0
  return { isIdle: !hasAsked || hasAnswer, silentMs: Math.min(sinceSent, sinceReceived) }
}
