import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { lacks } from '../support/programs.ts'

const network = `
  ip link set lo up
  ipv6=/proc/sys/net/ipv6/conf/default/disable_ipv6
  [ ! -e $ipv6 ] || echo 1 >$ipv6
  ip link add out0 type veth peer name nobody
  ip addr add 192.0.2.1/24 dev out0
  ip link set out0 up
  ip link set nobody up
  ip route add default via 192.0.2.99
  exec "$@"`

test.skipIf(lacks('network namespaces'))(
  'a day of frames, uploads, the page and e-paper sends nothing to anybody else',
  async () => {
    const day = join(import.meta.dir, '../support/quiet-day.ts')
    const said = await Bun.$`unshare --net sh -ec ${network} sh ${process.execPath} ${day} out0`
      .quiet()
      .json()
    expect(said.day).toBe(0)
    expect(said.afterOneCall).toBeGreaterThan(0)
    expect(said.hours).toBeGreaterThan(22)
    expect(said.log.join()).not.toContain(' error ')
  },
  120_000,
)
