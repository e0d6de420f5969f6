import { expect, test } from 'bun:test'
import { queryValues } from '../../../src/lib/parse.ts'
import { trmnlDeviceOf } from '../../../src/http/request/frame/device.ts'
import { pictureSchema } from '../../../src/http/request/frame/picture-query.ts'
import { planOf, planOfDevice, Plans } from '../../../src/http/request/frame/plan.ts'
import { readConditions } from '../../../src/frames/conditions/registry.ts'
import type { Settings } from '../../../src/frames/steering.ts'

type Sent = Record<string, string>

/** What a frame asks for, without what its rendition leaves open. */
function planned(query: string, settings: Settings | undefined, sent: Sent = {}) {
  const asked = {
    query: pictureSchema().parse(queryValues(query)),
    text: query,
    headers: new Headers(sent),
  }
  const { rendition, ...plan } = planOf(asked, settings)
  return { ...plan, rendition: JSON.parse(JSON.stringify(rendition)) }
}

const panel = (width: string, height: string, more: Sent = {}): Sent => ({
  'X-Display-Width': width,
  'X-Display-Height': height,
  ...more,
})
const turned = (orientation: string) => ({ 'X-Display-Orientation': orientation })
const hex = { black: 2, white: 190, yellow: 205, red: 135, blue: 5, green: 39 }
const levels = Object.entries(hex).map(([name, level]) => [name, { r: level, g: level, b: level }])
const measured = Object.fromEntries(levels)
const coloured = (colours: unknown) => ({ 'X-Color-Palette': JSON.stringify(colours) })
const exact = { width: 80, height: 48, fit: 'cover', palette: 'spectra6' }
const colours = '020202,bebebe,cdcdcd,878787,050505,272727'

const page = { background: 'black', width: 9 }
const grey = { dither: 'none', palette: 'bw' }
const size = { width: 30, height: 20 }
const cover = { ...size, fit: 'cover' } as const
const bare = { dither: 'none' } as const
const [display, small] = [panel('30', '10'), panel('80', '48', coloured(measured))]

test.each<[string, string, Settings | undefined, Sent, object]>([
  // By its address and its display.
  ['the address', 'width=20&height=10', undefined, {}, { width: 20, height: 10 }],
  ['the display', '', undefined, display, { width: 30, height: 10 }],
  ['a width before the display', 'width=20', undefined, display, { width: 20, height: 10 }],
  ['a height before the display', 'height=5', undefined, display, { width: 30, height: 5 }],
  ['both before the display', 'width=9&height=9', undefined, display, { width: 9, height: 9 }],
  ['upright', '', undefined, { ...display, ...turned('portrait') }, { width: 10, height: 30 }],
  ['lying', '', undefined, { ...display, ...turned('landscape') }, { width: 30, height: 10 }],
  ['turned', '', undefined, panel('10', '30', turned('landscape')), { width: 30, height: 10 }],
  ['nonsense', '', undefined, { ...display, ...turned('sideways') }, { width: 30, height: 10 }],
  ...['0', '-1', 'wide', '', '10001', '1e3', '800, 480', '8.5'].flatMap(
    (garbage): [string, string, undefined, Sent, object][] => [
      [`no size: ${garbage}`, '', undefined, panel(garbage, garbage), {}],
      [`half a size: ${garbage}`, '', undefined, panel('30', garbage), { width: 30 }],
    ],
  ),
  // With the colours that its panel shows.
  ['colours', '', undefined, small, { ...exact, panel: colours }],
  ['another format', 'format=jpeg', undefined, small, { width: 80, height: 48, format: 'jpeg' }],
  ...['', 'none', {}, [], { black: { r: 1, g: 1 } }, { ...measured, red: { r: 256, g: 0, b: 0 } }]
    .concat('x'.repeat(5000))
    .map((unclear): [string, string, undefined, Sent, object] => {
      const size = { width: 80, height: 48 }
      return ['unclear colours', '', undefined, panel('80', '48', coloured(unclear)), size]
    }),
  ['colours and dither', '', bare, small, { ...exact, ...bare, panel: colours }],
  // With what is set for it.
  ['settings', '', { width: 30 }, {}, { width: 30 }],
  ['the address before settings', 'width=20', { width: 30 }, {}, { width: 20 }],
  ['a display before settings', '', cover, display, { ...cover, height: 10 }],
  ['fit without a size', '', { fit: 'cover' }, {}, {}],
  ['dither without a palette', '', { dither: 'none' }, {}, {}],
  ['a colour that is the page’s', '', page, {}, { width: 9 }],
  ['a palette for JPEG', 'format=jpeg', grey, {}, { format: 'jpeg' }],
  ['a display for an exact size', 'fit=cover', undefined, display, { ...cover, height: 10 }],
  ['a size that an address lacks', 'fit=cover', size, {}, { ...size, fit: 'cover' }],
])('the rendition that a frame gets is by %s: %s', (_, query, settings, headers, expected) => {
  expect(planned(query, settings, headers).rendition).toEqual(expected)
})

