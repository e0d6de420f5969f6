import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { AdminSummary } from '../response/schemas.ts'
import { adminAnswer } from '../response/json-response.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import type { AdminGuard } from '../middleware/admin.ts'

/** `/api/admin`: the state of the collection, for the admin. */
export const adminRoutes = (
  collection: Collection,
  requireAdmin: AdminGuard,
  maxFileSize: number,
) =>
  new Hono<AppEnvironment>().get('/', requireAdmin, async (c) => {
    // Reading every header of a large collection takes a while the first time.
    const summary = await withLongIdleTimeout(c, () => collection.summary())
    const heifDecoder = collection.decoder ?? null
    return adminAnswer<AdminSummary>({ authenticated: true, ...summary, maxFileSize, heifDecoder })
  })
