import { html } from 'hono/html'
import { qrCodeOf } from '../http/response/qr-code.ts'

/** The empty border of the code, in modules: half of what ISO/IEC 18004 (5.3.8) has, and scanners do with. */
const border = 2

/** How high the line below it is, in modules. */
const lineHeight = 4

/**
 * Draws a QR code with a line below it, on white: SVG, one unit wide for each module, so that whoever
 * shows it can give each as many whole pixels.
 */
export async function drawGuestCode(url: string, line: string): Promise<string> {
  const { code, toSvgPath } = await qrCodeOf(url)
  const width = code.size + 2 * border
  const height = width + lineHeight
  const size = Math.min(3.2, (1.6 * code.size) / [...line].length)
  const svg = html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="${-border} ${-border} ${width} ${height}"
    width="${width}"
    height="${height}"
  >
    <rect x="${-border}" y="${-border}" width="${width}" height="${height}" fill="#fff" />
    <path d="${toSvgPath(code)}" />
    <text
      x="${code.size / 2}"
      y="${code.size + border + 1.8}"
      font-family="system-ui, sans-serif"
      font-size="${size}"
      font-weight="600"
      text-anchor="middle"
    >
      ${line}
    </text>
  </svg>`
  return String(await svg)
}
