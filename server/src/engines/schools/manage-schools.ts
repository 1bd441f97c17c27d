import fs from 'node:fs/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type * as z from 'zod'
import { type Clock, systemClock } from '../../clock.ts'
import { type Config, SiteUrl } from '../../config.ts'
import { type DataFolder, folderOfSchool, openDataFolder } from '../../data-folder.ts'
import type { Database } from '../../db/database.ts'
import { ensureFirstAdmin } from '../../features/auth/admin-commands.ts'
import { getSettings, saveSettings } from '../../features/settings/settings-commands.ts'
import { openRecords } from '../../find-records.ts'
import type { Cluster } from '../postgres/cluster.ts'
import { configOfSchool } from './school-config.ts'
import { SchoolHost, SchoolName, SchoolTitle } from './school-hosts.ts'

interface ManageDeps {
  cluster: Cluster
  config: Config
  log: Logger
  clock?: Clock
}

export interface NewSchool {
  name: string
  host: string
  /** The site's URL where it is not `https://<host>`. */
  publicUrl?: string | undefined
  /** The school's own name, which its site shows. */
  title?: string | undefined
  /** Of its first admin; defaults to that of the settings. */
  username?: string | undefined
  /** Fills the school, before anyone can visit it. */
  fill?: (school: { db: Database; folder: DataFolder; config: Config }) => Promise<void>
}

/**
 * Adds a school with its first admin. It gets its host last: no server opens an incomplete school.
 * @returns the first admin's name and password; null if `fill` has brought accounts
 * @throws Error whose message is a single line for the operator; nothing is left of the school
 */
export async function addSchool(
  { cluster, config, log, clock = systemClock }: ManageDeps,
  { name, host, publicUrl, title, username, fill }: NewSchool,
): Promise<{ username: string; password: string } | null> {
  assertValid('the name', SchoolName, name)
  assertValid('--host', SchoolHost, host)
  if (publicUrl !== undefined) assertValid('--url', SiteUrl, publicUrl)
  if (title !== undefined) assertValid('--title', SchoolTitle, title)
  const { owner } = cluster
  const known = await owner.query('SELECT FROM school WHERE name = $1', [name])
  // Its folder is in use: the message below would have it moved away.
  if (known.rowCount) throw new Error(`There is a school ${name} already.`)
  await assertFree(owner, { host, name })
  const root = folderOfSchool(config.dataDir, name)
  if (await exists(root)) throw new Error(`${root} exists already. Move it away first.`)
  const objects = await objectsOf(config, name)
  if ((await objects.names()).length > 0) {
    throw new Error(
      `The bucket has files of a removed school below ${name}/. Remove them first: npm run admin -- schools remove ${name} --yes`,
    )
  }
  const added = await owner.query(
    'INSERT INTO school (name, public_url) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING name',
    [name, publicUrl ?? null],
  )
  if (!added.rowCount) throw new Error(`There is a school ${name} already.`)
  try {
    const own = {
      ...configOfSchool(config, { name, host, publicUrl: publicUrl ?? null }),
      ...(username !== undefined && { adminUsername: username }),
    }
    const folder = await openDataFolder(own.dataDir)
    const db = await openRecords(cluster, name, { log })
    try {
      await fill?.({ db, folder, config: own })
      if (title !== undefined) await setTitle(db, title, clock())
      const firstAdmin = await ensureFirstAdmin({ db, config: own, clock })
      await owner.query('UPDATE school SET host = $2 WHERE name = $1', [name, host])
      return firstAdmin
    } finally {
      await db.close()
    }
  } catch (error) {
    // Without the bucket its objects stay, and are named when the school is added again.
    await removeSchool({ cluster, config }, name).catch(() => undefined)
    throw error
  }
}

/** Author of what the command line writes. */
const OPERATOR = 'npm run admin'

/** Objects that are removed from a bucket at the same time. */
const removals = pLimit(8)

/** Returns what a school has in the bucket: files, backups and marks. */
async function objectsOf(
  { bucket: settings }: Pick<Config, 'bucket'>,
  school: string,
): Promise<{ names(): Promise<string[]>; remove(name: string): Promise<void> }> {
  if (!settings) return { names: async () => [], remove: async () => undefined }
  const { createBucket } = await import('../bucket/bucket.ts')
  const bucket = createBucket(settings)
  return {
    names: async () => (await bucket.list(`${school}/`)).map(({ name }) => name),
    remove: (name) => bucket.remove(`${school}/${name}`),
  }
}

/**
 * Removes a school with all its rows, its folder and its objects in the bucket. Running servers end
 * it within seconds. May be repeated after a failure: what is left of the school goes then.
 * @returns the number of objects removed from the bucket
 * @throws StorageUnavailable; the rows and the folder are gone then
 */
