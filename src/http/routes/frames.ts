import { Hono } from 'hono'
import type { Collection } from '../../collection/collection.ts'
import { requireSession, type SessionStore } from '../middleware/session.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { encodePath } from '../request/picture-path.ts'
import { renditionSchema } from '../request/rendition-query.ts'
import { adminAnswer } from '../response/json-response.ts'
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
    return adminAnswer<FrameList>({ frames, totalFrames: frames.length })
  })

/** What does not decide which pictures a frame gets. */
const presentation = ['frame', 'partner', 'as', ...Object.keys(renditionSchema.shape)]

function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  for (const name of presentation) parameters.delete(name)
  return parameters.toString()
}
