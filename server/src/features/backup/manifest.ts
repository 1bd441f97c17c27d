import * as z from 'zod'

/** Name of the list of contents in the zip. */
export const MANIFEST_NAME = 'manifest.json'
/** Name of the database in the zip, and where a backup is worked on. */
export const DATABASE_NAME = 'database.sqlite'
/** Raised when older programs could no longer read what newer ones write. */
export const FORMAT = 1

/** Where a kept file lies below the data folder; nothing else ever comes out of a zip. */
export const FILE_PATH =
  /^(uploads|gallery-uploads)\/[0-9a-z]{20}(?:-p[0-9]{1,2})?(?:-[0-9]{1,4})?\.[a-z]{3,4}$/

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Size = z.int().min(0)
const FilePath = z.string().regex(FILE_PATH)
const ListedFile = z.object({ path: FilePath, size: Size, sha256: Sha256 })

/** The list of what a backup holds; it lies in the backup itself. */
export const Manifest = z.object({
  format: z.literal('bidyaloy-backup'),
  version: z.int().min(1),
  /** The moment whose state it holds. */
  at: z.iso.datetime(),
  /** Version of the program that made it. */
  program: z.string().max(100),
  database: z.object({
    size: Size,
    sha256: Sha256,
    migrations: z.array(z.string().max(200)).max(1000),
    counts: z.record(z.string().max(200), Size),
  }),
  files: z.array(ListedFile),
  /** Files that records name but that were gone already. */
  missing: z.array(FilePath),
})
export type Manifest = z.infer<typeof Manifest>

/** How many files a backup can hold, and how long its list of them can be, in bytes. */
export const MOST_FILES = 200_000
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024
const MOST_TABLES = 1000

const List = z.custom<unknown[]>((value) => Array.isArray(value))
const Lists = z.object({
  files: List,
  missing: List,
  database: z.object({
    migrations: List,
    counts: z.custom<object>((value) => typeof value === 'object' && value !== null),
  }),
})

/**
 * The list of a backup; null where it is none. Anybody may have written it: how long its parts are
 * is looked at first, since the schema tells of each member that is wrong.
 */
export function readManifest(json: unknown): Manifest | null {
  const lists = Lists.safeParse(json)
  if (!lists.success) return null
  const { files, missing, database } = lists.data
  const names = Object.keys(database.counts).length
  if (Math.max(database.migrations.length, names) > MOST_TABLES) return null
  if (files.length + missing.length > MOST_FILES) return null
  // Whole lists are given to the schema only where each member is right.
  const right = files.every((one) => ListedFile.safeParse(one).success)
  if (!right || !missing.every((one) => FilePath.safeParse(one).success)) return null
  const parsed = Manifest.safeParse(json)
  return parsed.success ? parsed.data : null
}
