import { Hono } from 'hono'
import type { Config } from '../../config.ts'
import { reachableHosts } from '../../lib/network-addresses.ts'
import { isSecure, type AppEnvironment } from '../request/connection.ts'
import { publicAnswer } from '../response/json-response.ts'
import type { Address } from '../response/schemas.ts'

/** A host and perhaps a port, short enough for a QR code (RFC 3986, 3.2.2). */
const validHost = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i
const longestHost = 260

/** Names of the computer itself, which mean another one elsewhere (RFC 6761, 6.3). */
const ownHost = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=:\d+$|$)/i

/**
 * `/api/address`: where another device finds this service, as text and as a QR code. The browser of
 * a frame is often on the board itself and knows it as localhost, so only the service knows.
 */
export const addressRoutes = ({
  host: listening,
  trustProxy,
}: Pick<Config, 'host' | 'trustProxy'>) =>
  new Hono<AppEnvironment>().get('/', async (c) => {
    const host = publicHost(c.req.header('host'), listening)
    const url = `${isSecure(c, trustProxy) ? 'https' : 'http'}://${host}/`
    return publicAnswer<Address>({ url, qr: await qrCodeOf(url) })
  })

function publicHost(asked = 'localhost', listening: string): string {
  const host = asked.length <= longestHost && validHost.test(asked) ? asked : 'localhost'
  const own = ownHost.exec(host)
  return own === null ? host : `${reachableHosts(listening)[0]}${host.slice(own[0].length)}`
}

/** An image for `src`. The library is loaded when a frame has nothing to show, which is rare. */
async function qrCodeOf(text: string): Promise<string> {
  const [{ generate }, { toSvgDataURL }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ])
  return toSvgDataURL(generate(text))
}
