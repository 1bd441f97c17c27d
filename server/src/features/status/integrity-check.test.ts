import fs from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileOf, pdfFile } from '../../test/sample-files.ts'
import { startTestServer, type TestServer } from '../../test/test-server.ts'
import { createIntegrityCheck } from './integrity-check.ts'

let school: TestServer
beforeEach(async () => {
  school = await startTestServer()
})
afterEach(() => school.stop())

const params = { collection: 'notices' } as const
const publish = (title: string) =>
  school.admin.createEntry({ params, body: { title }, file: fileOf(title, 'notice.txt') })
const told = async () => {
  const { withoutFile, damaged } = await school.admin.adminOverview()
  return { withoutFile: withoutFile.map(({ title }) => title), damaged }
}

it('the overview names what has lost its file, until it has one again', async () => {
  const lost = await publish('ফাইল হারানো নোটিশ')
  const deleted = await publish('মুছে ফেলা নোটিশ')
  const replaced = await publish('ফিরে পাওয়া নোটিশ')
  await publish('অক্ষত নোটিশ')
  expect(await told()).toEqual({ withoutFile: [], damaged: false })
  for (const { filePath } of [lost, deleted, replaced]) {
    await fs.rm(path.join(school.dataDir, filePath ?? ''))
  }
  school = await school.restart()
  expect((await told()).withoutFile.sort()).toEqual(
    [lost.title, deleted.title, replaced.title].sort(),
  )
  await school.admin.deleteEntry({ params: { ...params, id: deleted._id } })
  await school.admin.updateEntry({
    params: { ...params, id: replaced._id },
    body: {},
    file: pdfFile(),
  })
  expect(await told()).toEqual({ withoutFile: [lost.title], damaged: false })
  await fs.writeFile(path.join(school.dataDir, lost.filePath ?? ''), lost.title)
  expect(await told()).toEqual({ withoutFile: [], damaged: false })
})

it('the daily look finds a database that was damaged while it is served', async () => {
  const { folder, db } = school.server.inside
  const soundness = createIntegrityCheck({
    db,
    folder,
    log: pino({ level: 'silent' }),
    missing: [],
  })
  await soundness.look()
  expect(soundness.isDamaged()).toBe(false)
  // What lies in the log of writes is worked into the file when it is closed.
  await school.server.stop()
  school = await startTestServer({ dataDir: school.dataDir })
  const open = school.server.inside.db
  const again = createIntegrityCheck({
    db: open,
    folder,
    log: pino({ level: 'silent' }),
    missing: [],
  })
  const handle = await fs.open(folder.databaseFile, 'r+')
  await handle.write(Buffer.alloc(40_960, 0xa5), 0, 40_960, 8192)
  await handle.close()
  await again.look()
  expect(again.isDamaged()).toBe(true)
})
