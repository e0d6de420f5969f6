import { expect, test } from 'bun:test'
import { formWords } from '../../../../src/http/request/frame/form-fields.ts'
import { setMessages } from '../../../../src/pages/admin/lib/messages.ts'
import english from '../../../../src/pages/languages/en.json'
import {
  conditionsOf,
  describeBattery,
  describeOverride,
  describeHearing,
  describeState,
  detailsOf,
  isBatteryLow,
  isSilent,
  sortFrames,
  type Frame,
} from '../../../../src/pages/admin/frames/frame-facts.ts'

setMessages({ ...english, settings: formWords() }, 'en')

const hour = 3_600_000
const noDevice = { batteryPercent: null, batteryVolts: null, signalDbm: null, firmware: null }

/** A noon, by the clock of this computer. */
const noon = new Date(2026, 2, 10, 12).getTime()

const frameWith = (some: Partial<Frame> = {}): Frame => ({
  name: 'hall',
  label: null,
  settings: {},
  show: null,
  screen: null,
  lastSeen: new Date(noon).toISOString(),
  address: '192.168.1.5',
  display: null,
  kind: some.device || some.display ? 'device' : null,
  conditions: '',
  image: null,
  requests: 1,
  device: noDevice,
  ...some,
})

const device = { ...noDevice, batteryVolts: 4.1 }
const momentIn = (text: string) => text.replace(/Changes at about |\.$/g, '')
const clock = (moment: number) =>
  new Date(moment).toLocaleString(undefined, { hour: 'numeric', minute: '2-digit' })

test.each([
  [{}, 72],
  [{ settings: { every: '2d' } }, 144],
  [{ settings: { every: '15m' } }, 24],
  [{ settings: { every: '12h' } }, 36],
  // The address wins over the setting.
  [{ conditions: 'every=30d', settings: { every: '1h' } }, 90 * 24],
])('a frame like %j is silent after %d hours', (some, hours) => {
  const frame = frameWith(some)
  expect(isSilent(frame, noon + hours * hour)).toBe(false)
  expect(isSilent(frame, noon + hours * hour + 1000)).toBe(true)
})

test('a frame that has never asked is not silent', () => {
  expect(isSilent(frameWith({ lastSeen: null }), noon)).toBe(false)
})

test('what an address has in place of a setting is named', () => {
  const frame = frameWith({ conditions: 'order=name&looks=seconds%2Cclock' })
  const said = ['order', 'since', 'seconds', 'clock'].map((name) => describeOverride(frame, name))
  expect(said).toEqual(['Set in its address', '', 'Set in its address', 'Set in its address'])
  expect(conditionsOf(frame)).toEqual([['order', 'name']])
  expect(describeOverride({ ...frame, name: 'aabbccddeeff' }, 'order')).toBe('')
})

test('conditions of the address win over settings, but not for the devices of TRMNL', () => {
  const settings = { order: 'newest', folder: ['a', 'b'], seconds: 20 }
  const some = { conditions: 'order=name&since=30d', settings }
  const said = (frame: Frame) => conditionsOf(frame).map((each) => each.join(' '))
  expect(said(frameWith(some))).toEqual(['order name', 'since 30d', 'folder a', 'folder b'])
  const trmnl = frameWith({ ...some, name: 'aabbccddeeff' })
  expect(said(trmnl)).toEqual(['order newest', 'folder a', 'folder b', 'since 30d'])
})

test('a device that sleeps hears of a change at the end of its slot', () => {
  const settings = { every: '5h' }
  const hearing = describeHearing(frameWith({ settings, device }), noon)
  expect(momentIn(hearing)).toBe(clock(noon + 3 * hour))
  // Where that has passed, nobody knows when.
  const unknown = 'Changes when it next wakes up.'
  expect(describeHearing(frameWith({ settings, device }), noon + 4 * hour)).toBe(unknown)
  expect(describeHearing(frameWith({ device }), noon)).toBe(unknown)
})

