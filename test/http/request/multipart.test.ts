import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { AppError } from '../../../src/errors.ts'
import {
  readMultipart,
  type MultipartLimits,
  type Part,
} from '../../../src/http/request/multipart.ts'

const TYPE = 'multipart/form-data; boundary=AB'
const [headerBytes, allHeaderBytes, fieldBytes] = [16_384, 1_000_000, 1_000_000]
const WIDE: MultipartLimits = { parts: 1000, headerBytes, allHeaderBytes, fieldBytes }

const partsOf = (
  body: ReadableStream<Uint8Array> | null,
  type: string | undefined,
  limits: Partial<MultipartLimits> = {},
) => readMultipart(body, type, { ...WIDE, ...limits }, (chunk) => chunk)

type Seen =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; type: string; bytes: string }

/** A body that arrives in chunks of the given sizes, over and over, and counts what is taken. */
function arriving(body: string | Uint8Array, sizes: number[] = [body.length + 1]) {
  const bytes = Buffer.from(body)
  const seen = { taken: 0, isDone: false, isCancelled: false }
  let turn = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.taken === bytes.length) {
          seen.isDone = true
          controller.close()
          return
        }
        const chunk = bytes.subarray(seen.taken, seen.taken + (sizes[turn++ % sizes.length] ?? 1))
        seen.taken += chunk.length
        controller.enqueue(new Uint8Array(chunk))
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

async function collect(parts: AsyncIterable<Part>): Promise<Seen[]> {
  const seen: Seen[] = []
  for await (const part of parts) {
    if (part.kind === 'field') {
      seen.push(part)
      continue
    }
    const { content, ...rest } = part
    let bytes = ''
    for await (const chunk of content) bytes += Buffer.from(chunk).toString('latin1')
    seen.push({ ...rest, bytes })
  }
  return seen
}

interface Options {
  sizes?: number[] | undefined
  type?: string
  limits?: Partial<MultipartLimits>
}

const read = (body: string | Uint8Array, { sizes, type = TYPE, limits = {} }: Options = {}) =>
  collect(partsOf(arriving(body, sizes).stream, type, limits))

async function nativeParts(body: string | Uint8Array, type = TYPE): Promise<Seen[]> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  return Promise.all(
    [...form].map(async ([name, value]): Promise<Seen> => {
      if (typeof value === 'string') return { kind: 'field', name, value }
      const bytes = Buffer.from(await value.arrayBuffer()).toString('latin1')
      return { kind: 'file', name, fileName: value.name ?? '', type: value.type, bytes }
    }),
  )
}

const refused = 'refused'

/** The same outcome as `formData()`, but a form that is closed twice may be refused. */
async function expectNative(body: Buffer, boundary: string, type: string, sizes?: number[]) {
  const native = await nativeParts(body, type).catch(() => refused)
  const actual = await read(body, { type, sizes }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'INVALID_REQUEST') return refused
    throw error
  })
  const closing = `--${boundary}--`
  const isClosedTwice = body.indexOf(closing) !== body.lastIndexOf(closing)
  if (isClosedTwice && actual === refused) return
  expect(actual).toEqual(native)
}

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.catch((reason: unknown) => reason)
  if (!(error instanceof AppError)) throw new Error('there was no AppError', { cause: error })
  expect(error.code).toBe('INVALID_REQUEST')
  return error
}

const part = (headers: string, content: string) => `--AB\r\n${headers}\r\n\r\n${content}\r\n`
const named = 'Content-Disposition: form-data; name='
const field = (name: string, value: string) => part(`${named}"${name}"`, value)
const file = (name: string, fileName: string, content: string) =>
  part(`${named}"${name}"; filename="${fileName}"`, content)

const END = '--AB--\r\n'

const sizes = fc.array(
  fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 400 })),
  { minLength: 1, maxLength: 6 },
)
const unicode = fc.string({ unit: 'binary', maxLength: 12 })
const names = ['images', 'a"b', 'a\r\nb', 'a;b=c', '%22', 'Grüße 😀.png', 'x.jpg', '\\"', ' ', '']
const nameText = fc.oneof(unicode, fc.constantFrom(...names))
const boundary = fc.oneof(
  fc.constantFrom('-', '--', 'A--A', '*****', 'x'.repeat(70), '----WebKitFormBoundary0123456789'),
  fc.string({ unit: fc.constantFrom(..."aZ09'()+_,-./:=?"), minLength: 1, maxLength: 70 }),
)

const webp = 'Content-Type: image/webp'
const breaks = ['\r\n\r\n', '\r\n', '\n', '\r', '--', '-', 'x']

