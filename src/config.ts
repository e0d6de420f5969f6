import { resolve } from 'node:path'
import { z } from 'zod'
import {
  parseConditions,
  type WrittenConditions,
} from './collection/conditions/written-conditions.ts'
import { parseByteSize } from './lib/byte-size.ts'

/** The longest password that can be set, in characters. */
export const maximumPasswordLength = 1024

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], 'on or off')
  .transform((value) => value === 'on' || value === 'true' || value === '1')

const byteSize = (minimum: number, meaning: string) =>
  z.string().transform((text, context) => {
    const bytes = parseByteSize(text)
    if (bytes !== undefined && bytes >= minimum) return bytes
    context.addIssue({ code: 'custom', message: meaning })
    return z.NEVER
  })

const folderPath = z
  .string()
  .refine((path) => !path.includes('\0'), 'the path of a folder')
  .transform((path) => resolve(path))

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

interface Variable {
  /** What it sets, in a sentence or two. */
  meaning: string
  /** What applies when it is not set: a value that could be set, or a description. */
  default: string
}

/**
 * The environment variables that the service reads, as `--help` and the README list them. An empty
 * one counts as unset.
 */
export const variables = {
  ADMIN_PASSWORD: {
    meaning:
      'The password, or its argon2 or bcrypt hash (in single quotes in a shell). Without one, a random password is printed once',
    default: 'none',
  },
  UPLOADS_DIR: {
    meaning: 'Where the pictures are. Created when missing',
    // An executable has no project folder.
    default: resolve(Bun.isStandaloneExecutable ? 'uploads' : `${import.meta.dir}/../uploads`),
  },
  MAX_FILE_SIZE: {
    meaning:
      'The largest file of an upload, such as 512KB, 1.5GB or a number of bytes (1 KB is 1024 bytes)',
    default: '10MB',
  },
  PORT: { meaning: 'The port to listen on; 0 picks a free one', default: '3000' },
  HOST: {
    meaning: 'The address to listen on; 0.0.0.0 means all IPv4 addresses',
    default: '0.0.0.0',
  },
  TRUST_PROXY: {
    meaning:
      'on behind a reverse proxy: its X-Forwarded-For then names the client, and its X-Forwarded-Proto says whether HTTPS was used',
    default: 'off',
  },
  REQUIRE_MOUNT: {
    meaning:
      'on stores nothing unless a disk is mounted at the uploads folder or above it, other than that of the system',
    default: 'off',
  },
  STATE_DIR: {
    meaning: 'Where the service keeps which pictures each frame has seen, and scaled pictures',
    default: 'inside the uploads folder',
  },
  CACHE_DIR: {
    meaning: 'Where scaled pictures are kept',
    default: 'inside STATE_DIR',
  },
  CACHE_SIZE: {
    meaning: 'The most space that scaled pictures take; 0 keeps none',
    default: '200MB',
  },
  CACHE_MIN_FREE: {
    meaning: 'How much of its disk the cache leaves free',
    default: '5% of it, at most 100MB',
  },
  RENDITION_CONCURRENCY: {
    meaning: 'How many pictures are scaled at a time, 1 to 16',
    default: '1',
  },
  TRMNL_QUERY: {
    meaning:
      'Which pictures TRMNL devices get and for how long, as the query of /api/images/random, such as folder=2024&every=30m',
    default: 'every=1h',
  },
  HEIF_DECODER: {
    meaning:
      'The program that decodes HEIC and AVIF, called as PROGRAM -q QUALITY INPUT OUTPUT. Without one, such pictures are not shown',
    default: 'heif-dec or heif-convert, where installed',
  },
  LOG_LEVEL: { meaning: 'info, or debug, which logs every request', default: 'info' },
} as const satisfies Record<string, Variable>

