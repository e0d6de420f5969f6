import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import { reachableHosts } from '../../lib/network-addresses.ts'
import { hostOf } from '../request/base-url.ts'
import { isSecure, type AppEnvironment } from '../request/connection.ts'
import { publicAnswer } from '../response/json-response.ts'
import type { Address, Health } from '../response/schemas.ts'

/** `/api/health`: whether the service answers, without a look at the disk. */
export const healthRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get('/', () => {
    const { indexed } = collection
    return publicAnswer<Health>({ status: 'ok', ...collection.counts(), indexed })
  })

/** Names of the computer itself, which mean another one elsewhere (RFC 6761, 6.3). */
const ownHost = /^(localhost|[\w.-]+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=:\d+$|$)/i

/**
 * `/api/address`: where another device finds this service, and a QR code of `/admin`. The browser of
 * a frame is often on the board itself and knows it as localhost, so only the service knows.
 */
export const addressRoutes = (listening: string, trustProxy: boolean) =>
  new Hono<AppEnvironment>().get('/', async (c) => {
    const host = publicHost(hostOf([c.req.header('host')]), listening)
    const url = `${isSecure(c, trustProxy) ? 'https' : 'http'}://${host}/`
    return publicAnswer<Address>({ url, qr: await qrCodeOf(`${url}admin`) })
  })

function publicHost(asked: string, listening: string): string {
  const own = ownHost.exec(asked)
  return own === null ? asked : `${reachableHosts(listening)[0]}${asked.slice(own[0].length)}`
}

/** An image for `src`. The library is loaded when a frame has nothing to show, which is rare. */
async function qrCodeOf(text: string): Promise<string> {
  const [{ generate }, { toSvgDataURL }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ])
  return toSvgDataURL(generate(text))
}
