import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataFolder, openDataFolder } from '../data-folder.ts'
import { createFolderStore } from '../engines/disk/folder-store.ts'
import { putIncoming } from '../features/backup/backup-records.ts'
import { incomingFolder } from '../features/backup/replace-data.ts'
import { assertRoom, withQuota } from './quota.ts'

let folder: DataFolder
let used = 0
const quota = {
  limit: 100,
  used: async () => used,
  add: async (bytes: number) => {
    used += bytes
  },
}
beforeAll(async () => {
  folder = await openDataFolder(await fs.mkdtemp(path.join(os.tmpdir(), 'bidyaloy-quota-')))
})
afterAll(() => fs.rm(folder.root, { recursive: true }))

async function staged(bytes: number): Promise<string> {
  const file = path.join(folder.staging, String(bytes))
  await fs.writeFile(file, 'a'.repeat(bytes))
  return file
}

test('counts uploads that are stored, removed and restored, and no backups', async () => {
  const files = withQuota(createFolderStore(folder), quota)
  await files.put('backups', [{ from: await staged(70), to: 'backup.zip' }])
  expect(used).toBe(0)
  await files.put('uploads', [
    { from: await staged(10), to: 'a.pdf' },
    { from: await staged(50), to: 'b.pdf' },
  ])
  expect(used).toBe(60)
  await assertRoom(files, 40)
  await expect(assertRoom(files, 41)).rejects.toMatchObject({ code: 'storage_full' })
  await files.remove('uploads', 'a.pdf')
  await files.remove('uploads', 'not-there.pdf')
  await files.remove('backups', 'backup.zip')
  expect(used).toBe(50)

  const incoming = path.join(incomingFolder(folder), 'uploads')
  await fs.mkdir(incoming, { recursive: true })
  const restored = path.join(incoming, 'c.pdf')
  await fs.writeFile(restored, 'a'.repeat(51))
  await expect(putIncoming(folder, files)).rejects.toMatchObject({ fault: 'no-room' })
  expect([used, await files.names('uploads')]).toEqual([50, ['b.pdf']])
  await fs.truncate(restored, 50)
  expect(await putIncoming(folder, files)).toEqual(['uploads/c.pdf'])
  expect(used).toBe(100)
  await files.erase('uploads', 'c.pdf')
  expect(used).toBe(50)
})
