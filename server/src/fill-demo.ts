import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { propertyInputs } from '@bidyaloy/shared/collections/entry-properties'
import { collectionNames } from '@bidyaloy/shared/collections/registry'
import { recordNames, singleNames } from '@bidyaloy/shared/features'
import { SITE_PICTURES, SiteSettingsChange } from '@bidyaloy/shared/features/settings/settings'
import { NewStudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { addDays } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { DataFolder } from './data-folder.ts'
import type { Database } from './db/database.ts'
import { query } from './db/engine.ts'
import { demoAttendance } from './demo-attendance.ts'
import { attendanceModel } from './features/attendance/attendance-queries.ts'
import { PUBLISHER } from './features/collections/approval.ts'
import { createEntry } from './features/collections/entry-commands.ts'
import { createRecord } from './features/records/record-commands.ts'
import { createSingle, isSaved } from './features/records/single-record-commands.ts'
import { saveSettings, setSitePicture } from './features/settings/settings-commands.ts'
import { recordModels, singleModels } from './features.ts'
import { createRunOnce } from './http/idempotency.ts'
import type { StagedFile } from './http/multipart-upload.ts'
import { newFileStem } from './ids.ts'
import type { Storage } from './storage/storage.ts'

/** Folder of the sample school, from `server/src` and from `server/dist` alike. */
const DEMO = fileURLToPath(new URL('../demo', import.meta.url))
/** Who has written the sample. */
export const USERNAME = 'admin'
/** Entries created in parallel: as many as pictures are processed in parallel. */
const CONCURRENCY = 2
const MAX_FILE_NAME = 60
/** Difference between the Bangla and the common calendar, from Baishakh on. */
const BANGLA_YEARS = 593
/** Friday and Saturday. */
const WEEKEND = [5, 6]
/** Fixed public holidays, month and day. */
const PUBLIC_HOLIDAYS = ['-02-21', '-03-26', '-04-14', '-05-01', '-12-16', '-12-25']

const When = z.union([
  z.strictObject({ month: z.number(), day: z.number() }),
  z.strictObject({ daysAgo: z.number() }),
  z.strictObject({ on: z.iso.date() }),
])
type When = z.infer<typeof When>

const DemoEntries = z.array(
  z.strictObject({
    collection: z.enum(collectionNames),
    /** May contain `{0}`, `{1}`, `{-1}` (year of the date, next, previous) and `{bangla}` (Bangla year). */
    title: z.string(),
    /** Either a day of each year, a number of days before today, or a date. */
    when: When,
    time: z.iso.time(),
    /** Text in Markdown. */
    body: z.string().optional(),
    /** Path below the demo folder; absent for a video or a text. */
    file: z.string().optional(),
    /** Instead of `file`: several, in order. */
    files: z.array(z.string()).optional(),
    videoLink: z.url().optional(),
    /** Kind, classes and the like, as in the API. */
    properties: z.strictObject(propertyInputs).optional(),
    /** Instead of `startsOn` and `endsOn`: the first and the last of its dates, in days from today. */
    days: z.tuple([z.number(), z.number()]).optional(),
  }),
)

const DemoRecords = z.strictObject({
  settings: SiteSettingsChange,
  /** Read by the schemas of their types. */
  ofFeatures: z.partialRecord(z.enum([...singleNames, ...recordNames]), z.unknown()),
})

interface DemoDeps {
  db: Database
  storage: Storage
  folder: DataFolder
  clock: Clock
}

type DemoEntry = Awaited<ReturnType<typeof demoEntries>>[number]

/**
 * Fills an empty data folder with the sample school in `server/demo`, through the commands of the
 * API. Does nothing if it is filled already; completes an interrupted run.
 * @returns whether it was not filled yet
 */
export async function fillDemo(deps: DemoDeps): Promise<boolean> {
  const { ofFeatures } = await demoRecords(deps.clock())
  const saved = singlesOf(ofFeatures).map((single) => isSaved(deps.db.read, single))
  if ((await Promise.all(saved)).some(Boolean)) return false
  const missing = await withoutPresent(deps, await demoEntries(deps.clock()))
  for (let at = 0; at < missing.length; at += CONCURRENCY) {
    await Promise.all(missing.slice(at, at + CONCURRENCY).map((entry) => publish(deps, entry)))
  }
  await setSitePictures(deps)
  // Stored last and in one transaction, since their presence means that the demo is complete.
  await fillRecords(deps)
  return true
}

/** Returns the models of the single records in the sample; the settings are saved with pictures. */
const singlesOf = (ofFeatures: z.output<typeof DemoRecords>['ofFeatures']) =>
  singleModels.filter(({ type }) => type.name in ofFeatures)

/** Returns the sample entries with their titles and dates, oldest first. */
export async function demoEntries(now: Date) {
  const entries = DemoEntries.parse(await readJson('entries.json'))
  return entries
    .map(({ title, when, time, file, files = file ? [file] : [], days, ...entry }) => {
      const date = publishedAt(when, time, now)
      const properties = { ...entry.properties, ...(days && datesOf(days, now)) }
      return { ...entry, files, title: datedTitle(title, date), date, properties }
    })
    .sort((one, other) => one.date.getTime() - other.date.getTime())
}

/** Returns the records of the sample school. `{school day 28}` in them is the 28th school day after `now`. */
export async function demoRecords(now: Date) {
  return DemoRecords.parse(
    await readJson('records.json', (text) =>
      text.replace(/\{school day (\d+)\}/g, (_, days: string) => schoolDayAfter(now, Number(days))),
    ),
  )
}

export async function readJson(name: string, dated = (text: string) => text): Promise<unknown> {
  return JSON.parse(dated(await fs.readFile(path.join(DEMO, name), 'utf8')))
}

/** Returns the last school day on or before `when`, always before `now`. */
export function publishedAt(when: When, time: string, now: Date): Date {
  const today = dhakaTime(now)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  // Bangladesh is at UTC+6; no sample date is in 2009, which had summer time.
  const at = (year: number, month: number, day: number) =>
    schoolDayUntil(new Date(Date.UTC(year, month - 1, day, hour - 6, minute)))
  if ('on' in when) {
    const { year, month, day } = dhakaTime(when.on)
    return at(year, month, day)
  }
  if ('daysAgo' in when) return at(today.year, today.month, today.day - Math.max(1, when.daysAgo))
  const thisYear = at(today.year, when.month, when.day)
  return thisYear < now ? thisYear : at(today.year - 1, when.month, when.day)
}

function datesOf([first, last]: readonly [number, number], now: Date) {
  const [startsOn, endsOn] = [first, last].map((days) => addDays(dhakaTime(now).iso, days))
  return { startsOn, ...(first !== last && { endsOn }) }
}

function schoolDayUntil(date: Date): Date {
  return isOff(date) ? schoolDayUntil(new Date(date.getTime() - DAY_MS)) : date
}

/** Returns the `days`th school day after a moment, `YYYY-MM-DD`. */
function schoolDayAfter(date: Date, days: number): string {
  const next = new Date(date.getTime() + DAY_MS)
  if (isOff(next)) return schoolDayAfter(next, days)
  return days > 1 ? schoolDayAfter(next, days - 1) : dhakaTime(next).iso
}

function isOff(date: Date): boolean {
  const { weekday, iso } = dhakaTime(date)
  return WEEKEND.includes(weekday) || PUBLIC_HOLIDAYS.some((holiday) => iso.endsWith(holiday))
}

export function datedTitle(title: string, date: Date): string {
  const { year } = dhakaTime(date)
  return title
    .replace('{bangla}', toBengaliDigits(year - BANGLA_YEARS))
    .replace(/\{(-?\d)\}/g, (_, offset: string) => toBengaliDigits(year + Number(offset)))
}

async function withoutPresent({ db }: DemoDeps, entries: DemoEntry[]): Promise<DemoEntry[]> {
  const rows = await query<{ collection: string; title: string }>(
    db.read,
    'SELECT collection, title FROM entry',
  )
  const present = new Set(rows.map(({ collection, title }) => `${collection} ${title}`))
  return entries.filter(
    ({ collection, title }) => !present.has(`${collection} ${title.normalize('NFC')}`),
  )
}

async function publish({ db, storage, folder }: DemoDeps, entry: DemoEntry): Promise<void> {
  const { collection, title, date, body, videoLink, properties } = entry
  const fields = NewEntryOrVideo.parse({
    title,
    date: date.toISOString(),
    ...properties,
    ...(body !== undefined && { body }),
    ...(videoLink !== undefined && { videoLink }),
  })
  const name = title.slice(0, MAX_FILE_NAME).replace(/[/\\:*?"<>|]/g, '-')
  const files = await Promise.all(entry.files.map((file) => stage(folder, file, name)))
  // Created at its date, because lists are ordered by the time of creation.
  const clock = () => date
  try {
    const runOnce = createRunOnce(db, clock, null)
    await createEntry(
      { db, storage, clock },
      { collection, fields, files, runOnce, writer: { ...PUBLISHER, by: USERNAME } },
    )
  } finally {
    await Promise.all(files.map((file) => file.discard()))
  }
}

async function setSitePictures({ db, storage, folder, clock }: DemoDeps): Promise<void> {
  for (const picture of SITE_PICTURES) {
    const extension = picture === 'crest' ? 'png' : 'webp'
    const file = await stage(folder, `pictures/${picture}.${extension}`, picture)
    try {
      await setSitePicture({ db, storage, clock }, { picture, file, by: USERNAME })
    } finally {
      await file.discard()
    }
  }
}

async function stage(folder: DataFolder, source: string, name: string): Promise<StagedFile> {
  const file = path.join(folder.staging, newFileStem())
  const bytes = await fs.readFile(path.join(DEMO, source))
  await fs.writeFile(file, bytes)
  return {
    path: file,
    name: name + path.extname(source),
    size: bytes.length,
    discard: () => fs.rm(file, { force: true }),
  }
}

async function fillRecords({ db, clock }: DemoDeps): Promise<void> {
  const now = clock()
  const { settings, ofFeatures } = await demoRecords(now)
  const records: Readonly<Record<string, unknown>> = ofFeatures
  const { __v, ...siteSettings } = settings
  await db.write(async (tx) => {
    await saveSettings(tx, siteSettings, { by: USERNAME, now })
    for (const single of singlesOf(ofFeatures)) {
      const data = single.schema.parse(records[single.type.name])
      await createSingle(tx, single, data, now)
    }
    for (const model of recordModels) {
      const records = z.array(model.schema).parse(ofFeatures[model.name] ?? [])
      for (const data of records) await createRecord(tx, model, data, { by: USERNAME, now })
    }
    const counts = z.array(NewStudentCount).parse(records.studentCounts)
    for (const day of demoAttendance(counts, dhakaTime(now).iso)) {
      await createRecord(tx, attendanceModel, day, { by: USERNAME, now })
    }
  })
}
