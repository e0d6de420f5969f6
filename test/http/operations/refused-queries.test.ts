import { describe, expect, test } from 'bun:test'
import { failed, sharedApp } from '../../support/app.ts'
import { quadrants } from '../../support/pixels.ts'

const service = sharedApp({ files: { 'a.png': quadrants(60, 40) } })

const many = (name: string) =>
  Array.from({ length: 17 }, (_, number) => `${name}=${number}`).join('&')

/** By the name of a parameter: what it can not be, with others where those are at fault. */
type Refused = Record<string, string[]>

const sizes = ['0', '10001', '-1', '1.5', '', 'a', '1e2', '%20', '1&width=2&height=2&height=1']
const ofRenditions: Refused = {
  width: sizes,
  height: sizes,
  quality: ['0', '101', 'high', '1&quality=1'],
  format: ['gif', 'jpg', 'JPEG', '', 'avif', 'png&format=png'],
  palette: ['', 'spectra7', 'bw&palette=gray4'],
  panel: ['000000', '000000,ffffff,000000,000000,000000,000000&palette=bw'],
}

const ofDealing: Refused = {
  orientation: ['upright', 'match', 'match&width=100', 'portrait&orientation=portrait'],
  from: ['2026-02-30', '2026-1-1', 'yesterday', '', '12026-01-01', '2026-01-02&to=2026-01-01'],
  to: ['2026-13-01', '2026-01-01&to=2026-01-02'],
  since: ['0d', '3651d', '7', '1w'],
  on: ['tomorrow'],
  days: ['32&on=today', '-1&on=today', '3'],
  order: ['random'],
  every: ['0m', '30s', '31d', '721h', '1h&every=2h'],
  frame: [
    ['', 'a/b', 'a%2Fb', '..', '%20a', 'a.', '%CC%81', 'a%00', '%F0%9F%98%80', 'a'.repeat(65)],
    ['a&frame=b'],
  ].flat(),
  partner: ['0', '10', '1&partner=2'],
  looks: ['', 'a,', 'a b', 'a&looks=b'],
  as: ['text', 'html', 'png', '', 'image&as=image'],
  folder: [many('folder').slice('folder='.length)],
  exclude: [many('exclude').slice('exclude='.length)],
  tag: ['', '+', 'x'.repeat(201), many('tag').slice('tag='.length)],
}

const ofListings: Refused = {
  limit: ['0', '1001', 'many', '1&limit=2'],
  order: ['size'],
  recursive: ['1'],
  search: ['', '+', 'x'.repeat(201)],
  months: ['true', 'true&order=added'],
  cursor: ['nowhere'],
}

/** What does not go together, and what the sentence says that does. */
const hints: [query: string, hint: string][] = [
  ['palette=bw&format=jpeg', '"palette" with "format" as png or bmp'],
  ['palette=spectra6&format=webp', '"palette" with "format" as png or bmp'],
  ['palette=spectra7', '"palette" once, as bw, gray4, gray16, spectra6 or acep7'],
  ['fit=cover', '"width" and "height" with "fit=cover"'],
  ['fit=cover&width=20', '"width" and "height" with "fit=cover"'],
  ['fit=pad&height=20', '"width" and "height" with "fit=pad"'],
  ['fit=fill&width=20&height=20', '"fit" once, as contain, cover or pad'],
  ['format=gif', '"format" once, as jpeg, png, webp or bmp'],
  ['dither=atkinson', '"dither" only with "palette"'],
  ['dither=none&width=20&format=png', '"dither" only with "palette"'],
  ['palette=bw&dither=bayer', '"dither" once, as floyd-steinberg, atkinson or none'],
  ...['red', '%23ffffff', 'fff'].map((colour): [string, string] => [
    `background=${colour}&width=20`,
    '"background" once, as six hexadecimal digits',
  ]),
  ['width=10000&height=10000&fit=cover', 'megapixels'],
  ['width=10000&height=10000&fit=pad&format=bmp', 'megapixels'],
  ['width=4000&height=4000&fit=pad&palette=bw', 'megapixels'],
]

const rowsOf = (refused: Refused) =>
  Object.entries(refused).flatMap(([name, values]) =>
    values.map((value): [string, string] => [`${name}=${value}`, `"${name}`]),
  )

describe.each([
  ['/uploads/a.png', [...rowsOf(ofRenditions), ...hints]],
  ['/api/images/random', [...rowsOf(ofRenditions), ...rowsOf(ofDealing), ...hints]],
  ['/api/images/random?as=image', [...rowsOf(ofRenditions), ...hints]],
  ['/api/folders', rowsOf(ofListings)],
])('%s refuses a query, and says what is wrong with it', (path, rows) => {
  test.each(rows)('%s: %s', async (query, hint) => {
    const headers = { Accept: 'image/*' }
    const line = `GET ${path}${path.includes('?') ? '&' : '?'}${query}`
    const answer = await service().ask(line, { headers })
    expect(answer.status).toBe(400)
    const error = expect.stringContaining(hint)
    expect(await answer.json()).toEqual({ ...failed('INVALID_REQUEST'), error })
  })
})
