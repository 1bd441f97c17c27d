import { createHttpApi, fetchSend } from '@bidyaloy/shared/api/http-api'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN, startSchoolServer } from '../../e2e/support/school-server.ts'
import { notices, signedIn } from './test/desktop-app.ts'
import { temporaryFolder } from './test/folders.ts'

const CLERK = { username: 'rahima', password: 'an uncommon sentence of words' }

test('leaves what another account wrote until it signs in, or until it is sent by hand', async () => {
  const school = await startSchoolServer()
  onTestFinished(() => school.remove())
  const given = 'a clerk may write sentence of words'
  await school.admin.createAdmin({
    body: {
      username: CLERK.username,
      name: 'রহিমা',
      role: 'clerk',
      password: given,
      currentPassword: ADMIN.password,
    },
  })
  const settings = await school.admin.getSettings()
  await school.admin.updateSettings({ body: { ...settings, approval: true } })
  const desk = await signedIn(school.url, await temporaryFolder())
  const outbox = () => desk.app.school()?.outbox
  const titles = () =>
    outbox()
      ?.view()
      .items.map(({ about }) => about.title)
  const write = (title: string) =>
    desk.api.createEntry({ params: notices, body: { title, body: 'কাল ছুটি।' } })
  const visitor = createHttpApi(fetchSend(school.url))
  const shown = async () => (await visitor.listEntries({ params: notices })).map((one) => one.title)
  /** The clerk writes without a connection; then the head signs in. */
  const leave = async (title: string) => {
    await school.stop()
    await write(title)
    await desk.api.logout()
    await school.start()
    await desk.api.login({ body: ADMIN })
    await outbox()?.settled()
  }

  await desk.api.logout()
  await desk.api.login({ body: { username: CLERK.username, password: given } })
  await desk.api.changePassword({ body: { currentPassword: given, newPassword: CLERK.password } })
  await leave('রহিমার নোটিশ')
  expect(titles()).toEqual(['রহিমার নোটিশ'])
  expect(outbox()?.view().held.size).toBe(1)
  expect(await shown()).toEqual([])

  await write('প্রধান শিক্ষকের নোটিশ')
  await outbox()?.settled()
  expect(await shown()).toEqual(['প্রধান শিক্ষকের নোটিশ'])
  await desk.api.logout()
  // The same name in capitals, with a space and an invisible character.
  await desk.api.login({ body: { ...CLERK, username: ' RAHI\u200cMA' } })
  await outbox()?.settled()
  expect(titles()).toEqual([])
  expect(await shown()).toEqual(['প্রধান শিক্ষকের নোটিশ'])

  await leave('আরেকটি নোটিশ')
  expect(titles()).toEqual(['আরেকটি নোটিশ'])
  outbox()?.sendNow()
  await expect.poll(titles).toEqual([])
  expect(await shown()).toContain('আরেকটি নোটিশ')
}, 60_000)
