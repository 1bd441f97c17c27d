import fs from 'node:fs/promises'
import { DataSource, type EntityManager } from 'typeorm'
import type { DataFolder } from '../../data-folder.ts'
import { asDatabaseError } from '../../db/database-error.ts'
import { query, setEngine } from '../../db/engine.ts'
import { EntryRow, entities } from '../../db/entities.ts'
import { indexState, isComplete } from '../../db/search-index.ts'
import { examineDatabase } from '../../engines/sqlite/examine-database.ts'
import { migrations } from '../../engines/sqlite/migrate.ts'
import { sqliteEngine } from '../../engines/sqlite/sqlite-engine.ts'
import { checkChain } from '../../features/activity/activity-chain.ts'
import { findWithoutPages } from '../../features/collections/page-redrawing.ts'
import { messageOf } from '../../lib/node-error.ts'
import { fileName } from '../../storage/file-names.ts'
import { type FileStore, StorageUnavailable, UPLOAD_FOLDERS } from '../../storage/file-store.ts'
import {
  compareFiles,
  type ReferencedFile,
  referencedFiles,
} from '../../storage/referenced-files.ts'
import { describeChain, isBroken } from '../activity-commands.ts'
import { countOf, createFindings, type Finding } from './finding.ts'

const MAX_NAMES = 5
const FIRST_YEAR = 2026
const LAST_YEAR = 2100

const database = createFindings('database')
const files = createFindings('files')
const search = createFindings('search')
const pages = createFindings('pages')
const push = createFindings('push')
const activity = createFindings('activity')
const clock = createFindings('clock')

type FileLists = Pick<FileStore, 'isRemote' | 'list' | 'names'>

/** Where the files of the school are. */
export interface Places {
  folder: DataFolder
  store: FileLists
}

/** Checks the database and the files that it references; one finding if the database is unreadable. */
export async function recordFindings(places: Places, now: Date): Promise<Finding[]> {
  const { folder } = places
  const found = await fs.stat(folder.databaseFile).catch(() => null)
  if (!found?.isFile()) {
    return [
      database.bad(
        `${folder.databaseFile} does not exist. Start the server once, or set DATA_DIR to its folder; if it was lost: npm run admin -- restore`,
      ),
    ]
  }
  let applied: string[]
  try {
    applied = await examineDatabase(folder.databaseFile, migrations)
  } catch (error) {
    return [database.bad(messageOf(asDatabaseError(error, folder.databaseFile)))]
  }
  if (applied.length < migrations.length) {
    return [database.good('It is of an earlier version; the next start copies and migrates it.')]
  }
  const source = new DataSource({
    type: 'better-sqlite3',
    database: folder.databaseFile,
    readonly: true,
    timeout: 5000,
    entities,
  })
  setEngine(source, sqliteEngine)
  const { manager } = await source.initialize()
  try {
    return [await integrityFinding(manager), ...(await contentFindings(manager, places, now))]
  } finally {
    await source.destroy()
  }
}

/** Checks the rows against each other, the files and the clock, in either database. */
export async function contentFindings(
  reader: EntityManager,
  { folder, store }: Places,
  now: Date,
): Promise<Finding[]> {
  return [
    await searchFinding(reader),
    await filesFinding(folder, store, await referencedFiles(reader)),
    await pagesFinding(reader),
    await pushFinding(reader),
    await activityFinding(reader),
    ...(await orphanFindings(folder)),
    await clockFinding(reader, now),
  ]
}

async function integrityFinding(reader: EntityManager): Promise<Finding> {
  const [found] = await reader.query<{ integrity_check: string }[]>('PRAGMA integrity_check(1)')
  if (found?.integrity_check !== 'ok') {
    return database.bad(
      `It is damaged (${found?.integrity_check}). Restore the newest valid backup: npm run admin -- restore`,
    )
  }
  const dangling = await reader.query<unknown[]>('PRAGMA foreign_key_check')
  if (dangling.length > 0) {
    return database.bad(
      `${dangling.length} records refer to missing ones. Restore the newest valid backup: npm run admin -- restore`,
    )
  }
  return database.good(`It is intact and has ${await entriesOf(reader)}.`)
}

/** Returns the number of entries, such as `3 entries`. */
export async function entriesOf(reader: EntityManager): Promise<string> {
  return countOf(await reader.count(EntryRow), 'entry', 'entries')
}

async function searchFinding(reader: EntityManager): Promise<Finding> {
  const state = await indexState(reader)
  if (isComplete(state)) return search.good('Its index has all entries.')
  const { missing, surplus } = state
  return search.warning(
    `Its index is not complete: ${countOf(missing, 'entry', 'entries')} missing, ${countOf(surplus, 'row')} too many. Restart the server, which builds it again.`,
  )
}

