import { t } from '../lib/messages.ts'

/** A kind of frame, and the line to type in for it. */
export interface FrameKind {
  id: string
  label: () => string
  /** Where the line goes. */
  instructions: () => string
  /** Whether the line is the address of a page, which is also shown as a QR code. */
  isPage?: true
  /** Whether the device names itself. */
  hasNoName?: true
  /** The panel that it has most often; empty where it says itself what it has. */
  panel?: string
  /** @param frame says its name, as part of a query. */
  line: (origin: string, frame: string) => string
}

const picture = (origin: string, frame: string) => `${origin}/api/images/random?as=image&${frame}`

export const browser: FrameKind = {
  id: 'browser',
  label: () => t.frames.kinds.browser.label,
  instructions: () => t.frames.kinds.browser.todo,
  isPage: true,
  line: (origin, frame) => `${origin}/?${frame}`,
}

export const frameKinds: readonly FrameKind[] = [
  browser,
  {
    id: 'kiosk',
    label: () => t.frames.kinds.kiosk.label,
    instructions: () => t.frames.kinds.kiosk.todo,
    line: (origin, frame) => `chromium --kiosk --noerrdialogs '${origin}/?${frame}'`,
  },
  {
    id: 'esp32',
    label: () => t.frames.kinds.esp32.label,
    instructions: () => t.frames.kinds.esp32.todo,
    panel: '',
    line: picture,
  },
  {
    id: 'trmnl',
    label: () => t.frames.kinds.trmnl.label,
    instructions: () => t.frames.kinds.trmnl.todo,
    hasNoName: true,
    line: (origin) => origin,
  },
  {
    id: 'esphome',
    label: () => t.frames.kinds.esphome.label,
    instructions: () => t.frames.kinds.esphome.todo,
    panel: 'Inkplate 10',
    line: picture,
  },
  {
    id: 'open-e-paper-link',
    label: () => t.frames.kinds.openEPaperLink.label,
    instructions: () => t.frames.kinds.openEPaperLink.todo,
    panel: '2.9″ OpenEPaperLink',
    line: picture,
  },
  {
    id: 'home-assistant',
    label: () => t.frames.kinds.homeAssistant.label,
    instructions: () => t.frames.kinds.homeAssistant.todo,
    panel: 'HD',
    line: picture,
  },
  {
    id: 'kindle',
    label: () => t.frames.kinds.kindle.label,
    instructions: () => t.frames.kinds.kindle.todo,
    panel: 'Kindle Paperwhite 3, 4',
    line: (origin, frame) =>
      `curl -sfm 60 -o /tmp/next.png '${picture(origin, frame)}' && fbink -c -g file=/tmp/next.png`,
  },
]

/** Names a frame in a query. Encodes quotes too: the lines are for a shell as well. */
export const frameQuery = (name: string) =>
  `frame=${encodeURIComponent(name).replaceAll("'", '%27')}`
