import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Collection } from '../../collection/collection.ts'
import { noDevice, type Sighting } from '../../frames/frame-log.ts'
import type { KnownFrame } from '../../frames/frames.ts'
import { unsteered, type Settings } from '../../frames/steering.ts'
import { WallTime } from '../../library/wall-time.ts'
import { AppError, invalidRequest } from '../../errors.ts'
import type { AdminGuard } from '../middleware/admin.ts'
import { validJson } from '../middleware/validation.ts'
import { rawTarget, type AppEnvironment } from '../request/connection.ts'
import { frameName, frameNameMeaning } from '../request/frame/frame-name.ts'
import { checkSettings } from '../request/frame/frame-settings.ts'
import { screenAt } from '../request/frame/screen.ts'
import type { OwnHosts } from '../middleware/own-hosts.ts'
import { wantedLanguages } from '../request/accept.ts'
import { listedPath, pictureUrl } from '../request/picture-url.ts'
import { renditionSchema } from '../request/frame/rendition-query.ts'
import { securityHeaders } from '../response/headers.ts'
import { adminAnswer, doneAnswer, JsonResponse, success } from '../response/json-response.ts'
import { imagePolicy } from '../response/send-image.ts'
import { isNotModified } from '../response/preconditions.ts'
import type { GuestPage } from './pages/guest-page.ts'
import type { ForgottenFrame, Frame, FrameList, FrameSteering } from '../response/schemas.ts'

/** How many characters a label may have. */
const maxLabel = 100

export const steerFrameSchema = z.strictObject({
  label: z.string().trim().max(maxLabel).nullable().optional(),
  // A record would leave out a setting named `__proto__`, which has to be refused.
  settings: z
    .unknown()
    .refine((value) => typeof value === 'object' && !Array.isArray(value))
    .meta({ type: ['object', 'null'] })
    .optional(),
  show: z
    .strictObject({ path: z.string(), until: z.iso.datetime({ offset: true }).nullable() })
    .nullable()
    .optional(),
  screen: z.enum(['on', 'off']).nullable().optional(),
})

const badSteering = () =>
  invalidRequest(
    `Send JSON with any of "label" (at most ${maxLabel} characters), "settings" (an object), ` +
      '"show" ("path" and "until", a time such as 2026-01-31T18:00:00Z or null) and "screen" ("on" or ' +
      '"off"), or null for each.',
  )

interface FramesOptions {
  /** The host that the service listens on. */
  host: string
  guestPage: Pick<GuestPage, 'drawCode'>
  hosts: Pick<OwnHosts, 'check' | 'includes'>
}

