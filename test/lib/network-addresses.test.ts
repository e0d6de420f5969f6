import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import {
  reachableHosts,
  type NetworkInterfaces,
  networkOf,
} from '../../src/lib/network-addresses.ts'

function card(address: string, internal = false): NetworkInterfaceInfo {
  const rest = { address, netmask: '', mac: '', internal, cidr: null }
  return isIPv6(address) ? { ...rest, family: 'IPv6', scopeid: 0 } : { ...rest, family: 'IPv4' }
}

const machine: NetworkInterfaces = () => ({
  lo: [card('127.0.0.1', true), card('::1', true)],
  wlan0: [card('fe80::1'), card('fd00::20'), card('192.168.1.20')],
  eth0: [card('10.0.0.5'), card('169.254.7.7')],
  docker0: [card('172.17.0.1')],
  gone: undefined,
})

test('on every address of IPv4, those that other devices can open are named', () => {
  expect(reachableHosts('0.0.0.0', machine)).toEqual(['192.168.1.20', '10.0.0.5'])
})

test('on every address, those of IPv6 come last and in brackets', () => {
  expect(reachableHosts('::', machine)).toEqual(['192.168.1.20', '10.0.0.5', '[fd00::20]'])
})

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::1', '[::1]'],
  ['frame.local', 'frame.local'],
])('%s is named as it is', (host, named) => {
  expect(reachableHosts(host, machine)).toEqual([named])
})

test('without a network, or where it may not be asked for, this machine is named', () => {
  const forbidden: NetworkInterfaces = () => {
    throw new Error('EAFNOSUPPORT')
  }
  for (const interfaces of [() => ({ lo: [card('127.0.0.1', true)] }), forbidden]) {
    expect(reachableHosts('0.0.0.0', interfaces)).toEqual(['localhost'])
  }
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('two addresses share a network when their first 64 bits are the same', () => {
  const address = fc.ipV6().filter((text) => URL.canParse(`http://[${text}]/`))
  fc.assert(
    fc.property(address, address, (one, other) => {
      // As an address of the web is written, which is another way to expand it.
      const first = (address: string) => expand(new URL(`http://[${address}]/`).hostname)
      expect(networkOf(one) === networkOf(other)).toBe(first(one) === first(other))
    }),
  )
})

function expand(host: string): string {
  const [head = '', tail = ''] = host.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const missing = 8 - groups(head).length - groups(tail).length
  const zeros = host.includes('::') ? Array.from({ length: missing }, () => '0') : []
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, 4).join(':')
}
