import type { Device } from '../../collection/frames/frame-log.ts'

const maxFirmwareLength = 64

/**
 * Reads what a device says of itself in headers: TRMNL's firmware and KOReader's client for it send
 * `Battery-Voltage`, `RSSI` and `FW-Version`, and `Percent-Charged` or `Battery-Percent`.
 */
export const deviceOf = (headers: Headers): Device => ({
  batteryPercent:
    numberOf(headers.get('percent-charged'), 0, 100) ??
    numberOf(headers.get('battery-percent'), 0, 100),
  batteryVolts: numberOf(headers.get('battery-voltage'), 0, 100),
  signalDbm: numberOf(headers.get('rssi'), -200, 100),
  firmware: headers.get('fw-version')?.trim().slice(0, maxFirmwareLength) || null,
})

/** A number in a range; null for anything else. */
function numberOf(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^-?\d{1,6}(\.\d{1,6})?$/.test(text.trim())) return null
  const number = Number(text)
  return number >= least && number <= most ? number : null
}
