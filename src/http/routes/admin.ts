import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { AdminSummary, Health } from '../response/schemas.ts'
import { lengthForHead, success } from '../response/envelope.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { publicHeaders, securityHeaders } from '../response/headers.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'

/** `/api/admin`: the state of the collection, for the admin. */
export const adminRoutes = (collection: Collection, store: SessionStore, maxFileSize: number) =>
  new Hono<AppEnvironment>().get('/', requireSession(store), async (c) => {
    // A first look at every picture of a large collection takes a while.
    const { totalFolders, totalImages, totalSize, unreadable } = await withLongIdleTimeout(
      c.env,
      () => collection.summary(),
    )
    const body = success<AdminSummary>({
      authenticated: true,
      totalFolders,
      totalImages,
      totalSize,
      maxFileSize,
      unreadable,
    })
    return c.json(body, 200, { ...securityHeaders, ...lengthForHead(c, body) })
  })

/** `/api/health`: whether the service answers, without a look at the disk. */
export const healthRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get('/', (c) => {
    const body = success<Health>({ status: 'ok', ...collection.counts() })
    return c.json(body, 200, { ...publicHeaders, ...lengthForHead(c, body) })
  })
