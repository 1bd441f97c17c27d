import * as z from 'zod'

const days = z.int().positive()

/** What this installation does with data: each sentence of the page is made of these. */
export const Privacy = z.object({
  isCopy: z.boolean().describe('Whether it is a static copy, which counts, logs and sends nothing'),
  readerDays: days.describe('Days for which page views are stored, by entry and day'),
  limitMinutes: z
    .int()
    .positive()
    .describe("Longest time for which a visitor's form counts for the address"),
  signInHours: z.int().positive().describe('Longest time for which a failed sign-in does'),
  pushFailingDays: days.describe('Days of failures after which a subscription is removed'),
  isReading: z.boolean().describe('Whether the text of files is recognised'),
  hasVideoPictures: z.boolean().describe('Whether the server fetches previews of videos'),
  isInBucket: z.boolean().describe('Whether files are in a bucket'),
  trashDays: days,
  cacheHours: z.int().positive().describe('Hours for which caches may have what was taken back'),
  versions: z.int().positive().describe('Largest number of former versions of a record'),
  versionDays: days,
  activityDays: days.describe('Days for which is stored who changed what'),
  sessionDays: days.describe('Lifetime of the cookie of a signed-in account'),
  deviceDays: days.describe('Lifetime of the cookie by which a device of an account is known'),
  nightlyBackups: z
    .object({ days: z.int().positive(), weeks: z.int().positive() })
    .nullable()
    .describe('Days and weeks of which one backup is stored; null: none are made at night'),
  awayCopies: z
    .enum(['plain', 'encrypted'])
    .optional()
    .describe('Copies of the backups on another disk or machine; absent: none are made'),
  manualBackups: z.int().positive().describe('Largest number of backups of each other kind'),
  complaints: z.string().optional().describe('Who settles complaints, in lines'),
  ownPage: z
    .object({ title: z.string(), url: z.string() })
    .optional()
    .describe("The school's own page about privacy"),
})
export type Privacy = z.infer<typeof Privacy>
