import { Problem } from '@bidyaloy/shared/api/problem'
import { NewEntryOrVideo } from '@bidyaloy/shared/collections/entry'
import type { EntityManager } from 'typeorm'
import * as z from 'zod'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../db/database.ts'
import { EntryRow, SingleRecordRow, VersionRow } from '../../db/entities.ts'
import type { Storage } from '../../storage/storage.ts'
import { PUBLISHER } from '../collections/approval.ts'
import { createEntry } from '../collections/entry-commands.ts'
import { peopleTable, teacherPageModel } from './teacher-page.ts'

/** The data of a page that was typed as a list: people have taken its place. */
const TypedList = z.object({
  teachers: z.array(
    z.object({
      name: z.string(),
      post: z.string(),
      subject: z.string(),
      phone: z.string(),
      email: z.string(),
    }),
  ),
})
type TypedList = z.infer<typeof TypedList>

interface MoveDeps {
  db: Database
  storage: Storage
  clock: Clock
}

/**
 * Creates the people of a typed list of teachers, and makes the page of the people. A list that people
 * cannot hold, and the lists of former versions, become HTML. Changes nothing where there is no list.
 */
export async function moveTeacherList(deps: MoveDeps): Promise<void> {
  const { db } = deps
  const { name } = teacherPageModel.type
  const seen = await db.read.findOneBy(SingleRecordRow, { name })
  if (!TypedList.safeParse(seen?.data).success) return
  const move = (place: (tx: EntityManager, list: TypedList) => Promise<object>) =>
    db.write(async (tx) => {
      const row = await tx.findOneBy(SingleRecordRow, { name })
      const list = TypedList.safeParse(row?.data)
      // Moved by another process.
      if (!row || !list.success) return
      const data = await place(tx, list.data)
      await tx.update(SingleRecordRow, { name }, { data, version: row.version + 1 })
      await convertVersions(tx, row.id)
    })
  try {
    await move((tx, list) => createPeople(tx, deps, list))
  } catch (error) {
    if (!(error instanceof Problem || error instanceof z.ZodError)) throw error
    await move(async (_, list) => asHtml(list))
  }
}

/**
 * Creates the people who are not among the people already. Returns the page's data.
 * @throws Problem, ZodError if a row is not a valid person
 */
async function createPeople(
  tx: EntityManager,
  deps: MoveDeps,
  { teachers }: TypedList,
): Promise<object> {
  const present = await tx.findBy(EntryRow, { collection: 'people' })
  const names = new Set(present.map(({ title }) => title))
  const body = (title: string, fields: object) =>
    NewEntryOrVideo.parse({ title, kind: 'teacher', fields })
  for (const { name, ...facts } of teachers) {
    if (names.has(name)) continue
    await createEntry(deps, {
      collection: 'people',
      fields: body(name, facts),
      files: [],
      runOnce: async (write) => ({ result: await write(tx), replayed: false }),
      writer: { ...PUBLISHER, by: '' },
    })
  }
  return { people: true }
}

const asHtml = ({ teachers }: TypedList) => ({ html: peopleTable(teachers) })

async function convertVersions(tx: EntityManager, recordId: string): Promise<void> {
  const { segment: recordType } = teacherPageModel.type
  for (const { n, data } of await tx.findBy(VersionRow, { recordType, recordId })) {
    const list = TypedList.safeParse(data)
    if (!list.success) continue
    await tx.update(VersionRow, { recordType, recordId, n }, { data: asHtml(list.data) })
  }
}
