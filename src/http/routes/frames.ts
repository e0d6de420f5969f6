import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import { requireSession } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { encodePath } from '../request/picture-path.ts'
import { renditionSchema } from '../request/rendition-query.ts'
import { success } from '../response/envelope.ts'
import { adminJson, JsonResponse } from '../response/json-response.ts'
import type { FrameList } from '../response/schemas.ts'

/** `/api/frames`: the frames that ask for pictures, for the admin. */
export const framesRoutes = (collection: Collection, store: SessionStore) =>
  new Hono<AppEnvironment>().get('/', requireSession(store), () => {
    const frames = collection.frames.list().map(({ path, lastSeen, ...frame }) => ({
      name: frame.name,
      lastSeen: new Date(lastSeen).toISOString(),
      address: frame.address,
      display: frame.display,
      conditions: conditionsOf(frame.conditions),
      image:
        path !== null && collection.hasImage(path)
          ? { path, url: `/uploads/${encodePath(path)}` }
          : null,
      requests: frame.requests,
    }))
    const body = success<FrameList>({ frames, totalFrames: frames.length })
    return new JsonResponse(body, { headers: adminJson })
  })

/** What says how a picture is sent, and not which one. */
const presentation = ['frame', 'as', ...Object.keys(renditionSchema.shape)]

function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of presentation) parameters.delete(name)
  return parameters.toString()
}
