import { expect, test } from 'bun:test'
import { isIPv6 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { reachableHosts, type NetworkInterfaces } from '../../src/lib/network-addresses.ts'

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