const browser = 'image/avif,image/webp,image/png,*/*;q=0.8'

test.each<[string, string, Sent, boolean, object]>([
  ['with a description', '', {}, false, {}],
  ['with one whatever it takes', '', { Accept: '*/*' }, false, {}],
  ['with an image that it asks for', 'as=image', {}, true, {}],
  ['with an image that it prefers', '', { Accept: browser }, true, {}],
  ['with a description that it asks for', 'as=json', { Accept: 'image/png' }, false, {}],
  ['with an image for its display', '', display, true, { width: 30, height: 10 }],
  [
    'as `Accept` says before that',
    '',
    { ...display, Accept: '*/*' },
    false,
    { width: 30, height: 10 },
  ],
  ['in the one format that it takes', '', { Accept: 'image/png' }, true, { format: 'png' }],
  ['in the format of its address', 'format=bmp', { Accept: 'image/png' }, true, { format: 'bmp' }],
  ['in its colours', 'palette=bw', { Accept: 'image/webp' }, true, { palette: 'bw' }],
])('a frame is answered %s: %s', (_, query, sent, isImage, rendition) => {
  expect(planned(query, undefined, sent)).toMatchObject({ isImage, rendition })
  expect(planned(query, undefined, sent).rendition).toEqual(rendition)
})

test('a frame is answered without WebP where it has a display', () => {
  expect(planned('', undefined, display).readsWebp).toBeFalse()
  expect(planned('', undefined).readsWebp).toBeTrue()
})

const plans = new Plans()
const empty = pictureSchema().parse({})
const ask = (sent: Sent) =>
  plans.of({ query: empty, text: '', headers: new Headers(sent) }, undefined)

test('plans of the same address are kept, and told apart by what a frame sends', () => {
  const sent = [{}, display, small, { ...display, ...turned('portrait') }, { Accept: 'image/png' }]
  const made = sent.map(ask)
  expect(new Set(made.map((plan) => JSON.stringify(plan))).size).toBe(sent.length)
  expect(sent.map(ask).every((plan, index) => plan === made[index])).toBeTrue()
})

test('a plan made for a header that says null is not that of a frame without it', () => {
  const other = panel('31', '11')
  expect(ask({ ...other, Accept: 'null' }).isImage).toBeFalse()
  expect(ask(other).isImage).toBeTrue()
})

test('plans are not kept with headers that are long', () => {
  const long = { Accept: `image/png;x=${'x'.repeat(2000)}` }
  expect(ask(long)).toEqual(ask(long))
  expect(ask(long)).not.toBe(ask(long))
})

const keyOf = (query: string, size = {}) =>
  readConditions(pictureSchema().parse(queryValues(query)), size).key

test.each<[string, string, Settings, string]>([
  ['an empty address', '', { folder: ['a', 'b'], order: 'name' }, 'folder=a&folder=b&order=name'],
  ['an address that names one', 'order=newest', { order: 'name' }, 'order=newest'],
  ['an address that names none', 'folder=', { folder: ['a'] }, ''],
  ['a day after its last', 'to=2029-01-01', { from: '2030-01-01' }, 'to=2029-01-01'],
  ['match without a size', '', { orientation: 'match' }, ''],
])('the conditions of a frame take what is set with %s', (_, query, settings, expected) => {
  expect(planned(query, settings).picking.conditions?.key).toBe(keyOf(expected))
})

test('the conditions of a frame match a size that is set, which the address lacks', () => {
  const { picking } = planned('orientation=match', size)
  expect(picking.conditions?.key).toBe(keyOf('orientation=match', size))
})

test.each(['fit=cover', 'orientation=match', 'dither=none', 'bytes=2000'])(
  'the conditions of a frame are refused where the address alone does not go together: %s',
  (query) => {
    expect(() => planned(query, undefined)).toThrow()
    expect(() => planned(query, { order: 'name' })).toThrow()
  },
)

const device = trmnlDeviceOf(new Headers({ ID: 'A4:CF:12:00:9B:0E' }))

test.each<[string, Settings, string, number]>([
  ['an hour', {}, '', 3600],
  ['what all devices are given', {}, 'every=30m', 1800],
  ['what is set for it first', { every: '2h' }, 'every=30m', 7200],
  ['nothing that contradicts', { to: '2020-01-01' }, 'from=2021-01-01&every=30m', 1800],
])('what a TRMNL device gets stays for %s', (_, settings, given, expected) => {
  const { picking } = planOfDevice(device, settings, queryValues(given))
  const conditions = { slotLength: expected }
  expect(picking).toMatchObject({ frame: 'a4cf12009b0e', isScaled: true, conditions })
})
