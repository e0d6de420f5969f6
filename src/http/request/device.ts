import { noDevice, type Device } from '../../collection/frames/frame-log.ts'
import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { sideSchema } from './rendition-query.ts'

const maxFirmwareLength = 64

/**
 * Reads what a device says of itself in headers: TRMNL's firmware and KOReader's client for it send
 * `Battery-Voltage`, `RSSI` and `FW-Version`, and `Percent-Charged` or `Battery-Percent`.
 */
export function deviceOf(headers: Headers): Device {
  const percent = headers.get('percent-charged') ?? headers.get('battery-percent')
  const volts = headers.get('battery-voltage')
  const signal = headers.get('rssi')
  const firmware = headers.get('fw-version')
  if ((percent ?? volts ?? signal ?? firmware) === null) return noDevice
  return {
    batteryPercent: numberOf(percent, 0, 100),
    batteryVolts: numberOf(volts, 0, 100),
    signalDbm: numberOf(signal, -200, 100),
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
  value === null ? undefined : sideSchema.safeParse(value).data

/** Fills the sides that a request leaves open with those of the display. */
export const withDisplay = (request: RenditionRequest, display: Display | undefined) =>
  display === undefined
    ? request
    : {
        ...request,
        width: request.width ?? display.width,
        height: request.height ?? display.height,
      }
