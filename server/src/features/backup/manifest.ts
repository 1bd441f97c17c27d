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
  files: z.array(z.object({ path: z.string().regex(FILE_PATH), size: Size, sha256: Sha256 })),
  /** Files that records name but that were gone already. */
  missing: z.array(z.string().regex(FILE_PATH)),
})
export type Manifest = z.infer<typeof Manifest>
