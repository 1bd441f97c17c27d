import * as z from 'zod'

/** Number of days for which each day's number is given, the present one included. */
export const READER_DAYS = 30
/** Numbers are stored for so many days. */
export const READER_RETENTION_DAYS = 400
/** Largest number of entries of one request. */
export const MAX_READER_IDS = 100

export const ReaderCountsQuery = z.object({
  ids: z
    .string()
    .regex(new RegExp(`^[0-9a-z]{1,40}(,[0-9a-z]{1,40}){0,${MAX_READER_IDS - 1}}$`), {
      error: 'valid.choice',
    })
    .optional()
    .describe(`Ids of at most ${MAX_READER_IDS} entries of any collection, separated by commas`),
})

const Series = z.object({
  total: z.int().describe(`Of the last ${READER_RETENTION_DAYS} days`),
  days: z.array(z.int()).describe(`Of each of the last ${READER_DAYS} days, ending with \`to\``),
})
export type ReaderSeries = z.infer<typeof Series>

/** How often pages were read. */
export const ReaderCounts = z.object({
  to: z.string().describe('The present day in Dhaka, YYYY-MM-DD'),
  site: Series.describe('All pages of the site'),
  entries: z.array(Series.extend({ _id: z.string() })).describe('Those that were read at all'),
})
export type ReaderCounts = z.infer<typeof ReaderCounts>
