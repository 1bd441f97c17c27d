import fs from 'node:fs/promises'
import { emptySiteSettings } from '@bidyaloy/shared/features/settings/empty-settings'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SOME_SUBSCRIPTION } from '../../openapi/request-body.ts'
import { type PushService, pushEnv, startPushService } from '../../test/push-service.ts'
import { ADMIN, startTestServer, type TestServer } from '../../test/test-server.ts'

type Api = TestServer['admin']

const CLERK = { username: 'rahima', password: 'a clerk may write this' }
const HEAD = { username: 'assistant', password: 'another head of the school' }
const collection = 'notices' as const
const currentPassword = ADMIN.password

let now: Date
let phones: PushService
let school: TestServer
let clerk: Api
beforeEach(async () => {
  now = new Date('2026-11-21T04:30:00.000Z')
  phones = await startPushService()
  school = await startTestServer({ env: pushEnv, clock: () => now })
  const { admin, signIn } = school
  await admin.createAdmin({ body: { ...CLERK, role: 'clerk', currentPassword } })
  await admin.updateSettings({ body: { ...emptySiteSettings, approval: true } })
  clerk = (await signIn(CLERK)).api
})
afterEach(async () => {
  await school.stop()
  phones.stop()
})

const startAlerts = (api: Api, phone: string) =>
  api.startAlerts({ body: phones.subscriptionOf(phone) })
const received = () => phones.messages.map(({ to, text }) => ({ to, ...JSON.parse(text) }))
const told = () => received().map(({ to, title }) => `${to}: ${title}`)
const toldInTheEnd = (expected: string[]) =>
  expect.poll(() => told().sort(), { timeout: 15_000 }).toEqual(expected.sort())
const send = (title: string) =>
  clerk.createEntry({ params: { collection }, body: { title, body: 'কাল' } })
const decide = async (id: string, status: 'draft' | 'published', note?: string) => {
  const { __v } = await school.admin.getDraft({ params: { collection, id } })
  const body = { status, __v, ...(note && { note }) }
  return school.admin.updateEntry({ params: { collection, id }, body })
}
const isTold = async (api: Api) => (await api.listDevices())[0]?.alerts

test('tells heads of what waits, and the writer of what became of it', async () => {
  const { admin, signIn } = school
  await admin.createAdmin({ body: { ...HEAD, role: 'head', currentPassword } })
  await startAlerts((await signIn(HEAD)).api, 'সহকারী')
  await startAlerts(admin, 'প্রধান')
  await startAlerts(clerk, 'রহিমা')
  const account = (await clerk.listNames()).find(({ username }) => username === CLERK.username)
  const params = { id: account?._id ?? '' }
  await clerk.setName({ params, body: { name: 'রহিমা বেগম', post: '' } })

  const { _id: id } = await send('ছুটি')
  const waits = 'রহিমা বেগম-এর একটি নোটিশ দেখার অপেক্ষায়'
  await toldInTheEnd([`প্রধান: ${waits}`, `সহকারী: ${waits}`])
  expect(received().find(({ to }) => to === 'প্রধান')).toEqual({
    to: 'প্রধান',
    title: waits,
    body: 'ছুটি',
    path: `/admin/dashboard/approval?entry=${id}`,
    icon: '/icon-192.png',
  })
  // A change of what waits already is nothing new.
  await clerk.updateEntry({ params: { collection, id }, body: { body: 'পরশু' } })

  phones.messages = []
  await decide(id, 'draft', 'তারিখ লিখুন।')
  await toldInTheEnd(['রহিমা: ফেরত এসেছে: ছুটি'])
  expect(received()[0]).toMatchObject({
    body: 'তারিখ লিখুন।',
    path: '/admin/dashboard/createNotice',
  })

  phones.messages = []
  await clerk.updateEntry({ params: { collection, id }, body: { status: 'published' } })
  await toldInTheEnd([`প্রধান: ${waits}`, `সহকারী: ${waits}`])
  phones.messages = []
  await decide(id, 'published')
  await toldInTheEnd(['রহিমা: অনুমোদন হয়েছে: ছুটি'])
  // Visitors' messages are others.
  expect((await admin.adminOverview()).subscribers).toBe(0)
})

