/** A kind of frame, and the line to type in for it. */
export interface FrameKind {
  id: string
  label: string
  /** Where the line goes. */
  instructions: string
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
  label: 'Tablet, phone or computer',
  instructions: 'Scan the code, or open this address in the browser.',
  isPage: true,
  line: (origin, frame) => `${origin}/?${frame}`,
}

export const frameKinds: readonly FrameKind[] = [
  browser,
  {
    id: 'kiosk',
    label: 'Raspberry Pi with a screen',
    instructions: 'Start this on the Raspberry Pi.',
    line: (origin, frame) => `chromium --kiosk --noerrdialogs '${origin}/?${frame}'`,
  },
  {
    id: 'esp32',
    label: 'ESP32 with e-paper',
    instructions: 'In esp32-photoframe, rotate from this URL.',
    panel: '',
    line: picture,
  },
  {
    id: 'trmnl',
    label: 'TRMNL, or a client for it on a Kindle or KOReader',
    instructions:
      'Set this as its server. It says itself what panel it has, and is here once it has asked.',
    hasNoName: true,
    line: (origin) => origin,
  },
  {
    id: 'esphome',
    label: 'ESPHome or Inkplate',
    instructions: 'Use this as the address of the picture.',
    panel: 'Inkplate 10',
    line: picture,
  },
  {
    id: 'open-e-paper-link',
    label: 'OpenEPaperLink tag',
    instructions: 'Choose the content “Image URL” and give this address.',
    panel: '2.9 inch tag',
    line: picture,
  },
  {
    id: 'home-assistant',
    label: 'Home Assistant',
    instructions: 'Add the integration “Generic Camera” with this still image URL.',
    panel: 'HD screen',
    line: picture,
  },
  {
    id: 'kindle',
    label: 'Kindle or another e-paper screen with a shell',
    instructions: 'Run this on the device every 15 minutes.',
    panel: 'Kindle Paperwhite 3 and 4',
    line: (origin, frame) =>
      `curl -sfm 60 -o /tmp/next.png '${picture(origin, frame)}' && fbink -c -g file=/tmp/next.png`,
  },
]

/** Names a frame in a query. Encodes quotes too: the lines are for a shell as well. */
export const frameQuery = (name: string) =>
  `frame=${encodeURIComponent(name).replaceAll("'", '%27')}`
