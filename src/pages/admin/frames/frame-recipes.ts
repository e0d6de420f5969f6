/** What a person has chosen for a frame: its name and its conditions, by their names in a query. */
export type FrameChoices = Readonly<Record<string, string>>

/** A kind of frame, and the line to type in for it. */
export interface FrameKind {
  id: string
  label: string
  /** Where the line goes. */
  instructions: string
  /** Whether the line is the address of a page, which is also shown as a QR code. */
  isPage: boolean
  line: (origin: string, query: string) => string
}

const picture = (origin: string, query: string, more: string) =>
  `${origin}/api/images/random?${[`as=image`, query, more].filter((each) => each !== '').join('&')}`

export const frameKinds: readonly FrameKind[] = [
  {
    id: 'browser',
    label: 'Tablet, phone or computer',
    instructions: 'Open this address in the browser, or scan the code.',
    isPage: true,
    line: (origin, query) => `${origin}/?${query}`,
  },
  {
    id: 'kiosk',
    label: 'Raspberry Pi with a screen',
    instructions: 'Start this on the Raspberry Pi.',
    isPage: false,
    line: (origin, query) => `chromium --kiosk --noerrdialogs '${origin}/?${query}'`,
  },
  {
    id: 'esp32',
    label: 'ESP32 with e-paper',
    instructions: 'In esp32-photoframe, rotate from this URL.',
    isPage: false,
    line: (origin, query) => picture(origin, query, ''),
  },
  {
    id: 'trmnl',
    label: 'TRMNL, or a client for it on a Kindle or KOReader',
    instructions:
      'Set this as its server. Which pictures such frames get is a setting of the service, TRMNL_QUERY.',
    isPage: false,
    line: (origin) => origin,
  },
  {
    id: 'esphome',
    label: 'ESPHome or Inkplate',
    instructions: 'Use this as the address of the picture, with the size of your screen.',
    isPage: false,
    line: (origin, query) =>
      picture(origin, query, 'width=800&height=480&fit=cover&format=png&palette=gray4'),
  },
  {
    id: 'open-e-paper-link',
    label: 'OpenEPaperLink tag',
    instructions: 'Choose the content “Image URL” and give this address, with the size of the tag.',
    isPage: false,
    line: (origin, query) => picture(origin, query, 'width=296&height=128&fit=cover&format=jpeg'),
  },
  {
    id: 'home-assistant',
    label: 'Home Assistant',
    instructions: 'Add the integration “Generic Camera” with this still image URL.',
    isPage: false,
    line: (origin, query) => picture(origin, query, 'width=1280&height=720&format=jpeg'),
  },
  {
    id: 'kindle',
    label: 'Kindle or another e-paper screen with a shell',
    instructions: 'Run this on the device every 15 minutes.',
    isPage: false,
    line: (origin, query) =>
      `curl -sfm 60 -o /tmp/next.png '${picture(origin, query, 'width=600&height=800&format=png')}' && fbink -c -g file=/tmp/next.png`,
  },
]

/** Encodes quotes too: the lines are for a shell as well, whatever a folder is called. */
const encodeValue = (value: string) =>
  encodeURIComponent(value).replaceAll('%2F', '/').replaceAll("'", '%27')

/** Writes the choices as a query; those that are left open are left out. */
export function queryOf(choices: FrameChoices): string {
  return Object.entries(choices)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join('&')
}
