import type { Messages } from '../../languages/messages.ts'

/** A kind of frame, and the line to type in for it. */
interface FrameKind {
  /** The messages that name it, and say where the line goes. */
  id: keyof Messages['frames']['kinds']
  /** Shown where people are asked for the kind, of those that they know. */
  icon?: 'connect' | 'frames' | 'picture' | 'device' | 'cover'
  /** Whether the device names itself. */
  hasNoName?: true
  /** The panel that it has most often; empty where it says itself what it has. */
  panel?: string
  /** @param frame says its name, as part of a query. */
  line: (origin: string, frame: string) => string
}

const picture = (origin: string, frame: string) => `${origin}/api/images/random?as=image&${frame}`

/** The kind whose line is the address of a page, which is also shown as a QR code. */
export const browser: FrameKind = {
  id: 'browser',
  icon: 'connect',
  line: (origin, frame) => `${origin}/?${frame}`,
}

export const frameKinds: readonly FrameKind[] = [
  browser,
  {
    id: 'kiosk',
    icon: 'frames',
    line: (origin, frame) => `chromium --kiosk --noerrdialogs '${origin}/?${frame}'`,
  },
  { id: 'esp32', icon: 'picture', panel: '', line: picture },
  { id: 'trmnl', icon: 'device', hasNoName: true, line: (origin) => origin },
  { id: 'esphome', panel: 'Inkplate 10', line: picture },
  { id: 'openEPaperLink', panel: '2.9″ OpenEPaperLink', line: picture },
  { id: 'homeAssistant', panel: 'HD', line: picture },
  {
    id: 'kindle',
    icon: 'cover',
    panel: 'Kindle Paperwhite 3, 4',
    line: (origin, frame) =>
      `curl -sfm 60 -o /tmp/next.png '${picture(origin, frame)}' && fbink -c -g file=/tmp/next.png`,
  },
]

/** Names a frame in a query. Encodes quotes too: the lines are for a shell as well. */
export const frameQuery = (name: string) =>
  `frame=${encodeURIComponent(name).replaceAll("'", '%27')}`
