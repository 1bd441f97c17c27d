import path from 'node:path'
import { VIDEO_PICTURE_ORIGIN } from '@bidyaloy/shared/collections/video'
import * as z from 'zod'
import { AwayAddress, AwayRecipient, type AwaySettings } from './away-settings.ts'
import { BucketAddress, type BucketSettings } from './engines/bucket/bucket-settings.ts'
import { isServiceName } from './features/push/push-endpoint.ts'

/** Settings, parsed once at start. Sizes in bytes, paths absolute. */
export interface Config {
  port: number
  host: string
  dataDir: string
  /** URL of the PostgreSQL database with the records; undefined for SQLite in `dataDir`. */
  databaseUrl: string | undefined
  /** That of the role which owns the tables, if it is another one. */
  databaseOwnerUrl: string | undefined
  /** Whether the server serves the schools of the database, each by its host. */
  manySchools: boolean
  adminUsername: string
  adminPassword: string | undefined
  /** Bucket of the files; undefined for files in `dataDir`. */
  bucket: BucketSettings | undefined
  /** Limit of the local copies of files in a bucket. */
  cacheBytes: number
  /** The site's URL without a trailing slash, for absolute links. */
  publicUrl: string | undefined
  trustProxy: boolean
  /** Who may ask for which hosts there are schools: programs on private networks, or any. */
  tlsAsk: 'private' | 'any'
  maxUploadBytes: number
  /** Bearer token for `/metrics`; if undefined, the endpoint does not exist. */
  metricsToken: string | undefined
  /** Receiver of published entries, if any. */
  webhook: { url: string; secret: string } | undefined
  /** Hosts of push services besides those of browsers. */
  pushServices: readonly string[]
  /** Origin of the previews of videos; null if none are fetched. */
  videoPictures: string | null
  /** Whether older sites may be on this machine; for tests. */
  moveInLoopback: boolean
  /** Whether the text of files is read; undefined: if the machine has enough memory. */
  readPapers: boolean | undefined
  /** Path of an installed Tesseract that reads pictures instead of the built-in one. */
  tesseract: string | undefined
  /** Path of an installed LibreOffice, which converts files of older versions of Office. */
  office: string | undefined
  logLevel: string
  /** Path of the file that gets the log; undefined: standard output does. */
  logFile: string | undefined
  /** Time of the nightly backup, `HH:MM` in Dhaka; null if disabled. */
  backupAt: string | null
  /** Where copies of the backups go; undefined: nowhere else. */
  away: AwaySettings | undefined
  production: boolean
}

/** An invalid setting. The message is a single line that names the variable. */
export class ConfigError extends Error {}

/** Whether a URL uses https or points to this machine. */
function isSafeReceiver(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHere)
}

/** Whether a URL is no more than the root of a host. */
function isRoot(address: string): boolean {
  const { pathname, search, hash } = new URL(address)
  return /^\/*$/.test(pathname) && search === '' && hash === ''
}

/** Address of a site, which is at the root of its host. */
export const SiteUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http(s) address', abort: true })
  .refine(isRoot, 'has a path; the site is at the root of a host')

const WRONG_PORT = 'is not a whole number from 0 to 65535'
const WRONG_CACHE = 'is not a number from 1 to 1000000'
const WRONG_UPLOAD = 'is not a number above 0 and up to 2000'
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const Switch = z.enum(['0', '1', 'true', 'false'], 'is neither 1 nor 0').default('0')

const PostgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'is not a postgres:// address',
})

const Environment = z.object({
  PORT: z.coerce
    .number(WRONG_PORT)
    .int(WRONG_PORT)
    .min(0, WRONG_PORT)
    .max(65535, WRONG_PORT)
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: PostgresUrl.optional(),
  DATABASE_OWNER_URL: PostgresUrl.optional(),
  STORAGE_URL: BucketAddress.optional(),
  STORAGE_KEY: z.string().optional(),
  STORAGE_SECRET: z.string().optional(),
  CACHE_MB: z.coerce
    .number(WRONG_CACHE)
    .min(1, WRONG_CACHE)
    .max(1_000_000, WRONG_CACHE)
    .default(2000),
  SCHOOLS: Switch,
  ADMIN_USERNAME: z.string().regex(/\S/, 'is blank').max(200).default('admin'),
  ADMIN_PASSWORD: z.string().min(12, 'needs at least 12 characters').max(200).optional(),
  PUBLIC_URL: SiteUrl.optional(),
  TRUST_PROXY: Switch,
  TLS_ASK: z.enum(['private', 'any'], 'is neither private nor any').default('private'),
  MAX_UPLOAD_MB: z.coerce
    .number(WRONG_UPLOAD)
    .positive(WRONG_UPLOAD)
    .max(2000, WRONG_UPLOAD)
    .default(25),
  BACKUP_AT: z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'is neither a time such as 02:00 nor off')
    .default('02:00'),
  BACKUP_URL: AwayAddress.optional(),
  BACKUP_KEY: z.string().optional(),
  BACKUP_SECRET: z.string().optional(),
  BACKUP_RECIPIENT: AwayRecipient.optional(),
  PUSH_SERVICES: z
    .string()
    .transform((list) => list.split(',').map((name) => name.trim()))
    .refine((names) => names.every(isServiceName), 'is no list of host names, with commas between')
    .default([]),
  // An address of this machine stands in for the video service in tests.
  VIDEO_PICTURES: z
    .union([z.enum(['on', 'off']), z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ })], {
      error: 'is neither on nor off',
    })
    .default('on'),
  // For tests: older sites stand on this machine.
  MOVE_IN_LOOPBACK: Switch,
  READ_PAPERS: z.enum(['on', 'off'], 'is neither on nor off').optional(),
  TESSERACT: z.string().refine(path.isAbsolute, 'is not an absolute path').optional(),
  OFFICE: z.string().refine(path.isAbsolute, 'is not an absolute path').optional(),
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').max(200).optional(),
  WEBHOOK_URL: z
    .string()
    .refine(isSafeReceiver, 'is not an https address (http only to this machine)')
    .optional(),
  WEBHOOK_SECRET: z.string().min(16, 'needs at least 16 characters').max(200).optional(),
  LOG_LEVEL: z.enum(LEVELS, `is none of ${LEVELS.join(', ')}`).default('info'),
  LOG_FILE: z.string().optional(),
  NODE_ENV: z.string().optional(),
})

