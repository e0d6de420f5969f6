import type { Context } from 'hono'
import { z } from 'zod'
import { AppError, invalidRequest } from '../../errors.ts'
import type { KnownFrame } from '../../frames/frames.ts'
import { unsteered, type Settings } from '../../frames/steering.ts'
import { attempt } from '../../lib/attempt.ts'
import { inDigits } from '../../uploads/invitations.ts'
import { count, named, textLike } from '../../library/types.ts'
import type { Dependencies } from '../dependencies.ts'
import { changed, read, optional, tagged, unkeptImage } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import { wantedLanguages } from '../request/accept.ts'
import { rawTarget } from '../request/client.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { frameName, frameNameMeaning } from '../request/frame/picture-query.ts'
import { checkSettings } from '../request/frame/frame-settings.ts'
import { screenAt } from '../request/frame/screen.ts'
import { schemaOf, slideshowOptions } from '../request/frame/slideshow-options.ts'
import { listedPath } from '../request/picture-url.ts'
import {
  describeFrame,
  exampleSettings,
  frameSchema,
  frameSteeringSchema,
  showOf,
} from '../response/frame-entry.ts'
import { securityHeaders } from '../response/headers.ts'
import {
  adminAnswer,
  doneAnswer,
  success,
  taggedJson,
  unlessKnown,
} from '../response/json-response.ts'
import { privateImage } from '../response/send-image.ts'

const maxLabelLength = 100

