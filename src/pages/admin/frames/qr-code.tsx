import { generate } from 'lean-qr/nano'
import { useMemo } from 'preact/hooks'
import { t } from '../lib/messages.ts'

/** The empty border that scanners want, in modules (ISO/IEC 18004, 5.3.8). */
const border = 4

/** A QR code as an SVG: dark on white in a dark page too, since many scanners want it so. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = useMemo(() => outline(text), [text])
  const side = size + 2 * border
  return (
    <svg
      class="qr"
      role="img"
      aria-label={t.frames.qrCode}
      viewBox={`${-border} ${-border} ${side} ${side}`}
      shape-rendering="crispEdges"
    >
      <rect x={-border} y={-border} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function outline(text: string) {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  return { size: code.size, path }
}
