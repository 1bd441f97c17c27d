import { FirstSchema1764000000001 } from './migrations/0001-first-schema.ts'

/* Migrations of development versions. The first schema replaced them, and has their result. */

/** SQLite had all of them, PostgreSQL the last two. */
export const REPLACED_MIGRATIONS = [
  'FirstTables1763700000001',
  'PagesOfDocuments1763700000002',
  'TimesOfEntries1763700000003',
  'Office1763700000004',
  'CountsAndSearch1763700000005',
  'PartsOfEntries1763700000006',
  'SearchIndex1763700000007',
  'Versions1763700000008',
  'PropertiesOfEntries1763700000009',
  'TextOfPages1763700000010',
  'DraftsAndRoles1763700000011',
  'OneTimePasswordsAndFactors1763700000012',
  'PushSubscriptions1763700000013',
  'CountsByKind1763700000014',
  'ReaderCounts1763700000015',
  'Passkeys1763700000016',
  'ConfirmedSubscriptions1763700000017',
]

/** What an operator reads of a database, or a backup, without all of them. */
export const OUTDATED =
  'It is of an early development version, which only commit 43d8c71122 can raise: start that version once on it, then this one.'

/**
 * Returns the names of applied migrations with the first schema in place of those that it replaced; null
 * if the database stopped before the last of these.
 */
export function presentMigrations(applied: readonly string[]): string[] | null {
  const others = applied.filter((name) => !REPLACED_MIGRATIONS.includes(name))
  if (others.length === applied.length) return others
  const isComplete = applied.includes(REPLACED_MIGRATIONS.at(-1) ?? '')
  return isComplete ? [FirstSchema1764000000001.name, ...others] : null
}
