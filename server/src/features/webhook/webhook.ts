import { createHmac } from 'node:crypto'
import { collectionNames, entryPath, pagedCollections } from '@bidyaloy/shared/collections/registry'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import type { EntryRow } from '../../db/entities.ts'
import { type Announcer, startAnnouncer } from '../announcements/announcer.ts'
import type { BackupFailure } from '../backup/tell-of-failure.ts'
import type { SiteAddress } from '../site-address/site-address.ts'

interface WebhookDeps {
  db: Database
  clock: Clock
  log: Logger
  /** Absolute path of the SQLite file with the delivery state, where the records are in SQLite. */
  queueFile: string
  receiver: NonNullable<Config['webhook']>
  siteAddress: Pick<SiteAddress, 'find'>
  config: Pick<Config, 'manySchools'>
  /** Its name, where there are several. */
  school: string
}

type PostDeps = Pick<WebhookDeps, 'clock' | 'log' | 'receiver' | 'config' | 'school'>

const TIMEOUT_MS = 10_000

/** Sends a message to the receiver for each entry that becomes visible. */
export function startWebhook(deps: WebhookDeps): Promise<Announcer> {
  return startAnnouncer({
    ...deps,
    name: 'the webhook',
    queue: { name: 'webhook', file: deps.queueFile },
    collections: collectionNames,
    announce: (row, { signal }) => send(deps, row, signal),
  })
}

/** Sends the message of an entry. @returns whether the receiver accepted it */
async function send(
  deps: WebhookDeps,
  { id, collection, title, date }: EntryRow,
  signal: AbortSignal,
): Promise<boolean> {
  const paged = pagedCollections.find((one) => one === collection)
  const siteUrl = await deps.siteAddress.find()
  const url = paged && siteUrl !== undefined ? { url: siteUrl + entryPath(paged, id) } : {}
  const entry = { _id: id, title, date }
  return post(deps, 'published', { id, signal, message: { collection, entry, ...url } })
}

/** Sends the message of a backup that failed. @returns whether the receiver accepted it */
export async function sendBackupFailure(
  deps: PostDeps & Pick<WebhookDeps, 'siteAddress'>,
  { what, since }: BackupFailure,
): Promise<boolean> {
  const siteUrl = await deps.siteAddress.find()
  const url = siteUrl === undefined ? {} : { url: `${siteUrl}/admin/dashboard/backup` }
  const id = `backup-${what}-${Date.parse(since)}`
  const { signal } = new AbortController()
  return post(deps, 'backup_failed', { id, signal, message: { what, since, ...url } })
}

/** @param id the same for each attempt */
async function post(
  { clock, log, receiver, config, school }: PostDeps,
  event: 'published' | 'backup_failed',
  { id, message, signal }: { id: string; message: object; signal: AbortSignal },
): Promise<boolean> {
  const body = JSON.stringify({ event, ...(config.manySchools && { school }), ...message })
  const seconds = Math.floor(clock().getTime() / 1000)
  try {
    const response = await fetch(receiver.url, {
      method: 'POST',
      // A redirect could lead into the internal network of this server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'bidyaloy',
        'bidyaloy-delivery': id,
        'bidyaloy-signature': `t=${seconds},v1=${sign(receiver.secret, seconds, body)}`,
      },
      body,
    })
    await response.body?.cancel()
    if (response.ok) return true
    log.warn({ delivery: id, status: response.status }, 'the webhook was rejected')
  } catch (error) {
    if (!signal.aborted) log.warn({ delivery: id, err: error }, 'the webhook is unreachable')
  }
  return false
}

/** Returns the HMAC-SHA256 of `<seconds>.<body>` in hexadecimal. */
function sign(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}
