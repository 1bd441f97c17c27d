import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import { afterEach, expect, test } from 'vitest'
import { runCli } from '../../cli/create-cli.ts'
import { examine } from '../../cli/doctor/doctor.ts'
import { EntryRow } from '../../db/entities.ts'
import { fileOf, noticePdf } from '../../test/sample-files.ts'
import { commandOn, startTestServer, type TestServer } from '../../test/test-server.ts'

let school: TestServer
afterEach(() => school.stop())

const collection = 'notices' as const

async function publish(bytes: Uint8Array, title = 'ছুটি'): Promise<Entry> {
  const file = fileOf(bytes, 'ছুটি.pdf')
  return school.admin.createEntry({ params: { collection }, body: { title }, file })
}

const rendered = (id: string, pages: number) =>
  expect
    .poll(async () => (await school.visitor.getEntry({ params: { collection, id } })).pages, {
      timeout: 30_000,
    })
    .toHaveLength(pages)

/** Gives a PDF up, as earlier versions did in silence or this one does. */
async function giveUp(id: string, drawFault?: 'exhausted'): Promise<void> {
  const { db } = school.server.internals
  await db.writePrivate(async (tx) => {
    const { file } = await tx.findOneByOrFail(EntryRow, { id })
    if (!file) throw new Error('The entry has no file')
    const lost = { ...file, pages: [], pageCount: 0, ...(drawFault && { drawFault }) }
    await tx.update(EntryRow, { id }, { file: lost, reading: null })
  })
}

const readingOf = async (id: string) =>
  (await school.server.internals.db.read.findOneByOrFail(EntryRow, { id })).reading

const damaged = Buffer.from('%PDF-1.7\nthe rest of it was lost on the way')

test('takes up once what an earlier version gave up', async () => {
  school = await startTestServer()
  const { _id: id } = await publish(await noticePdf())
  const { _id: broken } = await publish(damaged)
  await rendered(id, 1)
  await rendered(broken, 0)
  await giveUp(id)
  await giveUp(broken)
  school = await school.restart()
  await rendered(id, 1)
  expect(await readingOf(id)).toBe('night')
  await rendered(broken, 0)
  school = await school.restart()
  const { pages } = await school.visitor.getEntry({ params: { collection, id: broken } })
  expect(pages).toEqual([])
})

test('renders and reads again what was given up when someone asks for it', async () => {
  school = await startTestServer()
  const { _id: id } = await publish(await noticePdf())
  await rendered(id, 1)
  const params = { collection, id }
  const withoutPages = async () => (await school.admin.adminOverview()).withoutPages
  expect(await withoutPages()).toEqual([])

  await giveUp(id, 'exhausted')
  expect(await withoutPages()).toMatchObject([{ _id: id, collection }])
  await expect(school.visitor.redrawEntry({ params })).rejects.toMatchObject({ status: 401 })
  expect((await school.admin.redrawEntry({ params })).pages).toBeUndefined()
  await rendered(id, 1)
  expect(await readingOf(id)).toBe('soon')
  expect(await withoutPages()).toEqual([])
  expect(await school.admin.listActivity({ query: {} })).toContainEqual(
    expect.objectContaining({ action: 'changed', subject: collection, recordId: id }),
  )
  // It has all pages.
  expect((await school.admin.redrawEntry({ params })).pages).toHaveLength(1)
})

test('lets the operator see and render again what was given up', async () => {
  school = await startTestServer()
  const { _id: id } = await publish(await noticePdf(), 'ভর্তি বিজ্ঞপ্তি')
  await rendered(id, 1)
  await giveUp(id, 'exhausted')
  const { env, school: name } = commandOn(school.dataDir, { PORT: new URL(school.url).port })
  const findings = async () =>
    (await examine(env, new Date(), { school: name }))
      .filter(({ about }) => about === 'pages')
      .map(({ level, text }) => `${level}: ${text}`)
  expect(await findings()).toEqual([
    expect.stringMatching(`^warning: .*: 1 .ভর্তি বিজ্ঞপ্তি .notices/${id}.*admin -- redraw$`),
  ])
  let output = ''
  const stdout = { write: (text: string) => (output += text) }
  const { stdin } = process
  await runCli({ env, stdin, stdout, ...(name && { school: name }) }, ['redraw', '--json'])
  expect(JSON.parse(output)).toEqual({ entries: ['ভর্তি বিজ্ঞপ্তি'] })
  school = await school.restart()
  await rendered(id, 1)
  expect(await findings()).toEqual([expect.stringMatching(/^good: /)])
})

test('renders pages of an earlier version again at night, and keeps them until then', async () => {
  school = await startTestServer()
  const { _id: id } = await publish(await noticePdf())
  await rendered(id, 1)
  const uploads = path.join(school.dataDir, 'uploads')
  // As the first version named and stored them.
  const { db } = school.server.internals
  await db.writePrivate(async (tx) => {
    const { file } = await tx.findOneByOrFail(EntryRow, { id })
    if (!file) throw new Error('The entry has no file')
    const { parts, drawing, ...former } = file
    await tx.update(EntryRow, { id }, { file: former })
  })
  for (const name of await fs.readdir(uploads)) {
    await fs.rename(path.join(uploads, name), path.join(uploads, name.replace('-d2-', '-')))
  }
  const { dataDir } = school
  await school.server.stop()
  let now = '2030-01-10T06:00:00Z'
  school = await startTestServer({ dataDir, clock: () => new Date(now) })
  const params = { collection, id }
  const pageOf = async () => (await school.visitor.getEntry({ params })).pages?.[0]
  // Rendered after it, if it waited for nothing but its turn.
  const { _id: later } = await publish(await noticePdf())
  await rendered(later, 1)
  const former = await pageOf()
  expect(former?.part).toBeUndefined()
  const [address = ''] = former?.sizes.map(({ filePath }) => filePath) ?? []
  expect(address).toMatch(/^uploads\/[0-9a-z]{20}-p1-720\.webp$/)
  expect((await school.fetch(`/${address}`)).status).toBe(200)

  now = '2030-01-10T18:00:00Z'
  await school.admin.deleteEntry({ params: { collection, id: later } })
  await expect.poll(pageOf, { timeout: 30_000 }).toMatchObject({ part: expect.any(Array) })
  // Pages that visitors have open lead to the present pictures, and no file is left over.
  const [present = ''] = (await pageOf())?.sizes.map(({ filePath }) => filePath) ?? []
  const moved = await school.fetch(`/${address}`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, `/${present}`])
  await expect.poll(() => fs.readdir(uploads)).not.toContain(path.basename(address))
  school = await school.restart()
  expect(await fs.readdir(path.join(dataDir, 'orphans'))).toEqual([])
})
