import { noDevice, type Device } from '../../collection/frames/frame-log.ts'

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
