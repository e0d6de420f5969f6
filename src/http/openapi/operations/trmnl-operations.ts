import { z } from 'zod'
import { macAddress, panelSide } from '../../request/frame/trmnl-device.ts'
import { trmnlDisplaySchema, trmnlSetupSchema } from '../../response/schemas.ts'
import { fields, header, jsonBody, type Operation } from '../operation.ts'

const panel =
  'Of the panel, in pixels. `PNG-Width` and `PNG-Height` take precedence. Default: 800 × 480.'

const device = fields(
  z.object({
    ID: z.string().regex(macAddress),
    Width: panelSide.optional(),
    Height: panelSide.optional(),
    'Bit-Depth': z.string().optional(),
  }),
  {
    ID: { description: 'The MAC address of the device.', example: 'A4:CF:12:00:9B:0E' },
    Width: { description: panel, example: 800 },
    Height: { description: panel, example: 480 },
    'Bit-Depth': { description: '`2` for four greys. Default: black and white.', example: '1' },
  },
)

const url =
  'http://192.168.1.20:3000/uploads/2024/summer/beach.jpg?width=800&height=480&fit=cover&format=png&palette=bw&bytes=89999'

const noStore = { 'Cache-Control': header('`no-store`: the next answer is another image.') }

const badDevice = {
  when: 'The address or the size of the device is missing or invalid.',
  sentence: 'Send the MAC address of the device in the header "ID".',
}

export const setUpDevice = {
  id: 'setUpDevice',
  tag: 'TRMNL',
  summary: 'Set up a device',
  description: 'What a device asks first. There is nothing to register: images are public.',
  headers: device,
  answers: {
    200: {
      description: 'The device is known by its MAC address.',
      headers: noStore,
      content: {
        'application/json': {
          schema: trmnlSetupSchema,
          example: {
            status: 200,
            api_key: 'a4cf12009b0e',
            friendly_id: '009B0E',
            image_url: url,
            message: 'Welcome to the photo frame service',
          },
        },
      },
    },
  },
  failures: ['INVALID_REQUEST', 'FILE_SYSTEM_ERROR'],
  failureNotes: { INVALID_REQUEST: badDevice },
} satisfies Operation

export const displayImage = {
  id: 'displayImage',
  tag: 'TRMNL',
  summary: 'Get the next image for a device',
  description:
    'The image that `TRMNL_QUERY` and the settings of the frame ask for, in the size and the greys of ' +
    'the panel, and when to ask again. The frame has the MAC address as its name, without colons.',
  headers: device,
  answers: {
    200: {
      description: 'The address of the image.',
      headers: noStore,
      content: {
        'application/json': {
          schema: trmnlDisplaySchema,
          example: {
            status: 0,
            image_url: url,
            filename: '2f8k1x0q9d-1795213200',
            refresh_rate: 2100,
            update_firmware: false,
            reset_firmware: false,
          },
        },
      },
    },
  },
  failures: ['INVALID_REQUEST', 'NO_IMAGES_AVAILABLE', 'FILE_SYSTEM_ERROR'],
  failureNotes: { INVALID_REQUEST: badDevice },
} satisfies Operation

export const takeLog = {
  id: 'takeLog',
  tag: 'TRMNL',
  summary: 'Send the log of a device',
  description: 'Read and dropped, so that the device does not send it again.',
  headers: device,
  body: jsonBody(z.looseObject({}), { logs: [] }, {}),
  answers: { 204: { description: 'The log was read.' } },
  failures: ['INVALID_REQUEST'],
  failureNotes: { INVALID_REQUEST: badDevice },
} satisfies Operation
