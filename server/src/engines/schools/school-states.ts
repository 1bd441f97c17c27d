import * as z from 'zod'
import { isAwayFailed } from '../../features/backup/away-work.ts'
import { AwayState } from '../../features/backup/backup-tasks.ts'
import type { Gauge } from '../../features/status/metrics-routes.ts'
import { type FileStore, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import type { Cluster } from '../postgres/cluster.ts'
import { USED_BYTES } from './school-quota.ts'

const Time = z.date().nullable()

const States = z.array(
  z.object({
    name: z.string(),
    host: z.string().nullable(),
    publicUrl: z.string().nullable(),
    /** Number of entries outside the trash. */
    entries: z.number(),
    /** ISO time of the newest activity. */
    lastWrite: z.string().nullable(),
    /** Whether something waits for a process. */
    hasWork: z.boolean(),
    /** Whether another process does its background work. */
    isTaken: z.boolean(),
    /** Whether the last nightly backup failed. */
    backupFailed: z.boolean(),
    /** Copies of its backups in another place; null before the first look. */
    away: AwayState.nullable().catch(null),
    /** Number of messages, of the webhook or to subscribers, that failed and are sent again. */
    untold: z.number(),
    /** Number of entries that are still to be announced. */
    webhookPending: z.number(),
    pushPending: z.number(),
    /** ISO time of the newest sign-in. */
    lastSignIn: z.string().nullable(),
    furtherHosts: z.array(z.string()),
    suspendedAt: Time,
    /** Limit of its files in bytes. */
    quota: z.number().nullable(),
    /** Bytes of its files by the last maintenance, and of those stored since where there is a quota. */
    used: z.number(),
    /** What the last maintenance has found. */
    maintainedAt: Time,
    files: z.number().nullable(),
    bytes: z.number().nullable(),
    /** Number of files that records name, but that were not there. */
    missing: z.number().nullable(),
    backedUpAt: Time,
  }),
)

const Names = z.array(z.object({ name: z.string() }))

/** A school as its operator sees it. */
export type SchoolState = z.infer<typeof States>[number]

/** Reads the states of all schools, each under its own row-level security. */
export async function readSchoolStates(
  { pool, sign }: Pick<Cluster, 'pool' | 'sign'>,
  {
    now,
    since = now,
    toRead = [],
    holder = '',
  }: {
    now: Date
    /** Entries whose publication time has passed since then are work. */
    since?: Date
    /** Which files are read now. */
    toRead?: readonly string[]
    /** Id of this process among those that use the database. */
    holder?: string
  },
): Promise<SchoolState[]> {
  const names = Names.parse((await pool.query('SELECT name FROM school')).rows)
  const { rows } = await pool.query(
    `SELECT name, host, public_url AS "publicUrl", entry_total AS entries,
      last_write AS "lastWrite", has_work AS "hasWork",
      EXISTS (SELECT FROM lease WHERE lease.name = school.name || ' background work'
        AND until > now() AND holder <> $4) AS "isTaken", maintained_at AS "maintainedAt",
      backup_failed AS "backupFailed", away, untold, webhook_pending AS "webhookPending",
      push_pending AS "pushPending", last_sign_in AS "lastSignIn",
      further_hosts AS "furtherHosts", suspended_at AS "suspendedAt", quota,
      (${USED_BYTES})::float8 AS used, files, bytes, missing, backed_up_at AS "backedUpAt"
    FROM school_states($1, $2, $3, $5) JOIN school ON name = school_name ORDER BY name`,
    [
      now.toISOString(),
      since.toISOString(),
      [...toRead],
      holder,
      names.map(({ name }) => sign(name)),
    ],
  )
  return States.parse(rows)
}

/** Returns the number of the stored files of a school, with copies of pictures, and their bytes. */
export async function measureFiles(
  store: Pick<FileStore, 'list'>,
): Promise<{ files: number; bytes: number }> {
  const files = (await Promise.all(UPLOAD_FOLDERS.map((folder) => store.list(folder)))).flat()
  return { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) }
}

