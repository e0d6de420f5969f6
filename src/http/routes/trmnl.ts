import { Hono, type Context } from 'hono'
import type { Collection, PickedImage } from '../../collection/collection.ts'
import type { WrittenConditions } from '../../frames/conditions/written-conditions.ts'
import type { Steered } from '../../frames/steering.ts'
import { WallTime } from '../../library/wall-time.ts'
import { deviceOf } from '../request/frame/device.ts'
import { whenOn } from '../request/frame/screen.ts'
import type { RenditionRequest } from '../../pixels/request.ts'
import { AppError } from '../../errors.ts'
import { limitBody } from '../middleware/validation.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { pictureUrl } from '../request/picture-url.ts'
import { planOfDevice } from '../request/frame/plan.ts'
import { trmnlDeviceOf, type TrmnlDevice } from '../request/frame/trmnl-device.ts'
import { securityHeaders } from '../response/headers.ts'
import { JsonResponse } from '../response/json-response.ts'
import type { TrmnlDisplay, TrmnlSetup } from '../response/schemas.ts'

/** The first device takes no larger pictures, in bytes. */
const maxPictureBytes = 89_999

/** A device that asks more often empties its battery, in seconds. */
const shortestRefresh = 300

const maxLogBytes = 64 * 1024

/** Made anew with every answer: the next picture is another one. */
const headers = { ...securityHeaders, 'Cache-Control': 'no-store' }

/**
 * `/api/setup`, `/api/display` and `/api/log`: the protocol of TRMNL's firmware, which KOReader's
 * and the Kindle's clients speak too. Its answers have no envelope. No body holds a `status` of 500:
 * the firmware forgets its Wi-Fi then.
 */
export function trmnlRoutes(collection: Collection, { text, values }: WrittenConditions) {
  const time = new WallTime()
  const pick = async (c: Context<AppEnvironment>, device: TrmnlDevice) => {
    const { name, width, height } = device
    const { address } = c.env
    const steered = await collection.frames.steeredBy(name)
    const { settings = {} } = steered ?? {}
    const picked = await collection.pick(planOfDevice(device, settings, values))
    c.set('image', picked.path)
    collection.frames.record({
      name,
      address,
      display: { width, height },
      conditions: text,
      path: picked.path,
      device: deviceOf(c.req.raw.headers),
    })
    return { picked, steered }
  }
  const imageUrl = (c: Context<AppEnvironment>, device: TrmnlDevice, { path }: PickedImage) =>
    c.env.baseUrl + pictureUrl(path, renditionFor(device))

  /** In seconds: to the end of the slot or, where the screen is off by then, until it is on. */
  const refreshRateOf = ({ slot }: PickedImage, steered: Steered | undefined): number => {
    const seconds = Math.max(shortestRefresh, slot?.secondsLeft ?? 0)
    const now = collection.clock()
    const then = now + 1000 * seconds
    return steered === undefined ? seconds : Math.ceil((whenOn(then, steered, time) - now) / 1000)
  }

  return new Hono<AppEnvironment>()
    .get('/setup', async (c) => {
      const device = trmnlDeviceOf(c.req.raw.headers)
      const { name } = device
      const picked = await pickIfAny(async () => (await pick(c, device)).picked)
      const body: TrmnlSetup = {
        status: 200,
        // Nothing is protected by it: pictures are public.
        api_key: name,
        friendly_id: name.slice(-6).toUpperCase(),
        image_url: picked === undefined ? '' : imageUrl(c, device, picked),
        message: 'Welcome to the photo frame service',
      }
      return new JsonResponse(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
    })
    .get('/display', async (c) => {
      const device = trmnlDeviceOf(c.req.raw.headers)
      const { picked, steered } = await pick(c, device)
      const body: TrmnlDisplay = {
        status: 0,
        image_url: imageUrl(c, device, picked),
        filename: fileNameOf(picked, device),
        refresh_rate: refreshRateOf(picked, steered),
        update_firmware: false,
        reset_firmware: false,
      }
      return new JsonResponse(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
    })
    .post('/log', limitBody(maxLogBytes), async (c) => {
      trmnlDeviceOf(c.req.raw.headers)
      await c.req.raw.body?.pipeTo(new WritableStream())
      return new Response(null, { status: 204, headers })
    })
}

const renditionFor = ({ width, height, greyBits }: TrmnlDevice): RenditionRequest => ({
  width,
  height,
  fit: 'cover',
  format: 'png',
  palette: greyBits === 2 ? 'gray4' : 'bw',
  bytes: maxPictureBytes,
})

/**
 * A name that differs whenever the picture does, and ends in the start of its slot: the firmware
 * skips what it has already. It takes 31 characters at most.
 */
function fileNameOf({ path, size, mtimeMs, slot }: PickedImage, device: TrmnlDevice): string {
  const picture = Bun.hash(JSON.stringify([path, size, mtimeMs, renditionFor(device)]))
  // A clock that was never set may stand before 1970.
  const seconds = Math.abs(Math.floor((slot?.start ?? 0) / 1000))
  return `${picture.toString(36)}-${String(seconds).padStart(10, '0')}`
}

/** The setup succeeds without pictures too: there may be some by the time of the first one. */
async function pickIfAny(pick: () => Promise<PickedImage>): Promise<PickedImage | undefined> {
  try {
    return await pick()
  } catch (error) {
    if (error instanceof AppError && error.code === 'NO_IMAGES_AVAILABLE') return undefined
    throw error
  }
}
