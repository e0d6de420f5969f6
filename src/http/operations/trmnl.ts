import type { Context } from 'hono'
import { z } from 'zod'
import { countLike, named, textLike } from '../../library/types.ts'
import type { PickedImage } from '../../collection/pick.ts'
import { ignoring, isFailure } from '../../errors.ts'
import type { Steered } from '../../frames/steering.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import type { Dependencies } from '../dependencies.ts'
import { header, optional } from '../openapi/docs.ts'
import { Operations } from '../operation.ts'
import type { AppEnvironment } from '../request/connection.ts'
import {
  deviceOf,
  macAddress,
  panelSide,
  reportHeaders,
  trmnlDeviceOf,
  type TrmnlDevice,
} from '../request/frame/device.ts'
import { planOfDevice } from '../request/frame/plan.ts'
import { whenOn } from '../request/frame/screen.ts'
import { pictureUrl, queryOf } from '../request/picture-url.ts'
import { limitBody } from '../mount.ts'
import { securityHeaders } from '../response/headers.ts'
import { unkeptJson, ApiResponse, json } from '../response/json-response.ts'

/** A device that asks more often empties its battery, in seconds. */
const shortestRefresh = 300

const limitLog = limitBody(64 * 1024)

/**
 * `/api/setup`, `/api/display` and `/api/log`: the protocol of TRMNL's firmware, which KOReader's
 * and the Kindle's clients speak too. Its answers have no envelope. No body holds a `status` of 500:
 * the firmware forgets its Wi-Fi then.
 */
export function trmnlOperations({ collection, config }: Dependencies) {
  const { text, values } = config.trmnlQuery
  const pick = async (c: Context<AppEnvironment>, device: TrmnlDevice) => {
    const { name, width, height } = device
    const steered = await collection.parts.frames.steeredBy(name)
    const { settings = {} } = steered ?? {}
    const { picking, rendition } = planOfDevice(device, settings, values)
    const picked = await collection.pick(picking)
    c.set('image', picked.path)
    collection.parts.frames.log.record({
      name,
      address: c.env.address,
      display: { width, height },
      conditions: text,
      path: picked.path,
      device: deviceOf(c.req.raw.headers),
    })
    const url = c.env.baseUrl + pictureUrl(picked.path, queryOf(rendition))
    return { picked, rendition, steered, url }
  }

  /** In seconds: to the end of the slot or, where the screen is off by then, until it is on. */
  const refreshRateOf = ({ slot }: PickedImage, steered: Steered | undefined): number => {
    const seconds = Math.max(shortestRefresh, slot?.secondsLeft ?? 0)
    const now = collection.parts.clock()
    const then = now + 1000 * seconds
    return steered === undefined ? seconds : Math.ceil((whenOn(then, steered) - now) / 1000)
  }

  return new Operations('TRMNL')
    .add('GET /api/setup', {
      who: 'anybody',
      id: 'setUpDevice',
      summary: 'Set up a device',
      description: 'What a device asks first. There is nothing to register: images are public.',
      headers: deviceHeaders,
      handle: async (c) => {
        const device = trmnlDeviceOf(c.req.raw.headers)
        const { name } = device
        // It succeeds without pictures too: there may be some by the time of the first one.
        const found = await pick(c, device).catch(ignoring(isFailure('NO_IMAGES_AVAILABLE')))
        return json(
          {
            status: 200 as const,
            // Nothing is protected by it: pictures are public.
            api_key: name,
            friendly_id: name.slice(-6).toUpperCase(),
            image_url: found?.url ?? '',
            message: 'Welcome to the photo frame service',
          },
          unkeptJson,
        )
      },
      answers: () => told(setupSchema()),
      failures: ['INVALID_REQUEST', 'FILE_SYSTEM_ERROR'],
    })
    .add('GET /api/display', {
      who: 'anybody',
      id: 'displayImage',
      summary: 'Get the next image for a device',
      description:
        'The image that `TRMNL_QUERY` and the settings of the frame ask for, in the size and the greys of ' +
        'the panel, and when to ask again. The frame has the MAC address as its name, without colons.',
      headers: deviceHeaders,
      handle: async (c) => {
        const device = trmnlDeviceOf(c.req.raw.headers)
        const { picked, rendition, steered, url } = await pick(c, device)
        return json(
          {
            status: 0 as const,
            image_url: url,
            filename: fileNameOf(picked, rendition),
            refresh_rate: refreshRateOf(picked, steered),
            update_firmware: false as const,
            reset_firmware: false as const,
          },
          unkeptJson,
        )
      },
      answers: () => told(displaySchema()),
      failures: ['INVALID_REQUEST', 'NO_IMAGES_AVAILABLE', 'FILE_SYSTEM_ERROR'],
    })
    .add('POST /api/log', {
      who: 'anybody',
      id: 'takeLog',
      summary: 'Send the log of a device',
      description: 'Read and dropped, so that the device does not send it again.',
      headers: deviceHeaders,
      body: () => z.looseObject({}).meta({ examples: [{ logs: [] }] }),
      handle: async (c) => {
        await limitLog(c, async () => undefined)
        trmnlDeviceOf(c.req.raw.headers)
        await c.req.raw.body?.pipeTo(new WritableStream())
        const headers = { ...securityHeaders, 'Cache-Control': 'no-store' }
        return new ApiResponse<null, 204, 'text'>(null, { status: 204, headers })
      },
      answers: () => ({ 204: { description: 'The log was read.' } }),
      failures: ['INVALID_REQUEST'],
    })
}

