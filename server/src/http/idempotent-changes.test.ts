import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { sampleSchoolInfo } from '@bidyaloy/shared/features/school-info/sample-school-info'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pdfFile } from '../test/sample-files.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'

/*
 * A client that lost the response repeats a change with its key: the repetition must neither
 * conflict with the first change nor be applied again.
 */
let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const notices = { collection: 'notices' } as const

it('repeats the first response to a repeated change, replacement and deletion of an entry', async () => {
  const { _id: id } = await school.admin.createEntry({
    params: notices,
    body: { title: 'শুরু' },
    file: pdfFile(),
  })
  const params = { ...notices, id }
  const rename = () =>
    school.admin.updateEntry(
      { params, body: { title: 'নতুন', __v: 0 } },
      { idempotencyKey: 'rename' },
    )
  const replace = () =>
    school.admin.updateEntry(
      { params, body: { __v: 1 }, file: pdfFile() },
      { idempotencyKey: 'replace' },
    )
  const remove = () => school.admin.deleteEntry({ params }, { idempotencyKey: 'remove' })

  expect(await rename()).toMatchObject({ title: 'নতুন', __v: 1 })
  expect(await rename()).toMatchObject({ title: 'নতুন', __v: 1 })
  const replaced = await replace()
  expect(await replace()).toEqual(replaced)
  expect(await school.visitor.getEntry({ params })).toMatchObject({ __v: 2 })
  await remove()
  await school.admin.restoreTrash({ params: { id } })
  await remove()
  // The repeated deletion does nothing: the entry that was restored meanwhile stays.
  expect(await school.visitor.getEntry({ params })).toMatchObject({ title: 'নতুন' })
  expect((await school.fetch(`/${replaced.filePath}`)).status).toBe(200)
})

it('repeats the first response to repeated changes of records and counts', async () => {
  const { _id: id } = await school.admin.createSchoolInfo({ body: sampleSchoolInfo })
  await school.admin.createContact({ body: sampleContact })
  const group = { className: 'Six', shift: 'Day', section: 'A' } as const
  const count = await school.admin.createStudentCount({ body: { ...group, girls: 1 } })
  const settings = await school.visitor.getSettings()
  const { pictures: _p, updatedAt: _u, __v: version, ...identity } = settings
  const changes = {
    info: () =>
      school.admin.updateSchoolInfo(
        { params: { id }, body: { ...sampleSchoolInfo, ictLabs: 9, __v: 0 } },
        { idempotencyKey: 'info' },
      ),
    contact: () =>
      school.admin.updateContact(
        { body: { ...sampleContact, phone: '০১৭১১-০০০০০০', __v: 0 } },
        { idempotencyKey: 'contact' },
      ),
    count: () =>
      school.admin.updateStudentCount(
        { params: { id: count._id }, body: { girls: 40, __v: 0 } },
        { idempotencyKey: 'count' },
      ),
    settings: () =>
      school.admin.updateSettings(
        { body: { ...identity, __v: version } },
        { idempotencyKey: 'settings' },
      ),
  }
  for (const change of Object.values(changes)) {
    const first = await change()
    expect(await change()).toEqual(first)
  }
  const done = await school.admin.listActivity({ query: { limit: 100 } })
  expect(done.filter(({ action }) => action === 'changed')).toHaveLength(4)
})
