import path from 'node:path'
import * as z from 'zod'

/** Settings, parsed once at start. Sizes in bytes, paths absolute. */
export interface Config {
  port: number
  host: string
  dataDir: string
  adminUsername: string
  adminPassword: string | undefined
  /** The site's URL without a trailing slash, for absolute links. */
  publicUrl: string | undefined
  trustProxy: boolean
  maxUploadBytes: number
  /** Bearer token for `/metrics`; if undefined, the endpoint does not exist. */
  metricsToken: string | undefined
  /** Receiver of published entries; undefined if there is none. */
  webhook: { url: string; secret: string } | undefined
  logLevel: string
  /** Time of the nightly backup, `HH:MM` in Dhaka; null if disabled. */
  backupAt: string | null
  production: boolean
}

/** An invalid setting. The message is a single line that names the variable. */
export class ConfigError extends Error {}

const blankIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional())

/** Whether a URL uses https or points to this machine. */
function isSafeReceiver(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHere)
}

const Environment = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65535)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(
    z.string().refine(() => false, {
      error:
        'a database by address is not supported yet; leave DATABASE_URL out to use SQLite in DATA_DIR',
    }),
  ),
  ADMIN_USERNAME: optional(z.string().min(1).max(200)),
  ADMIN_PASSWORD: optional(z.string().min(12, 'needs at least 12 characters').max(200)),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/, error: 'is not an http(s) address' })),
  TRUST_PROXY: optional(z.enum(['0', '1', 'true', 'false'])),
  MAX_UPLOAD_MB: optional(z.coerce.number().positive().max(2000)),
  BACKUP_AT: optional(
    z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|off)$/, 'is neither a time such as 02:00 nor off'),
  ),
  METRICS_TOKEN: optional(z.string().min(16, 'needs at least 16 characters').max(200)),
  WEBHOOK_URL: optional(
    z
      .string()
      .refine(isSafeReceiver, { error: 'is not an https address (http only to this machine)' }),
  ),
  WEBHOOK_SECRET: optional(z.string().min(16, 'needs at least 16 characters').max(200)),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  NODE_ENV: optional(z.string()),
})

/**
 * Reads the settings from environment variables.
 * @param folder default data folder, relative to the working directory
 * @throws ConfigError naming the first invalid variable
 */
export function readConfig(env: NodeJS.ProcessEnv, folder = 'data'): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'environment')
    throw new ConfigError(`${name}: ${issue?.message ?? 'not valid'}`)
  }
  const settings = parsed.data
  return {
    port: settings.PORT ?? 3000,
    host: settings.HOST ?? '127.0.0.1',
    dataDir: path.resolve(settings.DATA_DIR ?? folder),
    adminUsername: settings.ADMIN_USERNAME ?? 'admin',
    adminPassword: settings.ADMIN_PASSWORD,
    publicUrl: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    trustProxy: settings.TRUST_PROXY === '1' || settings.TRUST_PROXY === 'true',
    maxUploadBytes: Math.floor((settings.MAX_UPLOAD_MB ?? 25) * 1024 * 1024),
    backupAt: settings.BACKUP_AT === 'off' ? null : (settings.BACKUP_AT ?? '02:00'),
    metricsToken: settings.METRICS_TOKEN,
    webhook: webhookOf(settings),
    logLevel: settings.LOG_LEVEL ?? 'info',
    production: settings.NODE_ENV === 'production',
  }
}

function webhookOf({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: secret,
}: z.output<typeof Environment>): Config['webhook'] {
  if (url === undefined) return undefined
  if (secret === undefined)
    throw new ConfigError('WEBHOOK_SECRET: is missing, but WEBHOOK_URL is set')
  return { url, secret }
}