/**
 * A name that differs whenever the picture does, and ends in the start of its slot: the firmware
 * skips what it has already. It takes 31 characters at most.
 */
function fileNameOf({ path, image, slot }: PickedImage, rendition: RenditionRequest): string {
  const { size, mtimeMs } = image
  const picture = Bun.hash(JSON.stringify([path, size, mtimeMs, rendition]))
  // A clock that was never set may stand before 1970.
  const seconds = Math.abs(Math.floor((slot?.start ?? 0) / 1000))
  return `${picture.toString(36)}-${String(seconds).padStart(10, '0')}`
}

const exampleUrl =
  'http://192.168.1.20:3000/uploads/2024/summer/beach.jpg?width=800&height=480&fit=cover&format=png&palette=bw&bytes=89999'

/** An answer without the envelope. */
const told = <Schema extends z.ZodType>(schema: Schema) => {
  const headers = { 'Cache-Control': header('`no-store`: the next answer is another image.') }
  return { 200: { headers, content: { 'application/json': { schema } } } }
}

function deviceHeaders() {
  const side = (example: number) =>
    optional(
      panelSide(),
      'Of the panel, in pixels. `PNG-Width` and `PNG-Height` take precedence. Default: 800 × 480.',
      example,
    )
  return z.object({
    ID: textLike('A4:CF:12:00:9B:0E', 'The MAC address of the device.').regex(macAddress),
    Width: side(800),
    Height: side(480),
    'Bit-Depth': optional(z.string(), '`2` for four greys. Default: black and white.', '1'),
    ...reportHeaders(),
  })
}

const setupSchema = () =>
  named('TrmnlSetup', {
    status: z.literal(200),
    api_key: textLike(
      'a4cf12009b0e',
      'The MAC address without colons. Nothing is protected by it.',
    ),
    friendly_id: textLike('009B0E'),
    image_url: textLike(exampleUrl, 'As for a display; empty where there is no image yet.'),
    message: textLike('Welcome to the photo frame service'),
  })

const displaySchema = () =>
  named('TrmnlDisplay', {
    status: z.literal(0),
    image_url: textLike(exampleUrl, 'The image, in the size and the greys of the panel.'),
    filename: textLike('2f8k1x0q9d-1795213200', 'Differs whenever the image does.'),
    refresh_rate: countLike(2100, 'Seconds until the device asks again.'),
    update_firmware: z.literal(false),
    reset_firmware: z.literal(false),
  })
