import { z } from 'zod'
import { steerFrameSchema } from '../../routes/frames.ts'
import {
  forgottenFrameSchema,
  frameListSchema,
  frameSchema,
  frameSteeringSchema,
} from '../../response/schemas.ts'
import {
  changed,
  fields,
  header,
  imageResponse,
  jsonBody,
  jsonContent,
  leniently,
  read,
  type Operation,
} from '../operation.ts'

const name = fields(z.object({ name: z.string() }), {
  name: { description: 'The name of the frame; of a TRMNL device its MAC.', example: 'hall' },
})

const settings = {
  order: 'newest',
  seconds: 30,
  folder: ['2024/summer'],
  clock: true as const,
  quiet: '22:00-07:00',
}

const frame = {
  name: 'hall',
  label: 'The hall',
  settings,
  show: { path: '2024/summer/beach.jpg', until: '2099-12-31T18:00:00.000Z' },
  screen: null,
  lastSeen: '2026-11-20T22:16:54.240Z',
  address: '192.168.1.31',
  display: { width: 800, height: 480 },
  conditions: 'folder=2024',
  image: { path: '2024/summer/beach.jpg', url: '/uploads/2024/summer/beach.jpg' },
  kind: 'device' as const,
  requests: 1204,
  device: { batteryPercent: 81, batteryVolts: 3.9, signalDbm: -58, firmware: '1.5.2' },
}

export const listFrames = {
  id: 'listFrames',
  tag: 'Frames',
  summary: 'List the frames',
  description:
    'The frames that asked for images in the last 30 days, at most 1,000, and those that are steered.',
  needsSession: true,
  headers: leniently,
  answers: read('The frames, the one that asked last first.', frameListSchema, {
    frames: [frame],
    totalFrames: 1,
  }),
} satisfies Operation

export const getFrame = {
  id: 'getFrame',
  tag: 'Frames',
  summary: 'Get how a frame is steered',
  description:
    'What the slideshow page follows. A name that was never seen has no settings; `invite` is left out ' +
    'where the invitation has ended, or has brought all of its images.',
  path: name,
  answers: {
    200: {
      description: 'How the frame is steered.',
      headers: {
        ETag: header('Changes with every change of the frame.'),
        'Cache-Control': header('`no-cache`: ask again, with `If-None-Match`.'),
      },
      content: jsonContent(frameSteeringSchema, {
        name: 'hall',
        settings,
        show: frame.show,
        next: 3,
        screen: 'on',
        screenUntil: '2026-11-20T21:00:00.000Z',
      }),
    },
    304: {
      description: 'The client knows it already.',
      headers: { ETag: header('Changes with every change of the frame.') },
    },
  },
  failures: ['INVALID_REQUEST'],
} satisfies Operation

export const showInvitation = {
  id: 'showInvitation',
  tag: 'Frames',
  summary: 'Get the code for guests of a frame',
  description:
    'The QR code by which guests add images, with a line in the language wanted: SVG, one unit wide for ' +
    'each module. Only where an admin has set `invite` for the frame, to the id of an invitation that ' +
    'lives; in an address `invite` does not count. The code holds a token of its own, which ends with ' +
    'the invitation.',
  path: name,
  headers: fields(z.object({ 'Accept-Language': z.string().optional() }), {
    'Accept-Language': { description: 'The languages of the line.', example: 'de' },
  }),
  answers: {
    200: {
      description: 'The code.',
      headers: { 'Cache-Control': header('`no-store`.') },
      content: imageResponse,
    },
  },
  failures: [
    'CROSS_ORIGIN',
    'INVALID_REQUEST',
    'INVITATION_NOT_FOUND',
    'BUSY',
    'FILE_SYSTEM_ERROR',
  ],
} satisfies Operation

export const steerFrame = {
  id: 'steerFrame',
  tag: 'Frames',
  summary: 'Steer a frame',
  description:
    'Sets what the frame shows, whether it was seen or not. What is missing stays, `null` clears it.\n\n' +
    '`settings` are parameters of `GET /api/images/random` and of the slideshow page, which count where ' +
    'the address of the frame has none, and `invite`, the id of an invitation whose code the page shows.',
  needsSession: true,
  path: name,
  body: jsonBody(
    steerFrameSchema,
    { label: 'The hall', settings, show: { path: frame.show.path, until: frame.show.until } },
    {
      label: { description: 'What people call it, at most 100 characters.' },
      settings: { description: 'Replaced as a whole.' },
      show: { description: 'The image that every answer is until then; with `null`, for good.' },
      screen: {
        description: 'Whether the screen shows anything. With `null`, as its quiet hours say.',
      },
    },
  ),
  answers: changed('The frame.', frameSchema, 'The frame was changed.', frame),
  failures: ['INVALID_REQUEST', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const forgetFrame = {
  id: 'forgetFrame',
  tag: 'Frames',
  summary: 'Forget a frame',
  description: 'Removes what was set for the frame, and all that is known of its name.',
  needsSession: true,
  path: name,
  answers: changed('The frame is forgotten.', forgottenFrameSchema, 'The frame was forgotten.', {
    name: 'hall',
  }),
  failures: ['INVALID_REQUEST', 'FRAME_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation

export const nextImage = {
  id: 'nextImage',
  tag: 'Frames',
  summary: 'Show another image',
  description: 'The next request of the frame gets another image, also within a slot; `show` ends.',
  needsSession: true,
  path: name,
  answers: changed('The frame.', frameSchema, 'The frame gets another image next.', {
    ...frame,
    show: null,
  }),
  failures: ['INVALID_REQUEST', 'FRAME_NOT_FOUND', 'BUSY', 'FILE_SYSTEM_ERROR'],
} satisfies Operation