/** What each variable accepts. */
const environmentSchema = z.object({
  ADMIN_PASSWORD: z
    .string()
    .max(maximumPasswordLength, 'at most 1,024 characters')
    .refine(
      (password) =>
        !(/^\$(argon)?2/.test(password) || expandedHash.test(password)) ||
        passwordHashes.some((hash) => hash.test(password)),
      'a password, or a whole argon2 or bcrypt hash; in a shell quote each $, in .env write \\$',
    )
    .optional(),
  UPLOADS_DIR: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a folder')
    .default(variables.UPLOADS_DIR.default)
    .transform((path) => resolve(path)),
  MAX_FILE_SIZE: byteSize(1, 'a size such as 10MB, 512KB, 1.5GB or a number of bytes').prefault(
    variables.MAX_FILE_SIZE.default,
  ),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'a port number from 0 to 65535')
    .prefault(variables.PORT.default),
  REQUIRE_MOUNT: flag.prefault(variables.REQUIRE_MOUNT.default),
  STATE_DIR: folderPath.optional(),
  CACHE_DIR: folderPath.optional(),
  CACHE_MIN_FREE: byteSize(0, 'a size such as 100MB, or 0').optional(),
  CACHE_SIZE: byteSize(0, 'a size such as 200MB, or 0 for no cache').prefault(
    variables.CACHE_SIZE.default,
  ),
  RENDITION_CONCURRENCY: z
    .string()
    .regex(/^([1-9]|1[0-6])$/, 'a number from 1 to 16')
    .transform(Number)
    .prefault(variables.RENDITION_CONCURRENCY.default),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'an address or host name to listen on, such as 0.0.0.0')
    .default(variables.HOST.default),
  TRUST_PROXY: flag.prefault(variables.TRUST_PROXY.default),
  TRMNL_QUERY: z
    .string()
    .transform((text, context) => {
      const conditions = parseConditions(text)
      if (conditions !== undefined) return conditions
      context.addIssue({ code: 'custom', message: 'conditions such as folder=2024&every=30m' })
      return z.NEVER
    })
    .prefault(variables.TRMNL_QUERY.default),
  HEIF_DECODER: z
    .string()
    .refine((program) => Bun.which(program) !== null, 'the name or path of a program')
    .optional(),
  LOG_LEVEL: z.enum(['info', 'debug'], 'info or debug').default(variables.LOG_LEVEL.default),
} satisfies Record<keyof typeof variables, z.ZodType>)

/** The settings of one run. Sizes are in bytes. */
export interface Config {
  adminPassword: string | undefined
  uploadsDir: string
  maxFileSize: number
  /** Whether nothing is stored unless a disk is mounted for the uploads. */
  requireMount: boolean
  /** Where the state is kept, if not in the uploads directory. */
  stateDir: string | undefined
  /** Where renditions are kept, if not in the folder of the state. */
  cacheDir: string | undefined
  cacheSize: number
  /** What the renditions leave free of their disk, if not a share of it. */
  cacheMinFree: number | undefined
  renditionConcurrency: number
  port: number
  host: string
  trustProxy: boolean
  /** The conditions of TRMNL devices. */
  trmnlQuery: WrittenConditions
  /** The program that decodes HEIC and AVIF, if not a usual one. */
  heifDecoder: string | undefined
  logLevel: 'info' | 'debug'
}

/** A setting that can't be used. The message names every bad variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings from environment variables.
 * @throws {ConfigError} naming each bad variable, its value (never a password) and what is accepted.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const result = environmentSchema.safeParse(given)
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      const value = name === 'ADMIN_PASSWORD' ? '' : `=${JSON.stringify(given[name])}`
      return `${name}${value} (accepted: ${message})`
    })
    throw new ConfigError(`Bad setting: ${problems.join('; ')}`)
  }
  const settings = result.data
  return {
    adminPassword: settings.ADMIN_PASSWORD,
    uploadsDir: settings.UPLOADS_DIR,
    maxFileSize: settings.MAX_FILE_SIZE,
    requireMount: settings.REQUIRE_MOUNT,
    stateDir: settings.STATE_DIR,
    cacheDir: settings.CACHE_DIR,
    cacheSize: settings.CACHE_SIZE,
    cacheMinFree: settings.CACHE_MIN_FREE,
    renditionConcurrency: settings.RENDITION_CONCURRENCY,
    port: settings.PORT,
    host: settings.HOST,
    trustProxy: settings.TRUST_PROXY,
    trmnlQuery: settings.TRMNL_QUERY,
    heifDecoder: settings.HEIF_DECODER,
    logLevel: settings.LOG_LEVEL,
  }
}
