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
  const given = createOpenRequests(() => undefined)
  const words = ['a.pdf', 'b.JPEG', 'c.exe', 'd', 'e.html', 'f.pdf', 'g.pdf', '--a.pdf']
  await openLaunchArgs({ words, folder }, given)
  expect(given.list()).toMatchObject([
    { name: 'a.pdf', type: 'application/pdf' },
    { name: 'b.JPEG', type: 'image/jpeg' },
  ])
})

test('returns null for a file that was deleted or dropped from the queue', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'a.pdf')
  await fs.writeFile(file, 'x')
  const given = createOpenRequests(() => undefined)
  await given.addFile(file)
  const [first] = given.list()
  const id = first?.id ?? ''
  expect((await given.file(id))?.bytes.byteLength).toBe(1)
  await fs.rm(file)
  expect(await given.file(id)).toBeNull()
  await fs.writeFile(file, 'x')
  for (let count = 0; count < 30; count += 1) await given.addFile(file)
  expect([given.list().length, await given.file(id)]).toEqual([20, null])
})
