import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { AdminSummary, Health } from '../response/schemas.ts'
import { success } from '../response/envelope.ts'
import { adminJson, JsonResponse, publicJson } from '../response/json-response.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { requireSession } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'

/** `/api/admin`: the state of the collection, for the admin. */
export const adminRoutes = (collection: Collection, store: SessionStore, maxFileSize: number) =>
  new Hono<AppEnvironment>().get('/', requireSession(store), async (c) => {
    // Reading every header of a large collection takes a while the first time.
    const summary = await withLongIdleTimeout(c, () => collection.summary())
    const body = success<AdminSummary>({
      authenticated: true,
      ...summary,
      maxFileSize,
      heifDecoder: collection.decoder ?? null,
    })
    return new JsonResponse(body, { headers: adminJson })
  })

/** `/api/health`: whether the service answers, without a look at the disk. */
export const healthRoutes = (collection: Collection) =>
  new Hono<AppEnvironment>().get('/', () => {
    const { indexed } = collection
    const body = success<Health>({ status: 'ok', ...collection.counts(), indexed })
    return new JsonResponse(body, { headers: publicJson })
  })
