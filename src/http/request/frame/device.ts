import { noDevice, type Device } from '../../../frames/frame-log.ts'
import type { RenditionRequest } from '../../../pixels/request.ts'
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

/** A number in a range; null for anything else. */
function numberOf(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^-?\d{1,6}(\.\d{1,6})?$/.test(text.trim())) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}

/** The size of a display in pixels, as it hangs. */
export type Display = Pick<RenditionRequest, 'width' | 'height'>

/**
 * Reads the display headers of a frame, as aitjcize/esp32-photoframe sends them: the size of the
 * panel, and its orientation. Invalid values are ignored.
 */
export function displayOf(headers: Headers): Display | undefined {
  const [wide, high] = [headers.get('x-display-width'), headers.get('x-display-height')]
  if (wide === null && high === null) return undefined
  const [width, height] = [sideOf(wide), sideOf(high)]
  if (width === undefined || height === undefined) {
    return width === undefined && height === undefined ? undefined : { width, height }
  }
  const orientation = headers.get('x-display-orientation')?.trim().toLowerCase()
  const isTurned = orientation === (width > height ? 'portrait' : 'landscape')
  return isTurned ? { width: height, height: width } : { width, height }
}

const sideOf = (value: string | null) =>
  value === null ? undefined : sideSchema().safeParse(value).data

/** Fills the sides that a request leaves open with those of the display. */
export const withDisplay = (request: RenditionRequest, display: Display | undefined) =>
  display === undefined
    ? request
    : {
        ...request,
        width: request.width ?? display.width,
        height: request.height ?? display.height,
      }
