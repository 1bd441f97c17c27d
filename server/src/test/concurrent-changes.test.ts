import { createHash } from 'node:crypto'
import { ApiError } from '@bidyaloy/shared/api/api'
import { sampleContact } from '@bidyaloy/shared/features/contact/sample-contact'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOf } from './sample-files.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let school: TestServer
beforeAll(async () => {
  school = await startTestServer()
})
afterAll(() => school.stop())

const CHANGES = 20
const CREATIONS = 200
const params = { collection: 'notices' } as const
const textOf = (number: number) => `${number} নম্বর নোটিশের লেখা `.repeat(number + 1)

/** Returns the error code of each attempt; null if it succeeded. */
async function outcomes(attempts: readonly Promise<unknown>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(attempts)
  return settled.map((one) => {
    if (one.status === 'fulfilled') return null
    if (one.reason instanceof ApiError) return one.reason.code
    throw one.reason
  })
}

describe('concurrent changes of the same version', () => {
  it('accepts one change of a notice, with its title and file, and rejects the others with 409', async () => {
    const file = fileOf(textOf(99), 'notice.txt')
    const { _id: id, __v } = await school.admin.createEntry({
      params,
      body: { title: 'শুরু' },
      file,
    })
    const attempts = Array.from({ length: CHANGES }, (_, number) =>
      school.admin.updateEntry({
        params: { ...params, id },
        body: { title: `শিরোনাম ${number}`, ...(__v !== undefined && { __v }) },
        file: fileOf(textOf(number), 'notice.txt'),
      }),
    )
    const codes = await outcomes(attempts)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'conflict')).toHaveLength(CHANGES - 1)
    const accepted = codes.indexOf(null)
    const now = await school.visitor.getEntry({ params: { ...params, id } })
    expect(now).toMatchObject({ title: `শিরোনাম ${accepted}`, __v: 1 })
    expect(await (await school.fetch(`/${now.filePath}`)).text()).toBe(textOf(accepted))
  })

  it('accepts one change of the contact record and rejects the others with 409', async () => {
    await school.admin.createContact({ body: sampleContact })
    const attempts = Array.from({ length: CHANGES }, (_, number) =>
      school.admin.updateContact({ body: { ...sampleContact, phone: `০২-${number}`, __v: 0 } }),
    )
    const codes = await outcomes(attempts)
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === 'conflict')).toHaveLength(CHANGES - 1)
    const { phone } = await school.visitor.getContact()
    expect(phone).toBe(`০২-${codes.indexOf(null)}`)
  })
})

describe('concurrent uploads', () => {
  it('creates 200 entries, each with its own file', async () => {
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const made = await Promise.all(
      Array.from({ length: CREATIONS }, (_, number) =>
        school.admin.createEntry({
          params: { collection: 'downloads' },
          body: { title: `ফরম ${number}` },
          file: fileOf(textOf(number), 'form.txt'),
        }),
      ),
    )
    for (const key of ['_id', 'filePath'] as const) {
      expect(new Set(made.map((entry) => entry[key])).size).toBe(CREATIONS)
    }
    const list = await school.visitor.listEntries({ params: { collection: 'downloads' } })
    expect(list).toHaveLength(CREATIONS)
    for (const [number, { filePath }] of made.entries()) {
      const served = await (await school.fetch(`/${filePath}`)).text()
      expect(hash(served)).toBe(hash(textOf(number)))
    }
  })
})
