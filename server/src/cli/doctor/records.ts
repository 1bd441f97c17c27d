import fs from 'node:fs/promises'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import type { DataFolder } from '../../data-folder.ts'
import { asDatabaseError } from '../../db/database-error.ts'
import { examineDatabase } from '../../db/examine-database.ts'
import { migrations } from '../../db/migrate.ts'
import { directoryOf, fileName } from '../../storage/file-names.ts'
import {
  compareFiles,
  type ReferencedFile,
  referencedFilesOf,
} from '../../storage/referenced-files.ts'
import { type Finding, findingsAbout, some } from './finding.ts'

const MOST_NAMES = 5
const FIRST_YEAR = 2026
const LAST_YEAR = 2100

const database = findingsAbout('database')
const files = findingsAbout('files')
const clock = findingsAbout('clock')

/** Everything that the database and what it names tell; one finding where it cannot be read. */
export async function recordFindings(folder: DataFolder, now: Date): Promise<Finding[]> {
  const found = await fs.stat(folder.databaseFile).catch(() => null)
  if (!found?.isFile()) {
    return [
      database.bad(
        `There is no ${folder.databaseFile}. Start the server once, or set DATA_DIR to its folder; if it was lost: npm run admin -- restore`,
      ),
    ]
  }
  let applied: string[]
  try {
    applied = await examineDatabase(folder.databaseFile, migrations)
  } catch (error) {
    const told = asDatabaseError(error, folder.databaseFile)
    return [database.bad(told instanceof Error ? told.message : String(told))]
  }
  if (applied.length < migrations.length) {
    return [
      database.good(
        'It is of an earlier version; the next start copies it and brings it up to date.',
      ),
    ]
  }
  const connection = new Sqlite(folder.databaseFile, { readonly: true, timeout: 5000 })
  try {
    return [
      soundness(connection),
      await filesFinding(folder, referencedFilesOf(connection)),
      ...(await putAside(folder)),
      clockFinding(connection, now),
    ]
  } finally {
    connection.close()
  }
}

function soundness(connection: Sqlite.Database): Finding {
  const integrity = String(connection.pragma('integrity_check(1)', { simple: true }))
  if (integrity !== 'ok') {
    return database.bad(
      `It is damaged (${integrity}). Bring back the newest good backup: npm run admin -- restore`,
    )
  }
  const dangling: unknown = connection.pragma('foreign_key_check')
  if (Array.isArray(dangling) && dangling.length > 0) {
    return database.bad(
      `Records that refer to what is not there: ${dangling.length}. Bring back the newest good backup: npm run admin -- restore`,
    )
  }
  const entries = connection.prepare<[], number>('SELECT count(*) FROM entry').pluck().get() ?? 0
  return database.good(`It is sound and holds ${some(entries, 'published thing')}.`)
}

async function filesFinding(
  folder: DataFolder,
  named: readonly ReferencedFile[],
): Promise<Finding> {
  const { missing, unreferenced } = await compareFiles(folder, named)
  const changed = await otherThanKept(folder, named)
  const lost = [...missing.map(({ folder: from, name }) => `${from}/${name}`), ...changed]
  if (lost.length > 0) {
    return files.bad(
      `Files of records that are missing or changed: ${lost.length} (${few(lost)}). Take them from a backup, or publish them anew.`,
    )
  }
  if (unreferenced.length > 0) {
    return files.warning(
      `Files that belong to no record: ${unreferenced.length} (${few(unreferenced.map(({ name }) => name))}). If that stays so when nobody is writing, the next start puts them aside.`,
    )
  }
  return files.good(`Each of the ${some(named.length, 'file')} is there.`)
}

/** Files that have another size than when they were kept. */
async function otherThanKept(
  folder: DataFolder,
  named: readonly ReferencedFile[],
): Promise<string[]> {
  const changed: string[] = []
  for (const { file } of named) {
    const kept = path.join(directoryOf(folder, file.folder), fileName(file))
    const found = await fs.stat(kept).catch(() => null)
    if (found && found.size !== file.size) changed.push(`${file.folder}/${fileName(file)}`)
  }
  return changed
}

async function putAside({ orphans }: DataFolder): Promise<Finding[]> {
  const names = await fs.readdir(orphans).catch(() => [])
  if (names.length === 0) return []
  return [
    files.warning(
      `Files that belonged to no record lie in ${orphans}: ${names.length} (${few(names)}). Look through them and delete what is not needed.`,
    ),
  ]
}

function clockFinding(connection: Sqlite.Database, now: Date): Finding {
  const newest =
    connection
      .prepare<[], string | null>(
        'SELECT max(at) FROM (SELECT max(created_at) AS at FROM entry UNION ALL SELECT max(at) FROM activity)',
      )
      .pluck()
      .get() ?? ''
  const present = now.toISOString()
  const year = now.getUTCFullYear()
  if (year < FIRST_YEAR || year > LAST_YEAR) {
    return clock.bad(`This machine believes that it is ${present}. Set its clock.`)
  }
  if (newest > present) {
    return clock.bad(
      `This machine believes that it is ${present}, but something was done at ${newest}. Set its clock.`,
    )
  }
  return clock.good(`It is ${present}, after everything that was done.`)
}

function few(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  return names.length > MOST_NAMES ? `${shown} …` : shown
}
