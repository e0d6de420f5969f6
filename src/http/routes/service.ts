import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { publicAnswer } from '../response/json-response.ts'
import type { Address, Health, Tags } from '../response/schemas.ts'

/** `/api/health`: whether the service answers, without a look at the disk. */
export const healthRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get('/', () => {
    const { indexed } = collection
    return publicAnswer<Health>({ status: 'ok', ...collection.counts(), indexed })
  })

/** `/api/tags`: what pictures are about, and who is on them. */
export const tagRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get('/', async () =>
    publicAnswer<Tags>({ tags: await collection.tags() }),
  )

/**
 * `/api/address`: where another device finds this service, and a QR code of `/admin`.
 * @param listening the host that the service listens on.
 */
export const addressRoutes = (listening: string) =>
  new Hono<AppEnvironment>().get('/', async (c) => {
    const url = `${c.env.reachableUrl(listening)}/`
    return publicAnswer<Address>({ url, qr: await qrCodeOf(`${url}admin`) })
  })

/** An image for `src`. The library is loaded when a frame has nothing to show, which is rare. */
async function qrCodeOf(text: string): Promise<string> {
  const [{ generate }, { toSvgDataURL }] = await Promise.all([
    import('lean-qr'),
    import('lean-qr/extras/svg'),
  ])
  return toSvgDataURL(generate(text))
}
