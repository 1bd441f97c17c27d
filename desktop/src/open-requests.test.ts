import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createOpenRequests, openLaunchArgs, screenOfLink } from './open-requests.ts'
import { temporaryFolder } from './test/folders.ts'

test.each([
  ['bidyaloy://school/admin/dashboard', '/admin/dashboard'],
  ['bidyaloy://school/admin/dashboard/createNotice', '/admin/dashboard/createNotice'],
  ['BIDYALOY://school/admin/dashboard/trash/', '/admin/dashboard/trash'],
  ['bidyaloy://school/admin/dashboard/createNotice?title=x', null],
  ['bidyaloy://school/admin/dashboard/createNotice#x', null],
  ['bidyaloy://school/admin/dashboard/..%2f..%2fdesktop/profiles', null],
  ['bidyaloy://school/admin/dashboard/../../desktop/profiles', null],
  ['bidyaloy://school//evil.example', null],
  ['bidyaloy://evil@school/admin/dashboard', null],
  ['bidyaloy://school:1/admin/dashboard', null],
  ['bidyaloy://other/admin/dashboard', null],
  ['bidyaloy:admin/dashboard', null],
  ['bidyaloy://school/api/admin/logout', null],
  ['bidyaloy://school/desktop/given', null],
  [' bidyaloy://school/admin/dashboard', null],
  ['bidyaloy://school/admin/dashboard\nx', null],
  ['https://school/admin/dashboard', null],
])('maps %j to %j', (link, screen) => {
  expect(screenOfLink(link)).toBe(screen)
})

test('accepts only files of types that a school publishes', async () => {
  const folder = await temporaryFolder()
  for (const name of ['a.pdf', 'b.JPEG', 'c.exe', 'd', 'e.html']) {
    await fs.writeFile(path.join(folder, name), 'x')
  }
  await fs.mkdir(path.join(folder, 'f.pdf'))
  const openRequests = createOpenRequests(() => undefined)
  const words = ['a.pdf', 'b.JPEG', 'c.exe', 'd', 'e.html', 'f.pdf', 'g.pdf', '--a.pdf']
  await openLaunchArgs({ words, folder }, openRequests)
  expect(openRequests.list()).toMatchObject([
    { name: 'a.pdf', type: 'application/pdf' },
    { name: 'b.JPEG', type: 'image/jpeg' },
  ])
})

test('returns null for a file that was deleted or dropped from the queue', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'a.pdf')
  await fs.writeFile(file, 'x')
  const openRequests = createOpenRequests(() => undefined)
  await openRequests.addFile(file)
  const [first] = openRequests.list()
  const id = first?.id ?? ''
  expect((await openRequests.file(id))?.bytes.byteLength).toBe(1)
  await fs.rm(file)
  expect(await openRequests.file(id)).toBeNull()
  await fs.writeFile(file, 'x')
  for (let count = 0; count < 30; count += 1) await openRequests.addFile(file)
  expect([openRequests.list().length, await openRequests.file(id)]).toEqual([20, null])
})
