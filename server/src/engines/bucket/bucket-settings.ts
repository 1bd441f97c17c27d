import * as z from 'zod'

/** How a bucket is reached; parsed from STORAGE_URL or BACKUP_URL. */
export interface BucketSettings {
  /** URL of the bucket without a trailing slash: buckets are addressed by path. */
  url: string
  region: string
  key: string
  secret: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const FORM = 'is not an address such as https://key:secret@host/bucket?region=us-east-1'

/** The settings of a bucket; key and secret are null unless the address has them. */
export interface BucketAddress extends Omit<BucketSettings, 'key' | 'secret'> {
  /** Path below the bucket, without slashes around it; empty for the bucket itself. */
  prefix: string
  key: string | null
  secret: string | null
}

/** Parses STORAGE_URL. Messages never contain the address, which may have the secret. */
export const BucketAddress = z.string().transform((text, ctx): BucketAddress => {
  const parsed = parseBucketAddress(text)
  if (typeof parsed !== 'string' && parsed.prefix === '') return parsed
  const message = typeof parsed === 'string' ? parsed : 'needs the name of one bucket as its path'
  ctx.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** Names of keys that need no encoding in an address. */
const PREFIX = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*$/

/** Returns the settings, or what is wrong. */
export function parseBucketAddress(text: string): BucketAddress | string {
  if (!URL.canParse(text)) return FORM
  const { protocol, hostname, host, pathname, searchParams, username, password, hash } = new URL(
    text,
  )
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
  if (!isSafe) return 'is not an https address (http only to this machine)'
  const [name = '', ...below] = pathname.replace(/^\/|\/$/g, '').split('/')
  const prefix = below.join('/')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name))
    return 'needs the name of one bucket as its path'
  if (prefix !== '' && !PREFIX.test(prefix))
    return 'has others than letters, digits, - _ and . below the name of the bucket'
  const unknown = [...searchParams.keys()].find((one) => one !== 'region')
  if (unknown !== undefined || hash !== '') return FORM
  const region = searchParams.get('region') ?? 'us-east-1'
  if (!/^[a-z0-9-]{1,64}$/.test(region)) return 'has a region that is not valid'
  try {
    return {
      url: `${protocol}//${host}/${name}`,
      prefix,
      region,
      key: decodeURIComponent(username) || null,
      secret: decodeURIComponent(password) || null,
    }
  } catch {
    return 'has a key or secret with a % that is not percent-encoded (%25)'
  }
}
