import fs from 'node:fs/promises'
import path from 'node:path'
import { NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import { NewContact } from '@bidyaloy/shared/school/contact'
import { NewSchoolInfo } from '@bidyaloy/shared/school/school-info'
import { SiteSettingsChange } from '@bidyaloy/shared/school/site-settings'
import { NewStudentCount } from '@bidyaloy/shared/school/student-count'
import type { Clock } from '../clock.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Database } from '../db/database.ts'
import { SingleRecordRow } from '../db/entities.ts'
import { createEntry } from '../features/collections/collection-commands.ts'
import { contactRecord, schoolInfoRecord } from '../features/site-records/contact-routes.ts'
import { saveSettings } from '../features/site-records/settings-commands.ts'
import { createSingle } from '../features/site-records/single-record-commands.ts'
import { setSitePicture } from '../features/site-records/site-picture-commands.ts'
import { createStudentCount } from '../features/student-counts/student-count-commands.ts'
import { teacherPageRecord } from '../features/teacher-page/teacher-page-routes.ts'
import { createRunOnce } from '../http/idempotency.ts'
import type { StagedFile } from '../http/multipart-upload.ts'
import { newFileStem } from '../ids.ts'
import type { Storage } from '../storage/storage.ts'
import { studentCounts } from './content/counts.ts'
import { contact, schoolInfo, settings } from './content/school.ts'
import { teacherPageHtml } from './content/teachers.ts'
import type { SampleEntry } from './sample-entries.ts'

interface DemoDeps {
  db: Database
  storage: Storage
  folder: DataFolder
  clock: Clock
}

/** Under whose name the sample school is filled. */
const OFFICE = 'admin'

/** How many entries are made side by side: as many as pictures are. */
const AT_ONCE = 2

/**
 * Fills an empty data folder with the sample school, through the commands that the API uses. Does
 * nothing where it has been filled before; goes on where it was interrupted with what is missing.
 */
export async function fillDemo(deps: DemoDeps): Promise<void> {
  if (await deps.db.read.existsBy(SingleRecordRow, { name: teacherPageRecord.name })) return
  // What draws papers and pictures is large: a school that is filled already does not carry it.
  const { sampleEntries } = await import('./sample-entries.ts')
  const missing = await withoutPresent(deps, sampleEntries(deps.clock()))
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    await Promise.all(missing.slice(at, at + AT_ONCE).map((entry) => publish(deps, entry)))
  }
  await setSitePictures(deps)
  // All at once and last: that they are there says that everything is.
  await fillRecords(deps)
}

async function withoutPresent({ db }: DemoDeps, entries: SampleEntry[]): Promise<SampleEntry[]> {
  const rows: { collection: string; title: string }[] = await db.read.query(
    'SELECT collection, title FROM entry',
  )
  const present = new Set(rows.map(({ collection, title }) => `${collection} ${title}`))
  return entries.filter(
    ({ collection, title }) => !present.has(`${collection} ${title.normalize('NFC')}`),
  )
}

async function publish({ db, storage, folder }: DemoDeps, entry: SampleEntry): Promise<void> {
  const { collection, title, date, videoLink } = entry
  const fields = NewEntryOrVideo.parse({
    ...{ title, date: date.toISOString() },
    ...(videoLink !== undefined && { videoLink }),
  })
  const file = entry.file && (await stage(folder, entry.file.name, await entry.file.make()))
  // Entered when it was published: the board shows what was entered last.
  const clock = () => date
  try {
    const once = createRunOnce(db, clock, null)
    await createEntry(
      { db, storage, clock },
      { collection, fields, file, runOnce: once, by: OFFICE },
    )
  } finally {
    await file?.discard()
  }
}

async function setSitePictures({ db, storage, folder, clock }: DemoDeps): Promise<void> {
  const { drawnSitePictures } = await import('./sample-entries.ts')
  for (const { picture, name, make } of drawnSitePictures) {
    const file = await stage(folder, name, await make())
    try {
      await setSitePicture({ db, storage, clock }, { picture, file, by: OFFICE })
    } finally {
      await file.discard()
    }
  }
}

async function stage(folder: DataFolder, name: string, bytes: Buffer): Promise<StagedFile> {
  const file = path.join(folder.staging, newFileStem())
  await fs.writeFile(file, bytes)
  return {
    path: file,
    name,
    size: bytes.length,
    discard: () => fs.rm(file, { force: true }),
  }
}

async function fillRecords({ db, clock }: DemoDeps): Promise<void> {
  const now = clock()
  const { __v, ...siteSettings } = SiteSettingsChange.parse(settings)
  await db.write(async (tx) => {
    await createSingle(tx, contactRecord, NewContact.parse(contact), now)
    await createSingle(tx, schoolInfoRecord, NewSchoolInfo.parse(schoolInfo), now)
    await saveSettings(tx, siteSettings, now)
    for (const count of studentCounts()) {
      await createStudentCount(tx, NewStudentCount.parse(count), now)
    }
    await createSingle(tx, teacherPageRecord, { html: teacherPageHtml }, now)
  })
}
