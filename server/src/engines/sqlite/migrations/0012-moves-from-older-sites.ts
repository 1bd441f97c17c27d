import { SqlMigration } from './sql-migration.ts'

/** Moves from older sites: what they have, what became of it, and their old addresses. */
export class MovesFromOlderSites1765600000001 extends SqlMigration {
  readonly name = 'MovesFromOlderSites1765600000001'
  readonly statements = [
    `CREATE TABLE move_in (
      id TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      data TEXT NOT NULL
    )`,
    `CREATE TABLE move_in_item (
      move_in TEXT NOT NULL,
      n INTEGER NOT NULL,
      key TEXT NOT NULL,
      outcome TEXT NOT NULL,
      reason TEXT,
      collection TEXT NOT NULL,
      category TEXT NOT NULL,
      at TEXT,
      year INTEGER,
      is_draft INTEGER NOT NULL,
      files INTEGER NOT NULL,
      bytes INTEGER,
      left_out TEXT,
      item TEXT NOT NULL,
      detail TEXT,
      entry_id TEXT,
      PRIMARY KEY (move_in, n),
      UNIQUE (move_in, key)
    )`,
    'CREATE INDEX move_in_item_by_outcome ON move_in_item (move_in, outcome, n)',
    'CREATE INDEX move_in_item_of_entry ON move_in_item (entry_id) WHERE entry_id IS NOT NULL',
    `CREATE TABLE old_address (
      path TEXT PRIMARY KEY,
      address TEXT NOT NULL,
      move_in TEXT NOT NULL,
      entry_id TEXT NOT NULL,
      place INTEGER
    )`,
    'CREATE INDEX old_address_of_move ON old_address (move_in)',
    'CREATE INDEX old_address_of_entry ON old_address (entry_id)',
  ]
}
