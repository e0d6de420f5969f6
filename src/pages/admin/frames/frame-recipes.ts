/** The conditions that a person can click together for a frame. */
export interface FrameConditions {
  frame: string
  folder: string
  orientation: '' | 'landscape' | 'portrait' | 'match'
  order: '' | 'newest' | 'oldest' | 'name'
  since: '' | '30d' | '365d'
  every: '' | '15m' | '1h' | '24h'
}

/** A kind of frame, and the line to type in for it. */
export interface FrameKind {
  id: string
  label: string
  /** Where the line goes. */
  instructions: string
  /** Whether the line is an address that a tablet can scan. */
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

/** Writes the conditions as a query; those that are left open are left out. */
export function queryOf(conditions: FrameConditions): string {
  return Object.entries(conditions)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join('&')
}
