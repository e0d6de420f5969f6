import { resolve } from 'node:path'
import { z } from 'zod'
import { parseConditions } from './frames/conditions/registry.ts'
import { parseByteSize } from './lib/byte-size.ts'
import { whole } from './lib/parse.ts'

/** The longest password that can be set, in characters. */
export const maximumPasswordLength = 1024

/** What `--help`, the README and its page on operating tell of a variable. */
interface VariableNote {
  /** What it sets, in a sentence or two. */
  meaning: string
  /** What applies when it is not set: a value that could be set, or a description. */
  default: string
}

const notes = new Map<z.ZodType, VariableNote>()

/** A variable that has a value when it is not set, too. */
function setting<Schema extends z.ZodType<unknown, string>>(
  unset: z.input<Schema>,
  meaning: string,
  schema: Schema,
) {
  const noted = z.prefault(schema, unset)
  notes.set(noted, { meaning, default: unset })
  return noted
}

/** A variable that may be missing. */
function optional<Schema extends z.ZodType>(unset: string, meaning: string, schema: Schema) {
  const noted = z.optional(schema)
  notes.set(noted, { meaning, default: unset })
  return noted
}

/**
 * Accepts the texts that a function can parse.
 * @param accepted what these are, as the error message says it.
 */
const parsed = <Value>(parse: (text: string) => Value | undefined, accepted: string) =>
  z.string().transform((text, context) => {
    const value = parse(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: accepted })
    return z.NEVER
  })

const byteSize = (minimum: number, accepted: string) =>
  parsed((text) => {
    const bytes = parseByteSize(text)
    return bytes !== undefined && bytes >= minimum ? bytes : undefined
  }, accepted)

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'on or off')
  .transform((value) => value === 'on' || value === 'true' || value === '1')

const folderPath = parsed(
  (path) => (path.includes('\0') ? undefined : resolve(path)),
  'the path of a folder',
)

/** The hashes that Bun verifies: PHC strings of argon2 (RFC 9106), and bcrypt's crypt format. */
const passwordHashes = [
  /^\$argon2(id|i|d)\$v=19\$m=[1-9]\d*,t=[1-9]\d*,p=[1-9]\d*\$[\w+/]{11,}\$[\w+/]{16,}$/,
  /^\$2[abxy]\$(0[4-9]|[12]\d|3[01])\$[\w./]{53}$/,
]

/**
 * An argon2 hash after a shell or `.env` has expanded each `$name` in it as a variable. An expanded
 * bcrypt hash can't be recognised: what is left of it could be a password.
 */
const expandedHash = /^=\d+=\d+,t=\d+,p=\d+/

/**
 * What is set by environment variables, in the order of `--help`: `uploadsDir` by `UPLOADS_DIR`. Sizes
 * are in bytes.
 */
const environment = z.object({
  adminPassword: optional(
    'none',
    'The password, or its argon2 or bcrypt hash (in single quotes in a shell). Without one, a random password is printed once',
    z
      .string()
      .max(maximumPasswordLength, 'at most 1,024 characters')
      .refine(
        (password) =>
          !(/^\$(argon)?2/.test(password) || expandedHash.test(password)) ||
          passwordHashes.some((hash) => hash.test(password)),
        'a password, or a whole argon2 or bcrypt hash; in a shell quote each $, in .env write \\$',
      ),
  ),
  uploadsDir: setting(
    // An executable has no project folder.
    resolve(Bun.isStandaloneExecutable ? 'uploads' : `${import.meta.dir}/../uploads`),
    'Where the pictures are. Created when missing',
    folderPath,
  ),
  maxFileSize: setting(
    '10MB',
    'The largest file of an upload, such as 512KB, 1.5GB or a number of bytes (1 KB is 1024 bytes)',
    byteSize(1, 'a size such as 10MB, 512KB, 1.5GB or a number of bytes'),
  ),
  port: setting(
    '3000',
    'The port to listen on; 0 picks a free one',
    whole(0, 65_535, 'a port number from 0 to 65535'),
  ),
  trashDays: setting(
    '30',
    'How many days deleted pictures stay in the trash, 0 to 3650; 0 for no trash',
    whole(0, 3650, 'a number of days from 0 to 3650'),
  ),
  trmnlQuery: setting(
    'every=1h',
    'Which pictures TRMNL devices get and for how long, as the query of /api/images/random, such as folder=2024&every=30m',
    parsed(parseConditions, 'conditions such as folder=2024&every=30m'),
  ),
  host: setting(
    '0.0.0.0',
    'The address to listen on; 0.0.0.0 means all IPv4 addresses',
    z.string().regex(/^[\w.:%-]+$/, 'an address or host name to listen on, such as 0.0.0.0'),
  ),
  trustProxy: setting(
    'off',
    'on behind a reverse proxy: its X-Forwarded-For then names the client, and its X-Forwarded-Proto says whether HTTPS was used',
    flag,
  ),
  requireMount: setting(
    'off',
    'on stores nothing unless a disk is mounted at the uploads folder or above it, other than that of the system',
    flag,
  ),
  stateDir: optional(
    'inside the uploads folder',
    'Where the service keeps which pictures each frame has seen, and scaled pictures',
    folderPath,
  ),
  cacheDir: optional('inside STATE_DIR', 'Where scaled pictures are kept', folderPath),
  cacheSize: setting(
    '200MB',
    'The most space that scaled pictures take; 0 keeps none',
    byteSize(0, 'a size such as 200MB, or 0 for no cache'),
  ),
  cacheMinFree: optional(
    '5% of it, at most 100MB',
    'How much of its disk the cache leaves free',
    byteSize(0, 'a size such as 100MB, or 0'),
  ),
  renditionConcurrency: setting(
    '1',
    'How many pictures are scaled at a time, 1 to 16',
    whole(1, 16, 'a number from 1 to 16'),
  ),
  heifDecoder: optional(
    'heif-dec or heif-convert, where installed',
    'The program that decodes HEIC and AVIF, called as PROGRAM -q QUALITY INPUT OUTPUT. Without one, such pictures are not shown',
    z.string().refine((program) => Bun.which(program) !== null, 'the name or path of a program'),
  ),
  logLevel: setting(
    'info',
    'info, or debug, which logs every request',
    z.enum(['info', 'debug'], 'info or debug'),
  ),
})

const variableOf = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()

/** Lists the variables with what there is to tell of each. */
export const variables = (): [name: string, note: VariableNote][] =>
  Object.entries(environment.shape).flatMap(([name, schema]) => {
    const note = notes.get(schema)
    return note === undefined ? [] : [[variableOf(name), note]]
  })

/** The settings of one run, undefined where a variable may be missing and is. */
export type Config = z.output<typeof environment>

/** A setting that can't be used. The message names every bad variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from environment variables. An empty one counts as unset.
 * @throws {ConfigError} naming each bad variable, its value (never a password) and what is accepted.
 */
export function readConfig(given: Record<string, string | undefined>): Config {
  const names = Object.keys(environment.shape)
  const set = Object.fromEntries(names.map((name) => [name, given[variableOf(name)] || undefined]))
  // Compiling the check, as zod does for checks that run often, takes longer than running it once.
  const { data, error } = environment.safeParse(set, { jitless: true })
  if (data !== undefined) return data
  const problems = error.issues.map(({ path: [key], message }) => {
    const name = variableOf(String(key))
    const value = name === 'ADMIN_PASSWORD' ? '' : `=${JSON.stringify(given[name])}`
    return `${name}${value} (accepted: ${message})`
  })
  throw new ConfigError(`Bad setting: ${problems.join('; ')}`)
}