test('a device of TRMNL is not woken in quiet hours, nor within five minutes', () => {
  const trmnl = frameWith({ name: 'aabbccddeeff', conditions: 'every=1h' })
  const at = (seen: number) => ({ ...trmnl, device, lastSeen: new Date(seen).toISOString() })
  expect(momentIn(describeHearing(at(noon), noon))).toBe(clock(noon + hour))
  const soon = noon + hour - 60_000
  expect(momentIn(describeHearing(at(soon), soon))).toBe(clock(soon + 300_000))
  const quiet = { ...at(noon), settings: { quiet: '12:30-15:00' } }
  expect(momentIn(describeHearing(quiet, noon))).toBe(clock(noon + 3 * hour))
})

test('of a page in a browser, nothing is said: it hears at once', () => {
  expect(describeHearing(frameWith({ settings: { every: '1h' } }), noon)).toBe('')
})

test.each<[Partial<Frame>, number, string]>([
  [{}, 1, 'Shows photos · now'],
  [{ settings: { seconds: 300 } }, 5, 'Shows photos · now'],
  [{ conditions: 'every=6h' }, 300, 'Shows photos · now'],
  [{}, 8, 'Seen 8 minutes ago'],
  [{ settings: { quiet: '00:00-23:59' } }, 73 * 60, 'Seen 3 days ago'],
  [{ lastSeen: null }, 0, 'Not seen yet'],
  [{ show: { path: 'a.jpg', until: null } }, 90, 'Shows this photo until you change it'],
  [{ device, settings: { every: '5h' } }, 60, `Asleep until ${clock(noon + 3 * hour)}`],
  [{ device, settings: { every: '5h' } }, 200, 'Seen 3 hours ago'],
  [{ device: { ...noDevice, batteryVolts: 3.4 } }, 1, 'Battery low'],
  [{ settings: { quiet: '12:05-13:00' } }, 10, `Asleep until ${clock(noon + hour)}`],
  [{ screen: 'off' }, 10, 'Seen 10 minutes ago'],
])('a frame like %j says in one line after %d minutes: %s', (some, minutes, text) => {
  expect(describeState(frameWith(some), noon + (minutes * hour) / 60)).toBe(text)
})

test('what else is known of a frame is listed, its numbers as the language writes them', () => {
  const show = { path: 'Summer/3.png', until: null }
  const settings = { order: 'newest', palette: 'bw', width: 800, height: 480, format: 'png' }
  const some = { ...noDevice, batteryVolts: 3.62, signalDbm: -61 }
  const frame = frameWith({ label: 'Hall', lastSeen: null, show, settings, device: some })
  const all = [
    'Summer/3.png, until you change it',
    'hall, 192.168.1.5, TRMNL OG, 7.5″ B/W, Battery 3.62\u00A0V, -61 dBm',
    'Newest first',
  ]
  expect(detailsOf(frame)).toEqual(all)
  setMessages({ ...english, settings: formWords() }, 'de')
  expect(describeBattery(frame)).toBe('Battery 3,62\u00A0V')
  setMessages({ ...english, settings: formWords() }, 'en')
})

test('batteries are said in percent, or in volts', () => {
  const says = (some: Partial<Frame['device']>) => {
    const frame = frameWith({ device: { ...noDevice, ...some } })
    return [describeBattery(frame), isBatteryLow(frame)]
  }
  expect(says({})).toEqual(['', false])
  expect(says({ batteryPercent: 19.4, batteryVolts: 4 })).toEqual(['Battery 19%', true])
  expect(says({ batteryPercent: 20 })).toEqual(['Battery 20%', false])
  expect(says({ batteryVolts: 3.456 })).toEqual(['Battery 3.46\u00A0V', true])
  expect(says({ batteryVolts: 4.1 })).toEqual(['Battery 4.10\u00A0V', false])
})

test('frames stay in one order whoever asks, those without a name last', () => {
  const names = ['b 10', '', 'b 2', 'a', 'c']
  const frames = names.map((name) => frameWith({ name, label: name === 'c' ? 'Atrium' : null }))
  expect(sortFrames(frames).map(({ name }) => name)).toEqual(['a', 'c', 'b 2', 'b 10', ''])
})
