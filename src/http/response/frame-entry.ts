import { z } from 'zod'
import { deviceSchema, noDevice, type Sighting } from '../../frames/frame-log.ts'
import type { KnownFrame } from '../../frames/frames.ts'
import { settingsSchema } from '../../frames/steering.ts'
import type { Tree } from '../../library/tree/tree.ts'
import { count, named, orNull, path, textLike, timestamp } from '../../library/types.ts'
import { renditionSchema } from '../request/frame/rendition-query.ts'
import { pictureUrl } from '../request/picture-url.ts'

/** Describes a frame as an admin sees it. */
export function describeFrame({ name, seen, steered, show }: KnownFrame, tree: Tree): Frame {
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
    image: path !== null && tree.findImage(path) ? { path, url: pictureUrl(path) } : null,
    requests: seen?.requests ?? 0,
    device: seen?.device ?? noDevice,
  }
}

/** Writes what a frame is to show, as it is sent. */
export const showOf = (show: KnownFrame['show']) =>
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

/** What does not decide which pictures a frame gets, besides how they are sent. */
const presentation = ['frame', 'partner', 'as', 'caption']

function conditionsOf(query: string): string {
  const parameters = new URLSearchParams(query)
  // The slideshow asks for a partner of the same orientation.
  if (parameters.has('partner')) parameters.delete('orientation')
  for (const name of [...presentation, ...Object.keys(renditionSchema().shape)]) {
    parameters.delete(name)
  }
  return parameters.toString()
}

const screenSchema = () => z.enum(['on', 'off'])

/** What is set for the frame of the examples. */
export const exampleSettings = {
  order: 'newest',
  seconds: 30,
  folder: ['2024/summer'],
  clock: true,
  quiet: '22:00-07:00',
}

const showSchema = () =>
  z.object({
    path: path(),
    until: orNull(timestamp(), 'Null until something else is set.', '2099-12-31T18:00:00.000Z'),
  })

export const frameSteeringSchema = () =>
  named('FrameSteering', {
    name: textLike('hall'),
    settings: settingsSchema().meta({ examples: [exampleSettings] }),
    show: showSchema().nullable(),
    next: count().describe('How often another image was asked for.'),
    screen: screenSchema().describe('What it is at present.'),
    screenUntil: orNull(timestamp(), 'When it changes by itself; null where it does not.'),
  })

export const frameSchema = () =>
  named('Frame', {
    name: textLike('hall', 'The name that the frame gives itself; empty without one.'),
    label: orNull(z.string(), 'What people call it.', 'The hall'),
    settings: settingsSchema().meta({
      description: 'Parameters that count where its address has none.',
      examples: [exampleSettings],
    }),
    show: orNull(showSchema(), 'The image that it shows until then, whatever it asks for.', null),
    screen: screenSchema().nullable().describe('What was set; null where its quiet hours decide.'),
    lastSeen: orNull(timestamp(), 'When it last asked; null where it never did.'),
    address: orNull(z.string(), 'Where it asked from.', '192.168.1.31'),
    display: orNull(
      z.object({ width: z.int(), height: z.int() }),
      'Its size in pixels, if it sends one.',
      { width: 800, height: 480 },
    ),
    kind: orNull(
      z.enum(['page', 'device']),
      'The slideshow, or what wants files of images; null where no request says that.',
      'device',
    ),
    conditions: textLike('folder=2024', 'Which images it asks for, as a query.'),
    image: orNull(
      z.object({ path: path(), url: textLike('/uploads/2024/summer/beach.jpg') }),
      'The image that it got last; null once it is gone.',
    ),
    requests: count().describe('How often it has asked.'),
    device: deviceSchema().meta({
      description: 'What the device says of itself; null for what it does not say.',
      examples: [{ batteryPercent: 81, batteryVolts: 3.9, signalDbm: -58, firmware: '1.5.2' }],
    }),
  })

export type Frame = z.infer<ReturnType<typeof frameSchema>>