/** Above this number, `/metrics` has only sums: each label takes memory of who collects them. */
const MAX_LABELS = 5000
/** Time for which the states are not read again. */
const FRESH_MS = 15_000

/** Returns the gauges of all schools. @param open number of open schools */
export function gaugesOfSchools(
  states: () => Promise<SchoolState[]>,
  { open, pageBytes }: { open: () => number; pageBytes: () => number },
): Gauge[] {
  let readAt = Number.NEGATIVE_INFINITY
  let known: Promise<SchoolState[]> | undefined
  const current = () => {
    if (known && performance.now() - readAt < FRESH_MS) return known
    readAt = performance.now()
    known = states().catch(() => [])
    return known
  }
  const ofEach = (name: string, help: string, value: (state: SchoolState) => number): Gauge => ({
    name,
    help,
    read: async () =>
      new Map((await current()).slice(0, MAX_LABELS).map((state) => [state.name, value(state)])),
  })
  const age = (at: Date | null) => (at ? (Date.now() - at.getTime()) / 1000 : -1)
  const single = (name: string, help: string, read: () => Promise<number>): Gauge => ({
    name,
    help,
    read,
  })
  return [
    single('bidyaloy_schools', 'Schools', async () => (await current()).length),
    single('bidyaloy_schools_open', 'Open schools of this process', async () => open()),
    single('bidyaloy_page_cache_bytes', 'Cached responses', async () => pageBytes()),
    ofEach('bidyaloy_school_entries', 'Entries outside the trash', ({ entries }) => entries),
    ofEach('bidyaloy_school_files', 'Files, as of the last maintenance', ({ files }) => files ?? 0),
    ofEach('bidyaloy_school_bytes', 'Their bytes', ({ bytes }) => bytes ?? 0),
    ofEach('bidyaloy_school_quota_bytes', 'Their limit; -1 without', ({ quota }) => quota ?? -1),
    ofEach('bidyaloy_school_used_bytes', 'What counts against it', ({ used }) => used),
    ofEach(
      'bidyaloy_school_files_missing',
      'Files of records that the last maintenance did not find',
      ({ missing }) => missing ?? 0,
    ),
    ofEach(
      'bidyaloy_school_backup_failed',
      'Whether the last nightly backup failed',
      ({ backupFailed }) => Number(backupFailed),
    ),
    ofEach(
      'bidyaloy_school_away_backup_age_seconds',
      'Age of the newest copy on another disk or machine; -1 without one',
      ({ away }) => age(away?.newestAt ? new Date(away.newestAt) : null),
    ),
    ofEach(
      'bidyaloy_school_away_backup_failed',
      'Whether copying the backups there fails for an hour',
      ({ away }) => Number(isAwayFailed(away, new Date())),
    ),
    ofEach(
      'bidyaloy_school_announcements_failing',
      'Messages of webhook and push that failed and are sent again',
      ({ untold }) => untold,
    ),
    ofEach(
      'bidyaloy_school_webhook_pending',
      'Entries that are still to be announced by webhook',
      ({ webhookPending }) => webhookPending,
    ),
    ofEach(
      'bidyaloy_school_push_pending',
      'Entries that are still to be announced by push',
      ({ pushPending }) => pushPending,
    ),
    ofEach('bidyaloy_school_suspended', 'Whether the site is closed', ({ suspendedAt }) =>
      Number(suspendedAt !== null),
    ),
    ofEach('bidyaloy_school_work_waiting', 'Whether work waits', ({ hasWork }) => Number(hasWork)),
    ofEach(
      'bidyaloy_school_maintenance_age_seconds',
      'Age of the last maintenance; -1 without one',
      ({ maintainedAt }) => age(maintainedAt),
    ),
    ofEach(
      'bidyaloy_school_last_backup_age_seconds',
      'Age of the newest backup as of then; -1 without one',
      ({ backedUpAt }) => age(backedUpAt),
    ),
  ]
}
