import type { StudentCountImport } from '@bidyaloy/shared/features/student-counts/student-count'
import { SECTIONS, SHIFTS } from '@bidyaloy/shared/school/class-groups'
import { CLASS_NAMES } from '@bidyaloy/shared/school/classes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/test-server.ts'

type Row = StudentCountImport['rows'][number]

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const six = (fields: Partial<Row> = {}): Row => ({
  className: 'Six',
  shift: 'Morning',
  section: 'A',
  __v: null,
  ...fields,
})
const send = (rows: Row[], options = {}) =>
  school.admin.importStudentCounts({ body: { rows } }, options)
const counts = () => school.visitor.listStudentCounts()

describe('the import of student counts', () => {
  it('creates and changes counts; missing numbers are 0 in new ones and unchanged in others', async () => {
    const old = await school.admin.createStudentCount({
      body: { className: 'Six', shift: 'Morning', section: 'A', boys: 3, girls: 50, muslim: 45 },
    })
    const done = await send([six({ __v: old.__v, girls: 61 }), six({ section: 'B', girls: 40 })])
    expect(done).toEqual({ created: 1, updated: 1 })
    expect(await counts()).toMatchObject([
      { _id: old._id, section: 'A', boys: 3, girls: 61, muslim: 45, __v: 1 },
      { section: 'B', boys: 0, girls: 40, muslim: 0, __v: 0 },
    ])
  })

  it('accepts all classes, shifts and sections in one request', async () => {
    const rows = CLASS_NAMES.flatMap((className) =>
      SHIFTS.flatMap((shift) =>
        SECTIONS.map((section) => six({ className, shift, section, girls: 50 })),
      ),
    )
    expect(await send(rows)).toEqual({ created: 64, updated: 0 })
    expect(await counts()).toHaveLength(64)
    const again = (await counts()).map(({ _id, updatedAt, ...row }) => ({ ...row, girls: 51 }))
    expect(await send(again)).toEqual({ created: 0, updated: 64 })
  })

  it('changes nothing if one row has changed meanwhile, and names it', async () => {
    const { _id, __v } = await school.admin.createStudentCount({ body: six({ girls: 50 }) })
    await school.admin.updateStudentCount({ params: { id: _id }, body: { girls: 52 } })
    const before = await counts()
    const added = six({ className: 'Five', girls: 44 })
    const conflicts: Row[] = [
      six({ __v, girls: 60 }),
      six({ girls: 60 }),
      six({ className: 'Ten', shift: 'Day', section: 'D', __v: 0 }),
    ]
    for (const row of conflicts) {
      await expect(send([added, row])).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(
          `Class ${row.className}, ${row.shift}, Section ${row.section}`,
        ),
      })
      expect(await counts()).toEqual(before)
    }
    const bengali = await school.fetchAsAdmin('/api/studentCounts/import', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [six()] }),
    })
    expect(await bengali.json()).toMatchObject({
      error: expect.stringContaining('ষষ্ঠ শ্রেণি, প্রভাতী, ক শাখা'),
    })
  })

  it('ignores counts in the trash', async () => {
    const { _id: id } = await school.admin.createStudentCount({ body: six({ girls: 50 }) })
    await school.admin.deleteStudentCount({ params: { id } })
    expect(await send([six({ girls: 51 })])).toEqual({ created: 1, updated: 0 })
  })

  it('rejects duplicate groups and invalid numbers by row', async () => {
    const rows = [six(), six({ section: 'B' }), six({ girls: 4 })]
    await expect(send(rows)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { 'rows.2': expect.stringContaining('more than once') },
    })
    await expect(send([six(), six({ section: 'C', girls: -1 })])).rejects.toMatchObject({
      fields: { 'rows.1.girls': expect.any(String) },
    })
    await expect(send([])).rejects.toMatchObject({ fields: { rows: expect.any(String) } })
    expect(await counts()).toEqual([])
  })

  it('has an effect once for repeated requests with one key', async () => {
    const rows = [six({ girls: 50 })]
    const idempotencyKey = 'import-of-november'
    const results = [await send(rows, { idempotencyKey }), await send(rows, { idempotencyKey })]
    expect(results).toEqual(new Array(2).fill({ created: 1, updated: 0 }))
    expect(await counts()).toMatchObject([{ girls: 50, __v: 0 }])
    await expect(send(rows)).rejects.toMatchObject({ code: 'conflict' })
  })
})
