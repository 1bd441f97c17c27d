import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileOf, pdfFile, twoColors } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

const DAY_MS = 86_400_000

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

const kept = (folder: string) => fs.readdir(path.join(school.dataDir, folder))

describe('the bin', () => {
  it('hides a deleted entry and its files, and gives both back', async () => {
    const picture = fileOf(await twoColors(500, 300).png().toBuffer(), 'scan.png')
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

  it('is shown latest deletion first, to admins alone', async () => {
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

  it('gives a student count back unless its place is taken', async () => {
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

  it('knows nothing of what was never deleted', async () => {
    const entry = await publish('ছুটি')
    for (const id of [entry._id, 'nothinglikeit']) {
      const restore = school.admin.restoreTrash({ params: { id } })
      await expect(restore).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  it('keeps for thirty days, then lets go of record and file', async () => {
    const late = await publish('পরে')
    const soon = await publish('আগে')
    await school.admin.deleteEntry({ params: { ...notices, id: soon._id } })
    now = new Date(now.getTime() + DAY_MS)
    await school.admin.deleteEntry({ params: { ...notices, id: late._id } })
    // Signs in anew: the first session ends after thirty days as well.
    school = await school.restart()

    now = new Date(now.getTime() + 29 * DAY_MS)
    expect((await school.admin.listTrash()).map((item) => item.title)).toEqual(['পরে'])
    const restore = school.admin.restoreTrash({ params: { id: soon._id } })
    await expect(restore).rejects.toMatchObject({ code: 'not_found' })
    expect(await kept('uploads')).toHaveLength(2)

    school = await school.restart()
    expect(await kept('uploads')).toEqual([path.basename(late.filePath ?? '')])
    expect(await kept('orphans')).toEqual([])
    const back = await school.admin.restoreTrash({ params: { id: late._id } })
    expect(back).toEqual(late)
  })
})