export async function removeSchool(
  { cluster, config }: Pick<ManageDeps, 'cluster' | 'config'>,
  name: string,
  { keepFiles = false }: { keepFiles?: boolean } = {},
): Promise<{ objects: number }> {
  // Its own connection: triggers run under row-level security.
  const client = await cluster.connect(name, cluster.owner)
  try {
    await client.query('DELETE FROM school WHERE name = $1', [name])
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
  await fs.rm(folderOfSchool(config.dataDir, name), { recursive: true, force: true })
  if (keepFiles) return { objects: 0 }
  const { names, remove } = await objectsOf(config, name)
  let objects = 0
  // Again, because a server that was receiving a file may have put it meanwhile.
  for (let left = await names(); left.length > 0; left = await names()) {
    await Promise.all(left.map((object) => removals(() => remove(object))))
    objects += left.length
  }
  return { objects }
}

/** Returns whether a school without a row still has a folder, and its number of objects in the bucket. */
export async function findRemains(
  config: Pick<Config, 'dataDir' | 'bucket'>,
  name: string,
): Promise<{ hasFolder: boolean; objects: number }> {
  const { names } = await objectsOf(config, name)
  return {
    hasFolder: await exists(folderOfSchool(config.dataDir, name)),
    objects: (await names()).length,
  }
}

/** Writes the school's own name into its settings. */
async function setTitle(db: Database, title: string, now: Date): Promise<void> {
  await db.write(async (tx) => {
    const { pictures, updatedAt, ...settings } = await getSettings(tx)
    const identity = { ...settings.identity, name: title }
    await saveSettings(tx, { ...settings, identity }, { by: OPERATOR, now })
  })
}

/** @throws Error with a one-line message if another school than `name` has the host */
async function assertFree(
  owner: Cluster['owner'],
  { host, name }: Pick<NewSchool, 'host' | 'name'>,
): Promise<void> {
  const taken = await owner.query(
    'SELECT FROM school WHERE (host = $1 OR $1 = ANY (further_hosts)) AND name <> $2',
    [host, name],
  )
  if (taken.rowCount) throw new Error(`--host: another school has ${host}.`)
}

/**
 * Changes the address of a school. Its former host leads to the new one, unless that is dropped.
 * Running servers follow within seconds.
 */
export async function setHost(
  { cluster: { owner } }: Pick<ManageDeps, 'cluster'>,
  { name, host, publicUrl }: Pick<NewSchool, 'name' | 'host' | 'publicUrl'>,
  { dropFormer = false }: { dropFormer?: boolean } = {},
): Promise<void> {
  assertValid('--host', SchoolHost, host)
  if (publicUrl !== undefined) assertValid('--url', SiteUrl, publicUrl)
  await assertFree(owner, { host, name })
  const { rowCount } = await owner.query(
    `UPDATE school SET host = $2, public_url = $3, further_hosts = array_remove(
        CASE WHEN $4 THEN further_hosts ELSE further_hosts || host END, $2)
      WHERE name = $1 AND NOT coalesce($5 = ANY (further_hosts || host) AND $5 <> $2, false)`,
    [name, host, publicUrl ?? null, dropFormer, publicUrl ? new URL(publicUrl).hostname : null],
  )
  // Visitors would be led in a circle.
  if (!rowCount) throw new Error(`--url: ${publicUrl} is at a further host of the school.`)
}

/** Lets a further host lead to a school. */
export async function addHost(
  { cluster: { owner } }: Pick<ManageDeps, 'cluster'>,
  { name, host }: Pick<NewSchool, 'name' | 'host'>,
): Promise<void> {
  assertValid('--host', SchoolHost, host)
  await assertFree(owner, { host, name })
  const { rowCount } = await owner.query(
    // The host of the address, as browsers read it: without a user, in lower case.
    `UPDATE school SET further_hosts = array_remove(further_hosts, $2) || $2::text
      WHERE name = $1 AND host <> $2
        AND lower(substring(public_url FROM '//(?:[^/@]*@)?([^:/?#]+)')) IS DISTINCT FROM $2`,
    [name, host],
  )
  if (!rowCount) throw new Error(`--host: ${name} is at ${host} itself.`)
}

/** Takes a further host from a school. */
export async function removeHost(
  { cluster: { owner } }: Pick<ManageDeps, 'cluster'>,
  { name, host }: Pick<NewSchool, 'name' | 'host'>,
): Promise<void> {
  const { rowCount } = await owner.query(
    `UPDATE school SET further_hosts = array_remove(further_hosts, $2)
      WHERE name = $1 AND $2 = ANY (further_hosts)`,
    [name, host],
  )
  if (!rowCount) throw new Error(`--host: ${host} is no further host of ${name}.`)
}

/** Closes the site of a school for visitors and accounts, or opens it again. */
export async function setSuspended(
  { cluster: { owner } }: Pick<ManageDeps, 'cluster'>,
  name: string,
  isSuspended: boolean,
): Promise<void> {
  await owner.query(
    `UPDATE school SET suspended_at = CASE WHEN $2 THEN coalesce(suspended_at, now()) END
      WHERE name = $1`,
    [name, isSuspended],
  )
}

/** Limits the files of a school. @param quota bytes; null for no limit */
export async function setQuota(
  { cluster: { owner } }: Pick<ManageDeps, 'cluster'>,
  name: string,
  quota: number | null,
): Promise<void> {
  await owner.query('UPDATE school SET quota = $2 WHERE name = $1', [name, quota])
}

function assertValid(what: string, schema: z.ZodType<string>, value: string): void {
  const issue = schema.safeParse(value).error?.issues[0]
  if (issue) throw new Error(`${what}: ${value} ${issue.message}.`)
}

async function exists(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => null)) !== null
}