test('tells nobody whose session, account or wish has ended', async () => {
  const { admin, signIn } = school
  const heads = await Promise.all(
    ['one', 'two', 'three'].map(async (username) => {
      const account = { ...HEAD, username }
      const { _id: id } = await admin.createAdmin({
        body: { ...account, role: 'head', currentPassword },
      })
      const { api } = await signIn(account)
      await startAlerts(api, username)
      expect(await isTold(api)).toBe(true)
      return { id, api }
    }),
  )
  const [signedOut, disabled, stopped] = heads
  await signedOut?.api.logout()
  const params = { id: disabled?.id ?? '' }
  await admin.updateAdmin({ params, body: { disabled: true, currentPassword } })
  const [device] = (await stopped?.api.listDevices()) ?? []
  await expect(admin.stopAlerts({ params: { id: device?._id ?? '' } })).rejects.toMatchObject({
    code: 'not_found',
  })
  await stopped?.api.stopAlerts({ params: { id: device?._id ?? '' } })
  if (stopped) expect(await isTold(stopped.api)).toBe(false)
  await startAlerts(admin, 'প্রধান')
  await send('ছুটি')
  await toldInTheEnd(['প্রধান: rahima-এর একটি নোটিশ দেখার অপেক্ষায়'])
})

test('a browser belongs to the account that asked last, and is forgotten when it is gone', async () => {
  const { admin } = school
  await startAlerts(admin, 'অফিসের কম্পিউটার')
  await startAlerts(clerk, 'অফিসের কম্পিউটার')
  expect([await isTold(admin), await isTold(clerk)]).toEqual([false, true])
  const { _id: id } = await send('ছুটি')
  phones.responses.set('অফিসের কম্পিউটার', [410])
  await decide(id, 'published')
  await expect.poll(() => isTold(clerk), { timeout: 15_000 }).toBe(false)
  expect(told()).toEqual(['অফিসের কম্পিউটার: অনুমোদন হয়েছে: ছুটি'])
})

test('tells those who make backups once that the nightly one failed', async () => {
  await startAlerts(school.admin, 'প্রধান')
  await startAlerts(clerk, 'রহিমা')
  const { cache } = school.server.internals.folder
  const { backups } = school.server.internals
  await fs.rename(cache, `${cache}.away`)
  await fs.writeFile(cache, 'in the way')
  for (const hours of [24, 2]) {
    now = new Date(now.getTime() + hours * HOUR_MS)
    await backups.catchUp()
  }
  await fs.rm(cache)
  await fs.rename(`${cache}.away`, cache)
  await toldInTheEnd(['প্রধান: প্রতিদিনের ব্যাকআপটি করা যায়নি'])
  expect(received()[0]).toMatchObject({ path: '/admin/dashboard/backup' })
})

test('tells the other browsers of an account of a new device, guessed codes and a reset', async () => {
  const { admin, signIn } = school
  await startAlerts(clerk, 'রহিমা')
  await startAlerts(admin, 'প্রধান')
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const other = (await signIn(CLERK, firefox)).api
  await startAlerts(other, 'নতুন')
  await toldInTheEnd(['রহিমা: আপনার অ্যাকাউন্টে নতুন ফোন বা কম্পিউটার থেকে লগইন হয়েছে'])
  expect(received()[0]).toMatchObject({
    body: 'লিনাক্স কম্পিউটার, ফায়ারফক্স। আপনি না হলে এখনই পাসওয়ার্ড বদলান।',
    path: '/admin/dashboard',
  })
  const events = async (api: Api) => (await api.adminOverview()).accountEvents
  const at = now.toISOString()
  expect(await events(clerk)).toEqual([{ kind: 'newDevice', at, userAgent: firefox }])
  expect(await events(admin)).toEqual([])
  // Whoever has signed in there can neither see it nor hide it.
  const seen = { body: { upTo: at } }
  expect(await events(other)).toEqual([])
  await other.seeAccountEvents(seen)
  await admin.seeAccountEvents(seen)
  expect(await events(clerk)).toHaveLength(1)
  await clerk.seeAccountEvents(seen)
  expect(await events(clerk)).toEqual([])

  phones.messages = []
  const id = (await admin.listAdmins()).find(({ username }) => username === CLERK.username)?._id
  const reset = { params: { id: id ?? '' }, body: { currentPassword } }
  const { password } = await admin.resetPassword(reset)
  const title = 'আপনার পাসওয়ার্ড বদলে দেওয়া হয়েছে'
  await toldInTheEnd([`রহিমা: ${title}`, `নতুন: ${title}`])
  const { api } = await signIn({ ...CLERK, password })
  const newPassword = 'another one, quite long'
  await api.changePassword({ body: { currentPassword: password, newPassword } })
  const again = (await signIn({ ...CLERK, password: newPassword })).api
  expect(await events(again)).toMatchObject([
    { kind: 'passwordReset', by: ADMIN.username },
    { kind: 'newDevice' },
  ])
})

test('rejects what is no subscription of a browser, and visitors', async () => {
  const body = { ...SOME_SUBSCRIPTION, endpoint: 'https://victim.example/x' }
  await expect(school.admin.startAlerts({ body })).rejects.toMatchObject({
    code: 'validation_failed',
    fields: { endpoint: expect.any(String) },
  })
  await expect(school.visitor.startAlerts({ body: SOME_SUBSCRIPTION })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
