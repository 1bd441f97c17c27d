import type * as z from 'zod'
import {
  createIndexedDbStore,
  type IndexedDbStore,
  LazyDatabase,
} from '../../lib/indexed-db-store.ts'

/** What was written survives a reload and a power cut; a browser that stores nothing keeps it until a reload. */
export type BrowserStore<Stored> = IndexedDbStore<Stored>

const database = new LazyDatabase({
  database: 'bidyaloy-entries',
  records: 'sessions',
  files: 'files',
})

/**
 * Stores records of one schema; others are not returned.
 * @param profile returns the prefix of the keys, for a storage shared by several sites
 */
export function createBrowserStore<Stored>(
  schema: z.ZodType<Stored>,
  profile: () => string = () => '',
): BrowserStore<Stored> {
  return createIndexedDbStore(database, (value) => schema.safeParse(value).data, profile)
}