/** `/api/frames`: the frames that ask for pictures, and how they are steered. */
export function framesRoutes(
  collection: Collection,
  requireAdmin: AdminGuard,
  options: FramesOptions,
) {
  const { clock } = collection
  const { hosts } = options
  const time = new WallTime()
  /** The id of the invitation whose code a frame is to show, while it takes pictures. */
  const invitationOf = async (settings: Settings): Promise<string | undefined> => {
    if (settings['invite'] === undefined) return undefined
    await collection.invitations.ensureFresh()
    const invitation = collection.invitations.live(String(settings['invite']))
    return invitation && invitation.files < invitation.maxFiles ? invitation.id : undefined
  }
  const describe = ({ name, seen, steered, show }: KnownFrame): Frame => {
    const path = seen?.path ?? null
    return {
      name,
      label: steered?.label ?? null,
      settings: steered?.settings ?? {},
      show: showOf(show),
      screen: steered?.screen ?? null,
      lastSeen: seen === undefined ? null : new Date(seen.lastSeen).toISOString(),
      address: seen?.address ?? null,
      display: seen?.display ?? null,
      kind: seen === undefined ? null : kindOf(seen),
      conditions: conditionsOf(seen?.conditions ?? ''),
      image: path !== null && collection.hasImage(path) ? { path, url: pictureUrl(path) } : null,
      requests: seen?.requests ?? 0,
      device: seen?.device ?? noDevice,
    }
  }
  return new Hono<AppEnvironment>()
    .get('/', requireAdmin, async () => {
      const frames = (await collection.frames.list()).map(describe)
      return adminAnswer<FrameList>({ frames, totalFrames: frames.length })
    })
    .get('/:name', async (c) => {
      const name = nameOf(c)
      const { steered, show } = await collection.frames.get(name)
      const { settings = {}, next = 0 } = steered ?? {}
      const { invite: _, ...others } = settings
      const hasCode = (await invitationOf(settings)) !== undefined && (await hosts.includes(c.env))
      const { screen, until } = screenAt(clock(), steered ?? unsteered, time)
      const body = success<FrameSteering>({
        name,
        settings: hasCode ? settings : others,
        show: showOf(show),
        next,
        screen,
        screenUntil: until === null ? null : new Date(until).toISOString(),
      })
      const headers = {
        ...securityHeaders,
        'Cache-Control': 'no-cache',
        'Content-Type': 'application/json',
        ETag: `"${Bun.hash(JSON.stringify(body)).toString(36)}"`,
      }
      return isNotModified(c.req.raw.headers, headers)
        ? c.body(null, 304, headers)
        : new JsonResponse(body, { headers })
    })
    .get('/:name/invitation', async (c) => {
      await hosts.check(c.env)
      const { steered } = await collection.frames.get(nameOf(c))
      const id = await invitationOf(steered?.settings ?? {})
      if (id === undefined) throw new AppError('INVITATION_NOT_FOUND')
      const token = await collection.screenTokens.get(id)
      const url = `${c.env.reachableUrl(options.host)}/add/${token}`
      return c.body(
        await options.guestPage.drawCode(wantedLanguages(c.req.header('accept-language')), url),
        200,
        {
          ...securityHeaders,
          ...imagePolicy,
          'Cache-Control': 'no-store',
          'Content-Type': 'image/svg+xml',
        },
      )
    })
    .put('/:name', requireAdmin, validJson(steerFrameSchema, badSteering), async (c) => {
      const name = nameOf(c)
      const { label, settings, show, screen } = c.req.valid('json')
      const until = show?.until ? Date.parse(show.until) : null
      if (until !== null && until <= clock()) {
        throw invalidRequest('Give a time to come as "until".')
      }
      const change = {
        label: label === '' ? null : label,
        settings: settings === undefined || settings === null ? settings : checkSettings(settings),
        show: show && { path: listedPath(show.path), until },
        screen,
      }
      const frame = await collection.frames.steer(name, change, c.get('permission'))
      return doneAnswer<Frame>(describe(frame), 'The frame was changed.')
    })
    .delete('/:name', requireAdmin, async (c) => {
      const name = nameOf(c)
      await collection.frames.forget(name, c.get('permission'))
      return doneAnswer<ForgottenFrame>({ name }, 'The frame was forgotten.')
    })
    .post('/:name/next', requireAdmin, async (c) => {
      const name = nameOf(c)
      const frame = await collection.frames.next(name, c.get('permission'))
      return doneAnswer<Frame>(describe(frame), 'The frame gets another image next.')
    })
}

/** The name that the path holds. The parameter of the route has been decoded twice. */
function nameOf(c: Context<AppEnvironment>): string {
  const [, , , segment = ''] = rawTarget(c.req.raw).path.split('/')
  const name = frameName.safeParse(decodeOnce(segment))
  if (name.success) return name.data
  throw invalidRequest(`Give the name of the frame as ${frameNameMeaning}.`)
}

function decodeOnce(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const showOf = (show: KnownFrame['show']): Frame['show'] =>
  show && {
    path: show.path,
    until: show.until === null ? null : new Date(show.until).toISOString(),
  }

/** The slideshow alone asks for a description of a JPEG of its size. */
function kindOf({ display, device, conditions }: Omit<Sighting, 'name'>): Frame['kind'] {
  const query = new URLSearchParams(conditions)
  const isDevice = display !== null || Object.values(device).some((each) => each !== null)
  if (isDevice || query.get('as') === 'image') return 'device'
  return query.get('format') === 'jpeg' && query.has('width') ? 'page' : null
}

/** What does not decide which pictures a frame gets. */
const presentation = ['frame', 'partner', 'as', 'caption', ...Object.keys(renditionSchema.shape)]

function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  // The slideshow asks for a partner of the same orientation.
  if (parameters.has('partner')) parameters.delete('orientation')
  for (const name of presentation) parameters.delete(name)
  return parameters.toString()
}