/** `/api/frames`: the frames that ask for pictures, and how they are steered. */
export function frameOperations({ collection, config, guestPage, hosts }: Dependencies) {
  const { clock } = collection.parts
  /** The token of the invitation whose code a frame is to show; null where it takes no pictures. */
  const tokenOf = async ({ invite }: Settings): Promise<string | null> => {
    if (invite === undefined) return null
    await collection.parts.invitations.ensureFresh()
    const invitation = collection.parts.invitations.live(String(invite))
    // Where the token is not kept, there is no code to show.
    return invitation && invitation.files < invitation.maxFiles ? invitation.token : null
  }
  const describe = (known: KnownFrame) => describeFrame(known, collection.parts.tree)
  return new Operations('Frames')
    .add('GET /api/frames', {
      id: 'listFrames',
      summary: 'List the frames',
      description:
        'The frames that asked for images in the last 30 days, at most 1,000, and those that are steered.',
      handle: async () => {
        const frames = (await collection.parts.frames.list()).map(describe)
        return adminAnswer({ frames, totalFrames: frames.length })
      },
      answers: () =>
        read(
          named('FrameList', {
            frames: z.array(frameSchema()).describe('The one that asked last first.'),
            totalFrames: count(),
          }),
        ),
    })
    .add('GET /api/frames/:name', {
      who: 'anybody',
      id: 'getFrame',
      summary: 'Get how a frame is steered',
      description:
        'What the slideshow page follows. A name that was never seen has no settings; `invite` is left out ' +
        'where the invitation has ended, or has brought all of its images.',
      query: () =>
        z.object({
          quiet: optional(
            schemaOf(slideshowOptions.quiet),
            'The quiet hours in the address of the page, which count before those that are set.',
            '22:00-07:00',
          ),
        }),
      invalid: `Give "quiet" once, as ${slideshowOptions.quiet.takes}.`,
      handle: async (c, { quiet }) => {
        const name = nameOf(c)
        const { steered, show } = await collection.parts.frames.get(name)
        const { settings, next, screen: set } = steered ?? unsteered
        const hours = quiet === undefined ? settings : { quiet }
        const { invite: _, ...others } = settings
        const hasCode = (await tokenOf(settings)) !== null && (await hosts.includes(c.env))
        const { screen, until } = screenAt(clock(), { screen: set, settings: hours })
        const data = {
          name,
          settings: hasCode ? settings : others,
          show: showOf(show),
          next,
          screen,
          screenUntil: until === null ? null : new Date(until).toISOString(),
        }
        const text = JSON.stringify(success(data))
        const headers = taggedJson(text, securityHeaders)
        return unlessKnown<typeof data>(c.req.raw.headers, text, headers)
      },
      answers: () => tagged(frameSteeringSchema()),
      failures: ['INVALID_REQUEST'],
    })
    .add('PUT /api/frames/:name', {
      id: 'steerFrame',
      summary: 'Steer a frame',
      description:
        'Sets what the frame shows, whether it was seen or not. What is missing stays, `null` clears it. At ' +
        'most 1,000 frames are steered.\n\n' +
        '`settings` are parameters of `GET /api/images/random` and of the slideshow page, which count where ' +
        'the address of the frame has none, and `invite`, the id of an invitation whose code the page shows.',
      json: () =>
        z.strictObject({
          label: optional(
            z.string().trim().max(maxLabelLength).nullable(),
            'What people call it, at most 100 characters.',
            'The hall',
          ),
          // A record would leave out a setting named `__proto__`, which has to be refused.
          settings: optional(
            z
              .unknown()
              .refine((value) => typeof value === 'object' && !Array.isArray(value))
              .meta({ type: ['object', 'null'] }),
            'Replaced as a whole; at most 2,000 characters together.',
            exampleSettings,
          ),
          show: optional(
            z
              .strictObject({
                path: z.string(),
                until: z.iso.datetime({ offset: true }).nullable(),
              })
              .nullable(),
            'The image that every answer is until then; with `null`, for good.',
          ),
          screen: optional(
            z.enum(['on', 'off']).nullable(),
            'Whether the screen shows anything. With `null`, as its quiet hours say.',
          ),
        }),
      invalid:
        `Send JSON with any of "label" (at most ${maxLabelLength} characters), "settings" (an object), ` +
        '"show" ("path" and "until", a time such as 2026-01-31T18:00:00Z or null) and "screen" ("on" or ' +
        '"off"), or null for each.',
      handle: async (c, { label, settings, show, screen }) => {
        const name = nameOf(c)
        const until = show?.until ? Date.parse(show.until) : null
        if (until !== null && until <= clock()) {
          throw invalidRequest('Give a time to come as "until".')
        }
        const change = {
          label: label === '' ? null : label,
          settings:
            settings === undefined || settings === null ? settings : checkSettings(settings),
          show: show && { path: listedPath(show.path), until },
          screen,
        }
        const steered = await collection.parts.frames.steer(name, change, c.get('permission'))
        return doneAnswer(describe(steered), 'The frame was changed.')
      },
      answers: () => changed(frameSchema(), 'The frame was changed.'),
      failures: ['BUSY'],
    })
    .add('DELETE /api/frames/:name', {
      id: 'forgetFrame',
      summary: 'Forget a frame',
      description: 'Removes what was set for the frame, and all that is known of its name.',
      handle: async (c) => {
        const name = nameOf(c)
        await collection.parts.frames.forget(name, c.get('permission'))
        return doneAnswer({ name }, 'The frame was forgotten.')
      },
      answers: () =>
        changed(named('ForgottenFrame', { name: textLike('hall') }), 'The frame was forgotten.'),
      failures: ['INVALID_REQUEST', 'FRAME_NOT_FOUND', 'BUSY'],
    })
    .add('POST /api/frames/:name/next', {
      id: 'nextImage',
      summary: 'Show another image',
      description:
        'The next request of the frame gets another image, also within a slot; `show` ends.',
      handle: async (c) => {
        const name = nameOf(c)
        const steered = await collection.parts.frames.next(name, c.get('permission'))
        return doneAnswer(describe(steered), 'The frame gets another image next.')
      },
      answers: () => changed(frameSchema(), 'The frame gets another image next.'),
      failures: ['INVALID_REQUEST', 'FRAME_NOT_FOUND', 'BUSY'],
    })
    .add('GET /api/frames/:name/invitation', {
      who: 'anybody',
      id: 'showInvitation',
      summary: 'Get the code for guests of a frame',
      description:
        'The QR code by which guests add images, with a line in the language wanted: SVG, one unit wide for ' +
        'each module. Only where an admin has set `invite` for the frame, to the id of an invitation that ' +
        'lives; in an address `invite` does not count. The code holds its token, in digits alone.',
      headers: () =>
        z.object({
          'Accept-Language': optional(z.string(), 'The languages of the line.', 'de'),
        }),
      handle: async (c) => {
        await hosts.check(c.env)
        const { steered } = await collection.parts.frames.get(nameOf(c))
        const token = await tokenOf(steered?.settings ?? {})
        if (token === null) throw new AppError('INVITATION_NOT_FOUND')
        const url = `${c.env.reachableUrl(config.host)}/add/${inDigits(token)}`
        const wanted = wantedLanguages(c.req.header('accept-language'))
        return privateImage(await guestPage.drawCode(wanted, url), 'image/svg+xml')
      },
      answers: () => unkeptImage('The code.'),
      failures: ['CROSS_ORIGIN', 'INVALID_REQUEST', 'INVITATION_NOT_FOUND'],
    })
}

/** The name that the path holds. The parameter of the route has been decoded twice. */
function nameOf(c: Context<AppEnvironment>): string {
  const [, , , segment = ''] = rawTarget(c.req.raw).path.split('/')
  const name = frameName.safeParse(attempt(() => decodeURIComponent(segment)) ?? segment)
  if (name.success) return name.data
  throw invalidRequest(`Give the name of the frame as ${frameNameMeaning}.`)
}
