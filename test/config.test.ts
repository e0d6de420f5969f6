import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError, readConfig } from '../src/config.ts'
import { temporaryFolder } from './support/temporary.ts'

/** The message with which a start is refused. */
function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`)
}

const bcrypt = await Bun.password.hash('x', { algorithm: 'bcrypt', cost: 4 })
const argon2 = await Bun.password.hash('x', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

const names = [
  'ADMIN_PASSWORD',
  'UPLOADS_DIR',
  'MAX_FILE_SIZE',
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'REQUIRE_MOUNT',
  'STATE_DIR',
  'CACHE_DIR',
  'CACHE_SIZE',
  'CACHE_MIN_FREE',
  'RENDITION_CONCURRENCY',
  'HEIF_DECODER',
  'TRMNL_QUERY',
  'TRASH_DAYS',
]

const defaults = {
  adminPassword: undefined,
  uploadsDir: resolve(import.meta.dir, '../uploads'),
  maxFileSize: 10 * 1024 ** 2,
  port: 3000,
  host: '0.0.0.0',
  trustProxy: false,
  trmnlQuery: { text: 'every=1h', values: { every: '1h' } },
  logLevel: 'info',
  requireMount: false,
  stateDir: undefined,
  cacheDir: undefined,
  cacheSize: 200 * 1024 ** 2,
  cacheMinFree: undefined,
  renditionConcurrency: 1,
  heifDecoder: undefined,
  trashDays: 30,
} as const

test('nothing has to be set', () => {
  expect(readConfig({})).toEqual(defaults)
})

test('an empty variable counts as unset', () => {
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
})

test('variables of others are of no interest', () => {
  expect(readConfig({ PATH: '/bin', port: 'x', PORT_X: 'y', HOME: undefined })).toEqual(defaults)
})

describe('accepted is', () => {
  test.each<[string, string, object]>([
    ['MAX_FILE_SIZE', '1', { maxFileSize: 1 }],
    ['MAX_FILE_SIZE', '20MB', { maxFileSize: 20 * 1024 ** 2 }],
    ['MAX_FILE_SIZE', '1.5 mb', { maxFileSize: 1.5 * 1024 ** 2 }],
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['HOST', '127.0.0.1', { host: '127.0.0.1' }],
    ['HOST', '::', { host: '::' }],
    ['HOST', 'fe80::1%eth0', { host: 'fe80::1%eth0' }],
    ['HOST', 'photo-frame.local', { host: 'photo-frame.local' }],
    ['TRUST_PROXY', 'on', { trustProxy: true }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['TRUST_PROXY', '1', { trustProxy: true }],
    ['TRUST_PROXY', 'off', { trustProxy: false }],
    ['TRUST_PROXY', 'false', { trustProxy: false }],
    ['TRUST_PROXY', '0', { trustProxy: false }],
    ['UPLOADS_DIR', '/srv/photos', { uploadsDir: '/srv/photos' }],
    ['UPLOADS_DIR', 'photos/', { uploadsDir: resolve('photos') }],
    ['REQUIRE_MOUNT', 'on', { requireMount: true }],
    ['STATE_DIR', '/var/lib/frame', { stateDir: '/var/lib/frame' }],
    ['CACHE_DIR', '/var/cache/frame', { cacheDir: '/var/cache/frame' }],
    ['CACHE_SIZE', '0', { cacheSize: 0 }],
    ['CACHE_MIN_FREE', '0', { cacheMinFree: 0 }],
    ['CACHE_MIN_FREE', '1GB', { cacheMinFree: 1024 ** 3 }],
    ['CACHE_SIZE', '1GB', { cacheSize: 1024 ** 3 }],
    ['RENDITION_CONCURRENCY', '1', { renditionConcurrency: 1 }],
    ['RENDITION_CONCURRENCY', '16', { renditionConcurrency: 16 }],
    ['TRASH_DAYS', '0', { trashDays: 0 }],
    ['TRASH_DAYS', '3650', { trashDays: 3650 }],
    ['HEIF_DECODER', 'sh', { heifDecoder: 'sh' }],
    ['HEIF_DECODER', process.execPath, { heifDecoder: process.execPath }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['LOG_LEVEL', 'info', { logLevel: 'info' }],
    ['ADMIN_PASSWORD', 'correct horse', { adminPassword: 'correct horse' }],
    ['ADMIN_PASSWORD', ' ', { adminPassword: ' ' }],
    ['ADMIN_PASSWORD', '$ecret', { adminPassword: '$ecret' }],
    ['ADMIN_PASSWORD', '=19=sums', { adminPassword: '=19=sums' }],
    ['ADMIN_PASSWORD', 'é'.repeat(3), { adminPassword: 'é'.repeat(3) }],
    ['ADMIN_PASSWORD', argon2, { adminPassword: argon2 }],
    ['ADMIN_PASSWORD', bcrypt, { adminPassword: bcrypt }],
  ])('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...defaults, ...expected })
  })

  test('a password as long as a login may send', () => {
    const long = 'x'.repeat(1024)
    expect(readConfig({ ADMIN_PASSWORD: long }).adminPassword).toBe(long)
  })
})

describe('refused, with its value and what is accepted, is', () => {
  // What is no size at all is up to `lib/byte-size`.
  test.each(['0', '-1', '0.5', '0.0001KB', '10TB', '10  MB', '1e3', '9999999999999GB', ' '])(
    'MAX_FILE_SIZE=%s',
    (value) => {
      const accepted = 'a size such as 10MB, 512KB, 1.5GB or a number of bytes'
      expect(refusal({ MAX_FILE_SIZE: value })).toBe(
        `Bad setting: MAX_FILE_SIZE=${JSON.stringify(value)} (accepted: ${accepted})`,
      )
    },
  )

  test.each(['-1', '65536', '99999', '100000', '3000.5', '0x50', 'http', ' 80', '80 ', '1e3', '٣'])(
    'PORT=%s',
    (value) => {
      const message = refusal({ PORT: value })
      expect(message).toContain(`PORT=${JSON.stringify(value)} (accepted: a port number from 0`)
    },
  )

  test.each([
    ['HOST', 'two words', 'an address'],
    ['HOST', 'http://localhost', 'an address'],
    ['HOST', 'a,b', 'an address'],
    ['TRUST_PROXY', 'yes', 'on or off'],
    ['TRUST_PROXY', '2', 'on or off'],
    ['TRUST_PROXY', '10.0.0.1', 'on or off'],
    ['LOG_LEVEL', 'trace', 'info or debug'],
    ['UPLOADS_DIR', 'a\0b', 'the path of a folder'],
    ['REQUIRE_MOUNT', 'yes', 'on or off'],
    ['STATE_DIR', 'a\0b', 'the path of a folder'],
    ['CACHE_DIR', 'a\0b', 'the path of a folder'],
    ['CACHE_SIZE', '-1', 'a size such as 200MB, or 0'],
    ['CACHE_SIZE', 'much', 'a size such as 200MB, or 0'],
    ['CACHE_MIN_FREE', 'all', 'a size such as 100MB, or 0'],
    ['RENDITION_CONCURRENCY', '0', 'a number from 1 to 16'],
    ['RENDITION_CONCURRENCY', '17', 'a number from 1 to 16'],
    ['TRASH_DAYS', '3651', 'a number of days from 0 to 3650'],
    ['TRASH_DAYS', '-1', 'a number of days from 0 to 3650'],
    ['TRASH_DAYS', '1.5', 'a number of days from 0 to 3650'],
    ['HEIF_DECODER', '/no/such/program', 'the name or path of a program'],
    ['TRMNL_QUERY', 'frame=hall', 'conditions such as'],
    ['TRMNL_QUERY', 'every=never', 'conditions such as'],
    ['RENDITION_CONCURRENCY', '1.5', 'a number from 1 to 16'],
  ])('%s=%j', (name, value, accepted) => {
    const message = refusal({ [name]: value })
    expect(message).toStartWith(`Bad setting: ${name}=${JSON.stringify(value)} (accepted: `)
    expect(message).toContain(accepted)
  })
})

/** What Bun takes for the password that a file `.env` sets. */
async function fromDotenv(line: string): Promise<string> {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, '.env'), `ADMIN_PASSWORD=${line}\n`)
  const program = ['-p', 'process.env.ADMIN_PASSWORD']
  // Without the environment of the tests, whose own variables would come first.
  await using child = Bun.spawn([process.execPath, ...program], { cwd: folder.path, env: {} })
  return (await new Response(child.stdout).text()).trimEnd()
}

describe.each(['', "'", '"'])('a hash in a .env, between %p', (quote) => {
  test.each([argon2, bcrypt])('is itself with \\$ for each $ (%#)', async (hash) => {
    const line = quote + hash.replaceAll('$', String.raw`\$`) + quote
    expect(await fromDotenv(line)).toBe(hash)
  })

  test('is refused where its $ were taken for variables', async () => {
    const left = await fromDotenv(quote + argon2 + quote)
    expect(left).not.toBe(argon2)
    expect(refusal({ ADMIN_PASSWORD: left })).toContain(String.raw`in .env write \$`)
  })
})

describe('a bad password', () => {
  // A shell that replaced the $ signs leaves something like these; no login could ever succeed.
  test.each([
    argon2.slice(0, -40),
    argon2.replace('$argon2id', '$argon2'),
    argon2.replace('v=19', 'v=16'),
    argon2.replace('t=1', 't=0'),
    `${argon2} `,
    '$argon2id',
    bcrypt.slice(0, -1),
    `${bcrypt}x`,
    bcrypt.replace('$04$', () => '$03$'),
    bcrypt.replace('$04$', () => '$32$'),
    bcrypt.replace('$2b$', () => '$2$'),
    '$2b$',
    'x'.repeat(1025),
  ])('is refused, and is not in the message (%#)', (value) => {
    const message = refusal({ ADMIN_PASSWORD: value })
    expect(message).toStartWith('Bad setting: ADMIN_PASSWORD (accepted: ')
    expect(message).not.toContain(value)
  })
})

test('every hash that is accepted can be verified', async () => {
  for (const version of ['$2a$', '$2b$', '$2x$', '$2y$']) {
    const hash = bcrypt.replace('$2b$', () => version)
    expect(readConfig({ ADMIN_PASSWORD: hash }).adminPassword).toBe(hash)
    expect(await Bun.password.verify('x', hash)).toBeTrue()
  }
})

test('one message names every bad variable and no good one', () => {
  const bad = {
    ADMIN_PASSWORD: '$2b$secret',
    UPLOADS_DIR: '\0',
    MAX_FILE_SIZE: 'big',
    PORT: 'x',
    TRUST_PROXY: 'maybe',
    LOG_LEVEL: 'loud',
    STATE_DIR: '\0',
    CACHE_DIR: '\0',
    CACHE_SIZE: 'big',
    CACHE_MIN_FREE: 'some',
    RENDITION_CONCURRENCY: '0',
  }
  const message = refusal({ ...bad, HOST: '127.0.0.1' })
  for (const name of Object.keys(bad)) expect(message.split(name)).toHaveLength(2)
  expect(message).not.toContain('HOST')
  expect(message).not.toContain('secret')
})
