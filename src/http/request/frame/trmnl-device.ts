import { invalidRequest } from '../../../errors.ts'
import { whole } from './rendition-query.ts'

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
  const width = sideOf(headers, ['png-width', 'width'])
  const height = sideOf(headers, ['png-height', 'height'])
  return {
    name: id.replaceAll(':', '').toLowerCase(),
    ...(width === undefined || height === undefined ? defaultPanel : { width, height }),
    greyBits: headers.get('bit-depth')?.trim() === '2' ? 2 : 1,
  }
}

function sideOf(headers: Headers, names: readonly string[]): number | undefined {
  const value = names.map((name) => headers.get(name)).find((each) => each !== null)
  if (value === undefined || value === null) return undefined
  const parsed = panelSide().safeParse(value.trim())
  if (parsed.success) return parsed.data
  throw invalidRequest(
    'Send the size of the panel in "Width" and "Height", from 16 to 10000 pixels.',
  )
}