async function filesFinding(
  folder: DataFolder,
  store: FileLists,
  named: readonly ReferencedFile[],
): Promise<Finding> {
  try {
    return await comparisonFinding(folder, store, named)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    return files.bad(`STORAGE_URL: ${messageOf(error)}. Check the address, key and secret.`)
  }
}

async function comparisonFinding(
  { orphans }: DataFolder,
  store: FileLists,
  named: readonly ReferencedFile[],
): Promise<Finding> {
  const { missing, unreferenced } = await compareFiles(store, named)
  const changed = await changedFiles(store, named)
  const lost = [...missing.map(({ folder: from, name }) => `${from}/${name}`), ...changed]
  if (lost.length > 0) {
    return files.bad(
      `Files of records that are missing or changed: ${lost.length} (${few(lost)}). Take them from a backup, or publish them again.`,
    )
  }
  // From a bucket they are removed after a day.
  if (unreferenced.length > 0 && !store.isRemote) {
    return files.warning(
      `Files that belong to no record: ${unreferenced.length} (${few(unreferenced.map(({ name }) => name))}). If this finding remains without concurrent writes, the next start moves them to ${orphans}.`,
    )
  }
  return files.good(`${countOf(named.length, 'file')}, none missing.`)
}

async function pagesFinding(reader: EntityManager): Promise<Finding> {
  const entries = await findWithoutPages(reader)
  if (entries.length === 0) return pages.good('All PDFs that were rendered have page pictures.')
  const named = entries.map(({ title, collection, id }) => `${title} (${collection}/${id})`)
  return pages.warning(
    `PDFs without page pictures: ${entries.length} (${few(named)}). Visitors can only download them. Open them to see whether they are damaged; if not: npm run admin -- redraw`,
  )
}

async function pushFinding(reader: EntityManager): Promise<Finding> {
  const services = await query<{ origin: string; confirmed: number; pending: number }>(
    reader,
    `SELECT origin, CAST(count(last_ok_at) AS INTEGER) AS confirmed,
      CAST(count(*) - count(last_ok_at) AS INTEGER) AS pending
    FROM push_subscription GROUP BY origin ORDER BY count(*) DESC, origin`,
  )
  const named = services.map(
    ({ origin, confirmed, pending }) =>
      `${origin} ${confirmed}${pending > 0 ? ` and ${pending} pending` : ''}`,
  )
  return push.good(
    `Subscriptions to new notices by push service: ${named.length > 0 ? few(named) : 'none'}.`,
  )
}

async function activityFinding(reader: EntityManager): Promise<Finding> {
  const chain = await checkChain(reader)
  const text = describeChain(chain)
  if (!isBroken(chain)) return activity.good(text)
  return activity.warning(
    `${text} Compare with an earlier export: npm run admin -- activity verify <file>`,
  )
}

/** Returns the files whose size differs from their record. */
async function changedFiles(store: FileLists, named: readonly ReferencedFile[]): Promise<string[]> {
  const sizes = new Map<string, number>()
  for (const folder of UPLOAD_FOLDERS) {
    for (const { name, size } of await store.list(folder)) sizes.set(`${folder}/${name}`, size)
  }
  return named.flatMap(({ file }) => {
    const stored = `${file.folder}/${fileName(file)}`
    return (sizes.get(stored) ?? file.size) === file.size ? [] : [stored]
  })
}

async function orphanFindings({ orphans }: DataFolder): Promise<Finding[]> {
  const names = await fs.readdir(orphans).catch(() => [])
  if (names.length === 0) return []
  return [
    files.warning(
      `${orphans} contains files that belonged to no record: ${names.length} (${few(names)}). Delete those that are not needed.`,
    ),
  ]
}

async function clockFinding(reader: EntityManager, now: Date): Promise<Finding> {
  const [row] = await query<{ at: string | null }>(
    reader,
    `SELECT max(at) AS at FROM (
      SELECT max(created_at) AS at FROM entry UNION ALL SELECT max(at) FROM activity) AS newest`,
  )
  const newest = row?.at ?? ''
  const present = now.toISOString()
  const year = now.getUTCFullYear()
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return clock.bad(`The clock of this machine shows ${present}. Set its clock.`)
  }
  if (newest > present) {
    return clock.bad(
      `The clock of this machine shows ${present}, but the latest change was at ${newest}. Set its clock.`,
    )
  }
  return clock.good(`It is ${present}, after all recorded changes.`)
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ')
  return names.length > MAX_NAMES ? `${shown} …` : shown
}
