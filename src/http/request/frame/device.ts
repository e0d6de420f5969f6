import { z } from 'zod'
import { noDevice, type Device } from '../../../frames/frame-log.ts'
import { invalidRequest } from '../../../errors.ts'
import { once } from '../../../lib/once.ts'
import { parseJson, whole } from '../../../lib/parse.ts'
import { optional } from '../../openapi/docs.ts'
import { sideSchema } from './rendition-query.ts'

const maxFirmwareLength = 64

/** What a battery of a device can have at most, in volts. */
const maxVolts = 20

/** Percent in place of volts: the firmware writes two decimals, and no cell has six volts. */
const wholePercent = /^ *([6-9]|[1-9]\d|100) *$/

/** Programs that name their version in `User-Agent` alone. */
const namedAgent = /^(ESPHome|trmnl-[a-z]+)\/[\w.-]+/

/**
 * Reads what a device says of itself in headers. As their sources have it:
 *
 * - usetrmnl/firmware, `src/api-client/display.cpp`, and usetrmnl/trmnl-kobo, `trmnlloop.sh`:
 *   `Battery-Voltage`, `RSSI`, `FW-Version`.
 * - usetrmnl/trmnl-koreader, `trmnl.koplugin/main.lua`: `percent-charged`, `rssi` (always 0),
 *   `User-Agent` (`trmnl-display/0.1.0-koreader`).
 * - usetrmnl/trmnl-android, `TrmnlApiService.kt`: `Percent-Charged`, `RSSI`.
 * - usetrmnl/trmnl-kindle, `TRMNL.sh`: `battery-voltage`, which is whole percent, `rssi` (always 0).
 * - usetrmnl/trmnl-display: `battery-voltage` (always 100.00), `rssi` (always 0), `User-Agent`.
 * - aitjcize/esp32-photoframe, `main/utils.c`: `X-Battery-Percentage` (-1 without a battery),
 *   `X-Firmware-Version`.
 * - esphome/esphome, `online_image.cpp` and `http_request`: `User-Agent` (`ESPHome/2025.11.0 …`).
 */
export function deviceOf(headers: Headers): Device {
  const battery = headers.get('battery-voltage')
  const isPercent = battery !== null && wholePercent.test(battery)
  const percent =
    headers.get('percent-charged') ??
    headers.get('battery-percent') ??
    headers.get('x-battery-percentage') ??
    (isPercent ? battery : null)
  const firmware =
    headers.get('fw-version') ??
    headers.get('x-firmware-version') ??
    namedAgent.exec(headers.get('user-agent') ?? '')?.[0]
  const signal = headers.get('rssi')
  if ((percent ?? battery ?? signal ?? firmware ?? null) === null) return noDevice
  return {
    batteryPercent: numberOf(percent, 0, 100),
    batteryVolts: isPercent ? null : numberOf(battery, 0, maxVolts),
    signalDbm: numberOf(signal, -200, -1),
    firmware: firmware?.trim().slice(0, maxFirmwareLength) || null,
  }
}

/** The headers by which any device may say the same, for the API's document. */
export const reportHeaders = () => ({
  'Percent-Charged': optional(
    z.number().min(0).max(100),
    'The charge of the battery, as the list of frames has it. Invalid values are ignored, here and below.',
    81,
  ),
  'Battery-Voltage': optional(z.number().min(0).max(maxVolts), 'The volts of the battery.', 3.9),
  RSSI: optional(z.number().min(-200).max(-1), 'The strength of the Wi-Fi signal, in dBm.', -58),
  'FW-Version': optional(z.string(), 'The version of the firmware.', '1.5.2'),
})

/** A number in a range; null for anything else. */
function numberOf(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^-?\d{1,6}(\.\d{1,6})?$/.test(text.trim())) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}

/** What a TRMNL device says of itself in the headers of its requests. */
export interface TrmnlDevice {
  /** Its MAC address without colons, in lower case. */
  name: string
  width: number
  height: number
  /** Bits of grey for each pixel. */
  greyBits: 1 | 2
}

/** Six bytes in hexadecimal, with colons. */
export const macAddress = /^[\da-fA-F]{2}(:[\da-fA-F]{2}){5}$/

/** The panel of TRMNL's first device. */
const defaultPanel = { width: 800, height: 480 }

/** The side of a panel in pixels, longer than that of an icon. */
export const panelSide = () => whole(16, 10_000)

/**
 * Reads the headers of a TRMNL device.
 * @throws INVALID_REQUEST when its address or its size is invalid.
 */
export function trmnlDeviceOf(headers: Headers): TrmnlDevice {
  const id = headers.get('id') ?? ''
  if (!macAddress.test(id)) {
    throw invalidRequest('Send the MAC address of the device in the header "ID".')
  }
  const width = sideOf(headers.get('png-width') ?? headers.get('width'))
  const height = sideOf(headers.get('png-height') ?? headers.get('height'))
  return {
    name: id.replaceAll(':', '').toLowerCase(),
    ...(width === undefined || height === undefined ? defaultPanel : { width, height }),
    greyBits: headers.get('bit-depth')?.trim() === '2' ? 2 : 1,
  }
}

function sideOf(value: string | null): number | undefined {
  if (value === null) return undefined
  const parsed = panelSide().safeParse(value.trim())
  if (parsed.success) return parsed.data
  throw invalidRequest(
    'Send the size of the panel in "Width" and "Height", from 16 to 10000 pixels.',
  )
}

/**
 * Reads the display headers of a frame, as aitjcize/esp32-photoframe sends them: the size of the
 * panel, and its orientation. Invalid values are ignored.
 * @returns its size in pixels, as it hangs.
 */
export function displayOf(headers: Headers) {
  const [width, height] = [displaySideOf(headers, 'width'), displaySideOf(headers, 'height')]
  if (width === undefined || height === undefined) {
    return width === undefined && height === undefined ? undefined : { width, height }
  }
  const orientation = headers.get('x-display-orientation')?.trim().toLowerCase()
  const isTurned = orientation === (width > height ? 'portrait' : 'landscape')
  return isTurned ? { width: height, height: width } : { width, height }
}

const displaySideOf = (headers: Headers, name: 'width' | 'height') =>
  sideSchema().safeParse(headers.get(`x-display-${name}`)).data

/** The colours of a Spectra 6 panel, in the order of `panel`. */
const panelColours = ['black', 'white', 'yellow', 'red', 'blue', 'green'] as const

/** What the panel really shows for each of them, as aitjcize/esp32-photoframe sends it. */
const panelSchema = once(() => {
  const level = z.int().min(0).max(255)
  return z.record(z.enum(panelColours), z.object({ r: level, g: level, b: level }))
})

/** The longest header that is read as a palette, in characters. */
const maxPanelLength = 2048

/** Reads the colours that a frame has measured on its panel; `undefined` where there are none. */
export function panelColoursOf(headers: Headers): string | undefined {
  const text = headers.get('x-color-palette')
  if (text === null || text.length > maxPanelLength) return undefined
  const panel = panelSchema().safeParse(parseJson(text))
  return panel.data && panelColours.map((name) => hexOf(panel.data[name])).join(',')
}

const hexOf = ({ r, g, b }: Record<'r' | 'g' | 'b', number>) =>
  [r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')
