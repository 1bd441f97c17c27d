import fs from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { query } from '../../db/engine.ts'
import { IdempotencyRow } from '../../db/entities.ts'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
let now: Date
beforeEach(async () => {
  now = new Date()
  school = await startTestServer({ clock: () => now })
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const
const group = { className: 'Six', shift: 'Morning', section: 'A' } as const

function publish(title: string) {
  return school.admin.createEntry({ params: notices, body: { title }, file: pdfFile() })
}

const storedFiles = (folder: string) => fs.readdir(path.join(school.dataDir, folder))

describe('the trash', () => {
  it('hides a deleted entry and its files, and restores both', async () => {
    const picture = fileOf(await twoColors(400, 240).png().toBuffer(), 'scan.png')
    const entry = await school.admin.createEntry({
      params: notices,
      body: { title: 'স্ক্যান' },
      file: picture,
    })
    const addresses = [entry.filePath, ...(entry.sizes ?? []).map((size) => size.filePath)]
    expect(addresses).toHaveLength(2)
    const statuses = () =>
      Promise.all(addresses.map(async (address) => (await school.fetch(`/${address}`)).status))
    expect(await statuses()).toEqual([200, 200])

    const params = { ...notices, id: entry._id }
    await school.admin.deleteEntry({ params })

    expect(await statuses()).toEqual([404, 404])
    await expect(school.visitor.getEntry({ params })).rejects.toMatchObject({ code: 'not_found' })
    expect(await school.visitor.listEntries({ params: notices })).toEqual([])
    const again = school.admin.deleteEntry({ params })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
    expect(await school.admin.listTrash()).toEqual([
      {
        _id: entry._id,
        collection: 'notices',
        title: 'স্ক্যান',
        deletedAt: now.toISOString(),
        deletedBy: 'admin',
        restorableUntil: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
      },
    ])

    expect(await school.admin.restoreTrash({ params: { id: entry._id } })).toEqual(entry)
    expect(await statuses()).toEqual([200, 200])
    expect(await school.visitor.listEntries({ params: notices })).toEqual([entry])
    expect(await school.admin.listTrash()).toEqual([])
  })

  it('is listed by latest deletion, only for admins', async () => {
    for (const title of ['এক', 'দুই']) {
      const { _id: id } = await publish(title)
      now = new Date(now.getTime() + 1000)
      await school.admin.deleteEntry({ params: { ...notices, id } })
    }
    expect((await school.admin.listTrash()).map((item) => item.title)).toEqual(['দুই', 'এক'])
    await expect(school.visitor.listTrash()).rejects.toMatchObject({ code: 'unauthenticated' })
    const restore = school.visitor.restoreTrash({ params: { id: 'k3v9x0c2m1qa' } })
    await expect(restore).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('restores a student count unless its group has a new one', async () => {
    const count = await school.admin.createStudentCount({ body: { ...group, girls: 40 } })
    await school.admin.deleteStudentCount({ params: { id: count._id } })
    expect(await school.admin.listTrash()).toMatchObject([
      { collection: 'studentCounts', title: 'ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা' },
    ])
    const other = await school.admin.createStudentCount({ body: { ...group, girls: 41 } })
    const restore = () => school.admin.restoreTrash({ params: { id: count._id } })
    await expect(restore()).rejects.toMatchObject({ code: 'conflict' })
    await school.admin.deleteStudentCount({ params: { id: other._id } })
    expect(await restore()).toEqual(count)
    expect(await school.visitor.getStudentCount({ params: group })).toEqual(count)
  })

  it('deletes and restores several entries, all or none', async () => {
    const ids: string[] = []
    for (const title of ['এক', 'দুই', 'তিন']) ids.push((await publish(title))._id)
    const [one = '', two = '', three = ''] = ids
    const news = { collection: 'news' } as const
    const elsewhere = await school.admin.createEntry({
      params: news,
      body: { title: 'খবর' },
      file: pdfFile(),
    })
    const titles = async () =>
      (await school.visitor.listEntries({ params: notices, query: { sort: 'title' } })).map(
        ({ title }) => title,
      )
    const remove = (chosen: string[]) =>
      school.admin.deleteEntries({ params: notices, body: { ids: chosen } })
    const bringBack = (chosen: string[]) => school.admin.restoreFromTrash({ body: { ids: chosen } })

    for (const missing of ['000000000000', elsewhere._id]) {
      await expect(remove([one, missing])).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await titles()).toEqual(['এক', 'তিন', 'দুই'])

    await remove([one, three, one])
    expect(await titles()).toEqual(['দুই'])
    const trash = await school.admin.listTrash()
    expect(trash.map(({ title, deletedBy }) => [title, deletedBy]).sort()).toEqual([
      ['এক', 'admin'],
      ['তিন', 'admin'],
    ])
    await expect(remove([one, two])).rejects.toMatchObject({ code: 'not_found' })

    await expect(bringBack([one, two])).rejects.toMatchObject({ code: 'not_found' })
    expect(await titles()).toEqual(['দুই'])
    await bringBack([one, three, one])
    expect(await titles()).toEqual(['এক', 'তিন', 'দুই'])
    expect(await school.admin.listTrash()).toEqual([])

    const body = { ids: [two] }
    const asVisitor = [
      school.visitor.deleteEntries({ params: notices, body }),
      school.visitor.restoreFromTrash({ body }),
    ]
    for (const refused of asVisitor) {
      await expect(refused).rejects.toMatchObject({ code: 'unauthenticated' })
    }
  })

  it('restores none of several counts if one group has a new one', async () => {
    const notice = await publish('ছুটি')
    await school.admin.deleteEntry({ params: { ...notices, id: notice._id } })
    const ids = [notice._id]
    // Two counts of the same group, of which only one can be restored.
    for (const girls of [40, 41]) {
      const { _id: id } = await school.admin.createStudentCount({ body: { ...group, girls } })
      await school.admin.deleteStudentCount({ params: { id } })
      ids.push(id)
    }
    const all = school.admin.restoreFromTrash({ body: { ids } })
    await expect(all).rejects.toMatchObject({ code: 'conflict' })
    expect(await school.admin.listTrash()).toHaveLength(3)
    await school.admin.restoreFromTrash({ body: { ids: ids.slice(0, 2) } })
    expect(await school.visitor.listEntries({ params: notices })).toMatchObject([{ title: 'ছুটি' }])
    expect(await school.visitor.getStudentCount({ params: group })).toMatchObject({ girls: 40 })
  })

  it.skipIf(IS_POSTGRES)(
    'restores an entry whose file is missing, which can then be replaced',
    async () => {
      const file = fileOf('gone', 'gone.txt')
      const body = { title: 'ছুটি' }
      const entry = await school.admin.createEntry({ params: notices, body, file })
      const params = { ...notices, id: entry._id }
      await school.admin.deleteEntry({ params })
      await fs.rm(path.join(school.dataDir, entry.filePath ?? ''))
      expect(await school.admin.restoreTrash({ params: { id: entry._id } })).toEqual(entry)
      expect((await school.fetch(`/${entry.filePath}`)).status).toBe(404)
      const again = fileOf('again', 'again.txt')
      const mended = await school.admin.updateEntry({ params, body: {}, file: again })
      expect(await (await school.fetch(`/${mended.filePath}`)).text()).toBe('again')
    },
  )

  it('does not find records that were not deleted', async () => {
    const entry = await publish('ছুটি')
    for (const id of [entry._id, 'nothinglikeit']) {
      const restore = school.admin.restoreTrash({ params: { id } })
      await expect(restore).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('leaves out a record of an unknown type, such as one of another version', async () => {
    const { _id: id } = await school.admin.createStudentCount({ body: group })
    await school.admin.deleteStudentCount({ params: { id } })
    const { db } = school.server.internals
    await db.write((tx) => query(tx, "UPDATE record SET type = 'unknown' WHERE id = ?", [id]))
    expect(await school.admin.listTrash()).toEqual([])
    const restore = school.admin.restoreTrash({ params: { id } })
    await expect(restore).rejects.toMatchObject({ code: 'not_found' })
  })

  it.skipIf(IS_POSTGRES)('deletes record and file after thirty days', async () => {
    const late = await publish('পরে')
    const notice = { params: notices, body: { title: 'আগে' }, file: pdfFile() }
    const soon = await school.admin.createEntry(notice, { idempotencyKey: 'the-answer-is-stored' })
    await school.admin.deleteEntry({ params: { ...notices, id: soon._id } })
    const { _id: id } = await school.admin.createStudentCount(
      { body: { ...group, girls: 40 } },
      { idempotencyKey: 'that-of-a-record-too' },
    )
    await school.admin.deleteStudentCount({ params: { id } })
    now = new Date(now.getTime() + DAY_MS)
    await school.admin.deleteEntry({ params: { ...notices, id: late._id } })
    // A new sign-in: the first session has expired too.
    school = await school.restart()

    now = new Date(now.getTime() + 29 * DAY_MS)
    expect((await school.admin.listTrash()).map((item) => item.title)).toEqual(['পরে'])
    const restore = school.admin.restoreTrash({ params: { id: soon._id } })
    await expect(restore).rejects.toMatchObject({ code: 'not_found' })
    expect(await storedFiles('uploads')).toHaveLength(2)

    school = await school.restart()
    expect(await storedFiles('uploads')).toEqual([path.basename(late.filePath ?? '')])
    expect(await storedFiles('orphans')).toEqual([])
    const back = await school.admin.restoreTrash({ params: { id: late._id } })
    // Its pages may have been rendered meanwhile.
    expect(back).toMatchObject(late)
    const { db } = school.server.internals
    expect(await db.read.find(IdempotencyRow)).toEqual([])
  })
})
