import type { Engine } from '../../db/engine.ts'
import { fts5 } from './fts5.ts'

/** SQLite: a file for each school. */
export const sqliteEngine: Engine = {
  numbered: (statement) => statement,
  key: (columns) => columns,
  entryBy: (index) => `entry INDEXED BY ${index}`,
  unindexed: (column) => `+ ${column}`,
  // The literal 1 lets the planner use a partial index.
  isTrue: (column) => `${column} = 1`,
  sequences: 'sqlite_sequence',
  bodyBytes: 'CAST(body AS BLOB)',
  textIndex: fts5,
  async upsert(tx, target, rows, key) {
    await tx.upsert(target, rows, key)
  },
}
