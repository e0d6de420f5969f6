import type { NetworkInterfaceInfo } from 'node:os'
import { expandIPv6 } from 'hono/utils/ipaddr'
import { attempt } from './attempt.ts'

/** Interfaces between a host and its own containers and virtual machines. */
const virtual = /^(docker|br-|veth|virbr|vnet|lxc|lxd|podman|cni|flannel|cali)/

/** The addresses of a machine by interface, as `os.networkInterfaces()` gives them. */
export type NetworkInterfaces = () => Partial<Record<string, NetworkInterfaceInfo[]>>

const systemInterfaces: NetworkInterfaces = () =>
  process.getBuiltinModule('node:os').networkInterfaces()

/**
 * Lists the hosts of the URLs under which a service can be opened, IPv4 first and IPv6 in brackets.
 * A service on all addresses is reached from other devices by each of the machine's own, or only as
 * `localhost` where it has none yet.
 * @param host what the service listens on: `0.0.0.0`, `::`, an address or a name.
 */
export function reachableHosts(host: string, interfaces = systemInterfaces): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [inUrl(host)]
  // A sandbox may not let the process ask.
  const addresses = Object.entries(attempt(interfaces) ?? {})
    .filter(([name]) => !virtual.test(name))
    .flatMap(([, all]) => all ?? [])
    .filter(({ address, family, internal }) => {
      // A link-local address takes a zone, which no browser accepts in a URL.
      const isLinkLocal = /^(fe[89ab]|169\.254\.)/i.test(address)
      return !internal && !isLinkLocal && (family === 'IPv4' || host === '::')
    })
    .toSorted((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => inUrl(address))
  return addresses.length === 0 ? ['localhost'] : addresses
}

const inUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** A link-local address may name its link as well (RFC 4007, 11). */
export const withoutZone = (address: string) => address.replace(/%[\w.-]+$/, '')

/**
 * The network of a client: an IPv4 address, or the /64 of an IPv6 address, as one client may have
 * all addresses of it (RFC 6177, 2; RFC 8981).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = expandIPv6(withoutZone(address)).split(':').slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