/** Names of the settings. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape)

/**
 * Reads the settings from environment variables; a blank variable counts as absent.
 * @param folder default data folder, relative to the working directory
 * @throws ConfigError naming the first invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv, folder = 'data'): Config {
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const parsed = Environment.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'environment')
    throw new ConfigError(`${name}: ${issue?.message ?? 'not valid'}`)
  }
  const settings = parsed.data
  assertWhole(settings)
  const manySchools = isOn(settings.SCHOOLS)
  if (manySchools) assertForMany(settings)
  const { WEBHOOK_URL: url, WEBHOOK_SECRET: secret } = settings
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: path.resolve(settings.DATA_DIR ?? folder),
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    bucket: settings.STORAGE_URL && withKey('STORAGE', settings.STORAGE_URL, settings),
    away: awayOf(settings),
    cacheBytes: Math.floor(settings.CACHE_MB * 1024 * 1024),
    manySchools,
    adminUsername: settings.ADMIN_USERNAME,
    adminPassword: settings.ADMIN_PASSWORD,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: isOn(settings.TRUST_PROXY),
    tlsAsk: settings.TLS_ASK,
    maxUploadBytes: Math.floor(settings.MAX_UPLOAD_MB * 1024 * 1024),
    backupAt: settings.BACKUP_AT === 'off' ? null : settings.BACKUP_AT,
    metricsToken: settings.METRICS_TOKEN,
    webhook: url && secret ? { url, secret } : undefined,
    pushServices: settings.PUSH_SERVICES,
    videoPictures: originOfPictures(settings.VIDEO_PICTURES),
    moveInLoopback: isOn(settings.MOVE_IN_LOOPBACK),
    readPapers: settings.READ_PAPERS && settings.READ_PAPERS === 'on',
    tesseract: settings.TESSERACT,
    office: settings.OFFICE,
    logLevel: settings.LOG_LEVEL,
    logFile: settings.LOG_FILE && path.resolve(settings.LOG_FILE),
    production: settings.NODE_ENV === 'production',
  }
}

function originOfPictures(setting: string): string | null {
  if (setting === 'off') return null
  return setting === 'on' ? VIDEO_PICTURE_ORIGIN : setting
}

type Settings = z.infer<typeof Environment>

/** Settings that mean nothing without another one. */
const NEEDED = [
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['WEBHOOK_URL', 'WEBHOOK_SECRET'],
  ['STORAGE_KEY', 'STORAGE_URL'],
  ['STORAGE_SECRET', 'STORAGE_URL'],
  ['BACKUP_KEY', 'BACKUP_URL'],
  ['BACKUP_SECRET', 'BACKUP_URL'],
  ['BACKUP_RECIPIENT', 'BACKUP_URL'],
] as const

/** @throws ConfigError if a setting is missing that another one needs */
function assertWhole(settings: Settings): void {
  for (const [name, needed] of NEEDED) {
    if (settings[name] === undefined || settings[needed] !== undefined) continue
    throw new ConfigError(`${needed}: is missing, but ${name} is set`)
  }
}

/** Returns the settings of a bucket, whose key and secret may be variables of their own. */
function withKey(
  name: 'STORAGE' | 'BACKUP',
  { prefix: _, ...address }: BucketAddress,
  settings: Settings,
): BucketSettings {
  const key = address.key ?? settings[`${name}_KEY`]
  const secret = address.secret ?? settings[`${name}_SECRET`]
  if (key === undefined) throw new ConfigError(`${name}_KEY: is missing, and ${name}_URL has none`)
  if (secret === undefined) {
    throw new ConfigError(`${name}_SECRET: is missing, and ${name}_URL has none`)
  }
  return { ...address, key, secret }
}

/** Returns where copies of the backups go. */
function awayOf(settings: Settings): AwaySettings | undefined {
  const { BACKUP_URL: address, BACKUP_RECIPIENT: recipient } = settings
  if (!address) return undefined
  if ('folder' in address) return { place: address, recipient }
  const bucket = withKey('BACKUP', address, settings)
  return { place: { bucket, prefix: address.prefix }, recipient }
}

const isOn = (value: string) => value === '1' || value === 'true'

/** @throws ConfigError if a setting is that of a single school */
function assertForMany(settings: Settings): void {
  if (settings.DATABASE_URL === undefined) {
    throw new ConfigError('SCHOOLS: needs DATABASE_URL, which is missing')
  }
  for (const name of ['PUBLIC_URL', 'ADMIN_PASSWORD'] as const) {
    if (settings[name] === undefined) continue
    throw new ConfigError(`${name}: each school has its own with SCHOOLS=1; leave it out`)
  }
}
