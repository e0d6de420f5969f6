import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { networkOf } from '../../../src/http/request/client.ts'

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
