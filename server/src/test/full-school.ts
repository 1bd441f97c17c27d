import { kindedCollections } from '@bidyaloy/shared/collections/kinds'
import {
  type CollectionName,
  type CollectionRow,
  collectionNames,
  collections,
} from '@bidyaloy/shared/collections/registry'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleExam } from '@bidyaloy/shared/features/exams/sample-exam'
import { sampleResults } from '@bidyaloy/shared/features/results/sample-results'
import { sampleRoutine } from '@bidyaloy/shared/features/routine/sample-routine'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { sampleCount } from '@bidyaloy/shared/features/student-counts/sample-count'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import {
  EntryChangeRow,
  EntryRow,
  FileOwnerRow,
  MoveInItemRow,
  MoveInRow,
  OldAddressRow,
  PageTextRow,
  ReaderCountRow,
  WithdrawnFileRow,
} from '../db/entities.ts'
import { fileOf, longPdf, twoColors } from './sample-files.ts'
import type { TestServer } from './test-server.ts'

/** Fills a school so that visitors see a value of each column. */
export async function fillEveryColumn(school: TestServer): Promise<void> {
  await fillRecords(school)
  for (const collection of collectionNames) {
    for (let n = 0; n < 4; n += 1) await addEntry(school, collection, n)
  }
  await fillTablesOfEntries(school)
}

/** A picture with one smaller copy. */
const photo = async () => fileOf(await twoColors(400, 300).png().toBuffer(), 'a.png')

async function fillRecords({ admin }: TestServer): Promise<void> {
  await admin.createSchoolInfo({ body: sampleSchoolInfo })
  await admin.createContact({ body: sampleContact })
  const link = { label: 'ফল', href: 'https://example.edu.bd/' }
  const kinds = [
    { id: 'exam', name: 'পরীক্ষা' },
    { id: 'teacher', name: 'শিক্ষক' },
  ]
  const { pictures, updatedAt, ...settings } = emptySiteSettings
  await admin.updateSettings({
    body: {
      ...settings,
      sideLinks: { eservices: [link, link], government: [link], webmaster: [link] },
      menus: { apa: [link], integrity: [link] },
      mapPin: { latitude: 23.7, longitude: 90.4 },
      history: '## a\n\nb',
      kinds: Object.fromEntries(kindedCollections.map((name) => [name, kinds])),
    },
  })
  for (const picture of ['crest', 'banner', 'headTeacher'] as const) {
    await admin.setSitePicture({ params: { picture }, body: {}, file: await photo() })
  }
  for (const [day, closed] of [
    ['2026-11-22', ''],
    ['2026-11-19', 'ছুটি'],
  ] as const) {
    const group = { className: 'Six', shift: 'Day', section: 'A', enrolled: 2, present: 1 } as const
    await admin.createAttendance({ body: { day, closed, groups: closed ? [] : [group] } })
  }
  await admin.createRoutine({ body: sampleRoutine })
  await admin.createExam({ body: sampleExam })
  for (const className of ['Six', 'Seven', 'Eight', 'Nine'] as const) {
    for (const section of ['A', 'B', 'C', 'D'] as const) {
      await admin.createStudentCount({ body: { ...sampleCount, section, className } })
    }
  }
  const until = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  await admin.sealResults({ body: { ...sampleResults, until } })
}

const PHOTO_COLLECTIONS: readonly CollectionName[] = ['gallery', 'main-gallery', 'albums', 'people']

/** Adds the nth entry of a collection; later ones have other properties than earlier ones. */
async function addEntry({ admin }: TestServer, collection: CollectionName, n: number) {
  const { properties, takesBody, datesRequired }: CollectionRow = collections[collection]
  const always = '2100-01-01T00:00:00Z'
  const has = (property: (typeof properties)[number]) => properties.includes(property)
  const body = {
    title: `${collection} ${n}`,
    ...(takesBody && n % 2 === 1 && { body: 'পরীক্ষা\n\n- ক\n- খ' }),
    ...(n === 2 && { pinnedUntil: always, expiresAt: always, publishAt: '2020-01-01T00:00:00Z' }),
    ...(has('kind') && { kind: collection === 'people' ? 'teacher' : 'exam' }),
    ...(has('classes') && n % 2 === 1 && { classes: ['Six' as const] }),
    ...((datesRequired || (has('dates') && n > 1)) && {
      startsOn: '2026-11-20',
      endsOn: '2026-11-25',
      time: '১০টা',
    }),
    ...(has('urgent') &&
      n === 1 && { urgentUntil: new Date(Date.now() + 5 * DAY_MS).toISOString() }),
    ...(has('consent') && { consent: n % 2 ? 'distant' : '2026-11-12' }),
    ...(has('slug') && { slug: `page-${n}` }),
    ...(has('menu') && { menu: 'intro' as const }),
    ...(has('order') && { order: n }),
    ...(has('fields') && {
      fields: { post: 'শিক্ষক', phone: '০১', subject: 'গণিত', memo: 'শসবাউবি/৪১' },
    }),
  }
  const text = () => fileOf('text', 'b.txt')
  const document = () => (n % 2 === 0 ? fileOf(longPdf(1), 'a.pdf') : text())
  const file = PHOTO_COLLECTIONS.includes(collection) ? await photo() : document()
  await admin.createEntry({ params: { collection }, body, file })
}

/** Adds rows that follow from background work and from visitors. */
async function fillTablesOfEntries({ server }: TestServer): Promise<void> {
  await server.internals.db.write(async (tx) => {
    const now = new Date().toISOString()
    const data = { source: {}, by: 'admin', startedAt: now, progress: 1 }
    await tx.insert(MoveInRow, { id: MOVE, state: 'done', data })
    for (const [n, { id, seq, file }] of (await tx.find(EntryRow)).entries()) {
      const stem = file?.stem ?? id
      const lines = [[{ text: 'পরীক্ষা', sureness: 100 }]]
      const page = { page: 1, source: 'layer', reader: 'r', readAt: now } as const
      await tx.insert(PageTextRow, { ...page, stem, entrySeq: seq, lines })
      await tx.insert(FileOwnerRow, { stem: `${stem}x`, entrySeq: seq })
      await tx.insert(WithdrawnFileRow, { stem: `${stem}y`, at: now, erasedAt: now })
      await tx.insert(ReaderCountRow, { entryId: id, day: '2026-11-20', count: n })
      await tx.insert(MoveInItemRow, itemOf(n, id))
      const address = `https://old.example.edu.bd/?p=${n}`
      await tx.insert(OldAddressRow, {
        path: `/?p=${n}`,
        address,
        moveIn: MOVE,
        entryId: id,
        place: null,
      })
      const draft = { status: n % 2 ? 'draft' : 'waiting', by: 'admin', at: now } as const
      await tx.insert(EntryChangeRow, {
        entrySeq: seq,
        draft,
        baseVersion: 0,
        data: {},
        files: null,
      })
    }
  })
}

const MOVE = 'k3v9x0c2m1qa'

/** An item of an older site that became an entry. */
const itemOf = (n: number, entryId: string) => ({
  ...{ moveIn: MOVE, n, key: `${n}.pdf`, outcome: 'published' as const, reason: null },
  ...{ collection: 'notices' as const, category: '', at: null, year: 2020, isDraft: false },
  ...{ files: 0, bytes: null, leftOut: null, item: {}, detail: null, entryId },
})
