import path from 'node:path'
import Sqlite from 'better-sqlite3'
import * as z from 'zod'
import { dataFolderAt } from '../../src/data-folder.ts'
import { createFolderStore } from '../../src/engines/disk/folder-store.ts'
import { compareFiles, referencedFilesOf } from '../../src/storage/referenced-files.ts'
import { assertThat } from './scenario.ts'

/* What a move from an older site has written into the database, also of a process that was killed. */

function read<T>(dataDir: string, work: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(path.join(dataDir, 'bidyaloy.sqlite'), { readonly: true })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const Name = z.object({ name: z.string() })

/** Tables of the move itself, of the activity, and of what ends by itself. */
const OTHERS =
  /^(activity|idempotency|migrations|move_in|move_in_item|session|sqlite_.*|entry_search.*)$/

/** Returns the rows of all other tables. */
export function recordsOf(dataDir: string): string[] {
  return read(dataDir, (database) => {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    const names = z.array(Name).parse(tables)
    return names
      .filter(({ name }) => !OTHERS.test(name))
      .flatMap(({ name }) => {
        const where = name === 'entry_count' ? 'WHERE count > 0' : ''
        const rows = database.prepare(`SELECT * FROM "${name}" ${where}`).all()
        return rows.map((row) => `${name} ${JSON.stringify(row)}`)
      })
      .sort()
  })
}

const State = z.object({ state: z.string() })

/** Returns the state of the newest move. */
export function stateIn(dataDir: string): string {
  const newest = "SELECT state FROM move_in ORDER BY data ->> 'startedAt' DESC LIMIT 1"
  const row = read(dataDir, (database) => database.prepare(newest).get())
  return row === undefined ? 'none' : State.parse(row).state
}

const Counts = z.object({
  state: z.string(),
  items: z.int(),
  undecided: z.int(),
  brought: z.int(),
  addresses: z.int(),
  entries: z.int(),
  half: z.int(),
})

const COUNTS = `WITH
  newest AS (SELECT * FROM move_in ORDER BY data ->> 'startedAt' DESC LIMIT 1),
  item AS (SELECT * FROM move_in_item WHERE move_in = (SELECT id FROM newest)),
  brought AS (SELECT * FROM item WHERE outcome IN ('published', 'draft'))
  SELECT
  coalesce((SELECT state FROM newest), 'none') AS state,
  (SELECT count(*) FROM item) AS items,
  (SELECT count(*) FROM item WHERE outcome IN ('found', 'waiting')) AS undecided,
  (SELECT count(*) FROM brought) AS brought,
  (SELECT count(DISTINCT key) FROM brought JOIN entry ON entry.id = entry_id
    JOIN old_address USING (entry_id) WHERE place IS NULL) AS addresses,
  (SELECT count(*) FROM entry) AS entries,
  (SELECT count(*) FROM old_address LEFT JOIN entry ON entry.id = entry_id WHERE entry.id IS NULL)
    + (SELECT count(*) FROM entry WHERE title = '' OR version < 0) AS half`

/**
 * Checks that each item of the newest move has its entry with its old addresses and files, or nothing.
 * @param items number of items of the older site
 * @param own number of entries that were not brought
 */
export async function assertBroughtRows(
  dataDir: string,
  { items, own }: { items: number; own: number },
): Promise<void> {
  const { counts, files } = read(dataDir, (database) => ({
    counts: Counts.parse(database.prepare(COUNTS).get()),
    files: referencedFilesOf(database),
  }))
  const text = JSON.stringify(counts)
  const { state, brought } = counts
  const isFound = !['none', 'looking', 'failed'].includes(state)
  assertThat(!isFound || counts.items === items, `no item is lost or doubled; instead ${text}`)
  assertThat(counts.entries === own + brought, `an entry for each item; instead ${text}`)
  assertThat(counts.addresses === brought, `each with its address, once; instead ${text}`)
  assertThat(counts.half === 0, `nothing is half; instead ${text}`)
  assertThat(state !== 'done' || counts.undecided === 0, `all are decided; instead ${text}`)
  const { missing } = await compareFiles(createFolderStore(dataFolderAt(dataDir)), files)
  assertThat(missing.length === 0, `all have their files; instead without ${missing}`)
}
