import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import type { AdminSummary, FrameList } from '../response/schemas.ts'
import { adminAnswer } from '../response/json-response.ts'
import { withLongIdleTimeout, type AppEnvironment } from '../request/connection.ts'
import { pictureUrl } from '../request/picture-url.ts'
import { renditionSchema } from '../request/rendition-query.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'

/** `/api/admin`: the state of the collection, for the admin. */
export const adminRoutes = (collection: Collection, store: SessionStore, maxFileSize: number) =>
  new Hono<AppEnvironment>().get('/', requireSession(store), async (c) => {
    // Reading every header of a large collection takes a while the first time.
    const summary = await withLongIdleTimeout(c, () => collection.summary())
    const heifDecoder = collection.decoder ?? null
    return adminAnswer<AdminSummary>({ authenticated: true, ...summary, maxFileSize, heifDecoder })
  })

/** `/api/frames`: the frames that ask for pictures, for the admin. */
export const framesRoutes = (collection: Collection, store: SessionStore) =>
  new Hono<AppEnvironment>().get('/', requireSession(store), () => {
    const frames = collection.frames.list().map(({ path, lastSeen, ...frame }) => ({
      name: frame.name,
      lastSeen: new Date(lastSeen).toISOString(),
      address: frame.address,
      display: frame.display,
      conditions: conditionsOf(frame.conditions),
      image: path !== null && collection.hasImage(path) ? { path, url: pictureUrl(path) } : null,
      requests: frame.requests,
    }))
    return adminAnswer<FrameList>({ frames, totalFrames: frames.length })
  })

/** What does not decide which pictures a frame gets. */
const presentation = ['frame', 'partner', 'as', ...Object.keys(renditionSchema.shape)]

function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of presentation) parameters.delete(name)
  return parameters.toString()
}
