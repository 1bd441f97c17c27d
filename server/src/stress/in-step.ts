import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { dataFolderAt } from '../data-folder.ts'
import { compareFiles, type Differences, referencedFilesOf } from '../storage/referenced-files.ts'
import { assertThat } from './scenario.ts'

const LONGEST_MS = 60_000
const PAUSE_MS = 100

/**
 * Every record has its files, every file its record, nothing is left half-way, the database is
 * sound. Waits for the pages of documents, which are drawn behind the sender's back.
 * @throws where that does not come true
 */
export async function mustBeInStep(dataDir: string): Promise<void> {
  const staging = path.join(dataDir, 'staging')
  const until = performance.now() + LONGEST_MS
  for (;;) {
    const { unnamed, missing } = await differencesIn(dataDir)
    const left = await fs.readdir(staging)
    if (unnamed.length + missing.length + left.length === 0) break
    assertThat(
      performance.now() < until,
      `files and records in step; instead ${JSON.stringify({ unnamed, missing, staging: left })}`,
    )
    await wait(PAUSE_MS)
  }
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'), { readonly: true })
  try {
    const integrity = database.pragma('integrity_check', { simple: true })
    assertThat(integrity === 'ok', `an intact database; instead ${String(integrity)}`)
    const dangling = database.pragma('foreign_key_check')
    assertThat(Array.isArray(dangling) && dangling.length === 0, 'no dangling references')
  } finally {
    database.close()
  }
}

function differencesIn(dataDir: string): Promise<Differences> {
  const folder = dataFolderAt(dataDir)
  const database = new Sqlite(folder.databaseFile, { readonly: true })
  try {
    return compareFiles(folder, referencedFilesOf(database))
  } finally {
    database.close()
  }
}