/** Bytes that are hard to cut: whatever looks like the beginning of a delimiter, or nearly. */
function contentNear(boundary: string) {
  const delimiter = `\r\n--${boundary}`
  const prefix = fc.nat({ max: delimiter.length }).map((length) => delimiter.slice(0, length))
  const near = ['x', ' \r\n', '-', '\r'].map((end) => delimiter + end)
  const others = fc.constantFrom(...near, `--${boundary}\n`, 'ü', 'text')
  const token = fc.oneof(prefix, fc.constantFrom(...breaks), others)
  const look = fc.array(token, { maxLength: 8 }).map((tokens) => Buffer.from(tokens.join('')))
  const bytes = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  return fc
    .tuple(look, bytes, look)
    .map((pieces) => Buffer.concat(pieces))
    .filter((content) => !hasSignature(content))
}

/** Whether `formData()` takes the type of a file without another from these first bytes. */
function hasSignature(content: Buffer): boolean {
  return /^(BM|GIF8|\x89PNG|\xff\xd8\xff)/.test(content.toString('latin1'))
}

describe('what formData() gives, however the body is chopped', () => {
  test('for a form that was made with FormData', async () => {
    const content = fc.uint8Array({ maxLength: 600 })
    const file = {
      bytes: content.filter((bytes) => !hasSignature(Buffer.from(bytes))),
      fileName: nameText,
      type: fc.constantFrom('', 'image/png', 'image/jpeg', 'text/plain'),
    }
    const value = fc.oneof(
      unicode.map((text) => ({ text })),
      fc.record(file),
    )
    const entries = fc.array(fc.tuple(nameText, value), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(entries, sizes, async (entries, sizes) => {
        const form = new FormData()
        for (const [name, value] of entries) {
          if ('text' in value) form.append(name, value.text)
          else form.append(name, new File([value.bytes], value.fileName, { type: value.type }))
        }
        const response = new Response(form)
        const type = response.headers.get('content-type') ?? ''
        const body = await response.bytes()
        expect(await read(body, { type, sizes })).toEqual(await nativeParts(body, type))
      }),
    )
  })

  test('for any jumble of parts and of the pieces that forms are made of', async () => {
    const names = ['name="a"', 'name="b"; filename="c.png"', 'name="Grüße;"; filename=" .jpg"']
    const heads = names
      .map((name) => `Content-Disposition: form-data; ${name}`)
      .flatMap((head) => [head, `${head}\r\n${webp}`, `${webp}\r\n${head}`])
    const jumble = boundary.chain((boundary) => {
      const begins = heads.map((head) => Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`))
      const bits = [
        `--${boundary}\r\n`,
        `\r\n--${boundary}\r\n`,
        `--${boundary}--`,
        `--${boundary}`,
        'Content-Disposition: form-data; name="d"',
        'Content-Type: image/png\r\n',
        ...breaks,
      ].map((bit) => Buffer.from(bit))
      const begin = fc.constantFrom(...begins)
      const part = fc
        .tuple(begin, contentNear(boundary), fc.constant(Buffer.from('\r\n')))
        .map((pieces) => Buffer.concat(pieces))
      const piece = fc.oneof(part, begin, { weight: 4, arbitrary: fc.constantFrom(...bits) })
      return fc.record({
        boundary: fc.constant(boundary),
        preamble: fc.constantFrom('', '\r\n', 'hello', 'hello\r\n'),
        pieces: fc.oneof(fc.array(part, { maxLength: 5 }), fc.array(piece, { maxLength: 14 })),
        end: fc.constantFrom('', '--', '--\r\n', '--bye', `--\r\n--${boundary}`),
      })
    })
    await fc.assert(
      fc.asyncProperty(jumble, sizes, async ({ boundary, preamble, pieces, end }, sizes) => {
        const closing = Buffer.from(end === '' ? '' : `\r\n--${boundary}${end}`)
        const body = Buffer.concat([Buffer.from(preamble), ...pieces, closing])
        await expectNative(body, boundary, `multipart/form-data; boundary="${boundary}"`, sizes)
      }),
      { numRuns: 1300 },
    )
  })

  test.each([
    ['a part without a name', part('Content-Disposition: form-data', 'v') + field('a', 'w')],
    ['a part without a disposition', part('Content-Type: text/plain', 'v') + field('a', 'w')],
    ['an extended file name', part(`${named}"a"; filename="f"; filename*=UTF-8''%e2%82.png`, 'v')],
    ['a header in capitals', field('a', 'v').toUpperCase()],
    ['a header in small letters', file('a', 'f.png', 'v').toLowerCase().replaceAll('ab', 'AB')],
    ['a byte order mark in a field', field('a', '\ufeffv')],
    ['a header without a colon', part('Content-Disposition', 'v')],
    ['a folded header', part('Content-Disposition: form-data;\r\n name="a"', 'v')],
    ['headers that end with a line feed', '--AB\r\nContent-Type: a/b\n\nv\r\n'],
  ])('for %s', async (_, parts) => {
    for (const sizes of [[1], [1000]]) {
      await expectNative(Buffer.from(parts + END), 'AB', TYPE, sizes)
    }
  })

  const types = [
    'multipart/form-data; boundary="AB"',
    'multipart/form-data;boundary=AB',
    'Multipart/Form-Data; Boundary=AB',
    'multipart/form-data; boundary=AB; charset=utf-8',
    'multipart/form-data; charset=utf-8; boundary="AB"; x=y',
    'multipart/form-data; x="boundary=CD"; boundary=AB',
    'multipart/form-data; boundary=AB; boundary=CD',
  ]
  test.each(types)('for the content type %s', async (type) => {
    const body = file('a', 'f.png', 'v') + END
    expect(await read(body, { type })).toEqual(await nativeParts(body, type))
  })
})

test.each([
  `name=a; filename=f.png; filename*=utf-8''f.png`,
  'name="a"; filename=f.png',
  'NAME=a;filename="f.png"',
  'filename=f.png ; name=a',
])('reads names without quotes, as in %s', async (names) => {
  const parts = part(`Content-Disposition: form-data; ${names}`, 'v') + part(`${named}b`, 'w')
  for (const sizes of [[1], [1000]]) {
    expect(await read(parts + END, { sizes })).toEqual([
      { kind: 'file', name: 'a', fileName: 'f.png', type: 'image/png', bytes: 'v' },
      { kind: 'field', name: 'b', value: 'w' },
    ])
  }
})

test('reads a file name without quotes that has spaces', async () => {
  const [seen] = await read(part(`${named}"a"; filename=IMG 001 (2).png`, 'v') + END)
  expect(seen).toMatchObject({ name: 'a', fileName: 'IMG 001 (2).png' })
})

test.each(['Voilà.png', 'Рим 1.png'])('reads the file name %s without quotes', async (fileName) => {
  const [seen] = await read(part(`${named}"a"; filename=${fileName}`, 'v') + END)
  expect(seen).toMatchObject({ name: 'a', fileName })
})

test.each(['a; name=b.png', 'Grüße; filename=b.png', '\\"; name=b.png'])(
  'leaves what looks like another name within quotes, as in %s',
  async (name) => {
    const body = file('a', name, 'v') + END
    expect(await read(body)).toEqual(await nativeParts(body))
  },
)

test('takes the type of a file from its headers and its name alone', async () => {
  const body = file('a', 'unknown', 'GIF89a') + file('a', 'f.png', 'GIF89a') + END
  expect(await read(body)).toMatchObject([{ type: '' }, { type: 'image/png' }])
})

describe('refuses', () => {
  const boundaries = ['', '""', '"AB', 'x'.repeat(71), 'x'.repeat(1e6), '"A\r\nB"', 'Bäume']
  test.each([
    undefined,
    'text/plain; boundary=AB',
    'multipart/mixed; boundary=AB',
    'multipart/form-datax; boundary=AB',
    'text/plain; multipart/form-data; boundary=AB',
    'multipart/form-data',
    'multipart/form-data; xboundary=AB',
    // formData() reads it otherwise.
    'multipart/form-data; boundary=AB ; a=b',
    ...boundaries.map((boundary) => `multipart/form-data; boundary=${boundary}`),
  ])('the content type %#', async (type) => {
    const { stream, seen } = arriving(field('a', 'v') + END)
    await failure(collect(partsOf(stream, type)))
    expect(seen.taken).toBe(0)
  })

  const whole = field('a', 'v') + file('b', 'f.png', 'content') + END.trimEnd()
  test('a body that is cut off anywhere', async () => {
    for (let length = 0; length < whole.length; length++) {
      const { message } = await failure(read(whole.slice(0, length)))
      expect(message).toBe('The form ends before its closing boundary.')
    }
    expect(await read(whole)).toHaveLength(2)
  })

  // A stream has given the parts before the first end, formData() gives those before the last.
  test('a missing body, and a form that is closed twice', async () => {
    await failure(collect(partsOf(null, TYPE)))
    const { message } = await failure(read(field('a', 'v') + END + field('b', 'w') + END))
    expect(message).toContain('twice')
  })

  test('a part more than the limit, and headers or a field of a byte more', async () => {
    const limits = { parts: 2 }
    const unnamed = field('a', 'v') + part('X: y', 'no name')
    expect(await read(unnamed + END, { limits })).toHaveLength(1)
    const { message } = await failure(read(unnamed + field('b', 'w') + END, { limits }))
    expect(message).toContain('2 parts')
    const headers = `${named}"a"`
    const one = part(headers, 'v') + END
    const two = field('a', 'é') + file('b', 'f.png', 'a longer file') + END
    for (const sizes of [[1], [7], [1000]]) {
      const most = { headerBytes: headers.length }
      expect(await read(one, { sizes, limits: most })).toHaveLength(1)
      await failure(read(one, { sizes, limits: { headerBytes: headers.length - 1 } }))
      expect(await read(two, { sizes, limits: { fieldBytes: 2 } })).toHaveLength(2)
      await failure(read(two, { sizes, limits: { fieldBytes: 1 } }))
    }
  })

  test.each([
    ['100,000 tiny parts', field('a', 'v').repeat(100_000)],
    ['headers of 1 MB', part(`X: ${'y'.repeat(1_000_000)}`, 'v')],
  ])('%s, after the body was taken to its end', async (_, parts) => {
    const { stream, seen } = arriving(parts + END, [65_536])
    await failure(collect(partsOf(stream, TYPE)))
    expect(seen).toMatchObject({ isDone: true, isCancelled: false })
  })
})

test('the memory of a large chunk is given back as soon as the chunk is read', async () => {
  const body = file('f', 'a', 'x'.repeat(3 * 1024 ** 2)) + END
  const sent: Uint8Array[] = []
  const stream = arriving(body, [1024 ** 2]).stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent.push(chunk)
        controller.enqueue(chunk)
      },
    }),
  )
  let length = 0
  for await (const part of partsOf(stream, TYPE)) {
    if (part.kind !== 'file') continue
    for await (const piece of part.content) length += piece.length
  }
  expect(length).toBe(3 * 1024 ** 2)
  expect(sent.slice(0, 3).map((chunk) => chunk.length)).toEqual([0, 0, 0])
})

describe('a consumer', () => {
  const body = file('a', 'f.png', 'x'.repeat(10_000)) + field('b', 'w') + END

  test('may leave content unread, or stop in the middle of it', async () => {
    for (const sizes of [[1], [100], [100_000]]) {
      for (const wanted of [0, 1]) {
        const names: string[] = []
        for await (const part of partsOf(arriving(body, sizes).stream, TYPE)) {
          names.push(part.name)
          if (part.kind === 'field' || wanted === 0) continue
          for await (const chunk of part.content) {
            expect(chunk.length).toBeGreaterThan(0)
            break
          }
        }
        expect(names).toEqual(['a', 'b'])
      }
    }
  })

  test('that stops gives the stream up, and cannot read the content of a part that it has left', async () => {
    for (const isStopping of [false, true]) {
      const { stream, seen } = arriving(body, [100])
      const kept: AsyncIterable<Uint8Array>[] = []
      for await (const part of partsOf(stream, TYPE)) {
        if (part.kind === 'file') kept.push(part.content)
        if (isStopping) break
      }
      expect(seen).toMatchObject({ isDone: !isStopping, isCancelled: isStopping })
      expect(kept).toHaveLength(1)
      for (const content of kept) {
        await expect(Array.fromAsync(content)).rejects.toThrow('after its part was left')
      }
    }
  })

  test('has no more of a large file in memory than the chunk that arrived', async () => {
    const length = 500 * 65_536
    const { stream, seen } = arriving(file('a', 'f.png', 'x'.repeat(length)) + END, [65_536])
    let given = 0
    for await (const part of partsOf(stream, TYPE)) {
      if (part.kind === 'field') continue
      for await (const piece of part.content) {
        given += piece.length
        // All but the headers and what may be the end.
        expect(seen.taken - given).toBeLessThan(200)
      }
    }
    expect(given).toBe(length)
  })

  test('gets the error of a stream that breaks, as it is', async () => {
    const broken = new Error('the client went away')
    for (const given of ['', '--AB', '--AB\r\nX: y', body.slice(0, 500), body]) {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
        given === '' ? undefined : controller.enqueue(Buffer.from(given))
      const pull = (controller: ReadableStreamDefaultController) => controller.error(broken)
      const failing = new ReadableStream<Uint8Array>({ start, pull }, { highWaterMark: 0 })
      await expect(collect(partsOf(failing, TYPE))).rejects.toBe(broken)
    }
  })
})
