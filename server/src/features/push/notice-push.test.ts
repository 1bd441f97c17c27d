import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import type { NewEntry } from '@bidyaloy/shared/collections/entry'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/durations'
import type { NewSubscription } from '@bidyaloy/shared/school/push'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { endBuiltServer, startBuiltServer } from '../../test/built-server.ts'
import { type PushService, pushEnv, senderOf, startPushService } from '../../test/push-service.ts'
import { ADMIN, IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'

let now: Date
let phones: PushService
let school: TestServer
beforeEach(async () => {
  now = new Date('2026-11-21T04:30:00.000Z')
  phones = await startPushService()
  school = await startTestServer({ env: pushEnv, clock: () => now })
})
afterEach(async () => {
  await school.stop()
  phones.stop()
})

const subscribe = (phone: string, wanted: Pick<NewSubscription, 'kinds' | 'classes'> = {}) =>
  school.visitor.subscribe({ body: { ...phones.subscriptionOf(phone), ...wanted } })
const publish = (title: string, more: Partial<NewEntry> = {}) =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, body: 'প্রথম লাইন।\n\nদ্বিতীয় লাইন।', ...more },
  })
/** Stores subscriptions as they are after many requests. @returns the phones */
async function subscribeAll(count: number): Promise<string[]> {
  const { key: serverKey } = await school.visitor.getPushKey()
  const names = Array.from({ length: count }, (_, n) => `ফোন ${n}`)
  await school.server.internals.db.writePrivate((tx) =>
    tx.insert(
      PushSubscriptionRow,
      names.map((name) => {
        const { endpoint, keys } = phones.subscriptionOf(name)
        return { endpoint, ...keys, serverKey, createdAt: now.toISOString() }
      }),
    ),
  )
  return names
}
const told = () => phones.messages.map(({ to, text }) => `${to}: ${JSON.parse(text).title}`)
const toldInTheEnd = (expected: string[]) =>
  expect.poll(() => told().sort(), { timeout: 30_000 }).toEqual(expected.sort())
const subscribers = async () => (await school.admin.adminOverview()).subscribers

test('tells a subscriber of a new notice, and not of its correction', async () => {
  await subscribe('আগের ফোন')
  await publish('আগের')
  await toldInTheEnd(['আগের ফোন: আগের'])
  await school.visitor.unsubscribe({
    body: { endpoint: phones.subscriptionOf('আগের ফোন').endpoint },
  })
  phones.messages = []
  await subscribe('ফোন')
  const notice = await publish('কাল ছুটি', { kind: 'holiday' })
  await toldInTheEnd(['ফোন: কাল ছুটি'])
  const [message] = phones.messages
  expect(JSON.parse(message?.text ?? '')).toEqual({
    title: 'কাল ছুটি',
    body: 'প্রথম লাইন।',
    path: `/n/${notice._id}`,
    icon: '/icon-192.png',
  })
  expect(message?.headers.topic).toBe(notice._id)
  const { key } = await school.visitor.getPushKey()
  const { aud, sub } = message ? senderOf(message, key) : {}
  expect([aud, sub]).toEqual([
    new URL(phones.subscriptionOf('ফোন').endpoint).origin,
    expect.stringMatching(/^mailto:/),
  ])

  await school.admin.updateEntry({
    params: { collection: 'notices', id: notice._id },
    body: { title: 'কাল ও পরশু ছুটি', __v: notice.__v },
  })
  await publish('পরের')
  await toldInTheEnd(['ফোন: কাল ছুটি', 'ফোন: পরের'])
})

test('tells of the kinds and classes that were chosen, and of notices without them', async () => {
  await subscribe('সব')
  await subscribe('নবম', { classes: ['Nine'] })
  await subscribe('নবমের পরীক্ষা', { kinds: ['exam'], classes: ['Nine'] })
  await publish('দশমের ফি', { kind: 'fee', classes: ['Ten'] })
  await publish('নবম-দশমের পরীক্ষা', { kind: 'exam', classes: ['Nine', 'Ten'] })
  await publish('সবার ছুটি', { kind: 'holiday' })
  await publish('সাধারণ')
  await toldInTheEnd([
    'সব: দশমের ফি',
    'সব: নবম-দশমের পরীক্ষা',
    'সব: সবার ছুটি',
    'সব: সাধারণ',
    'নবম: নবম-দশমের পরীক্ষা',
    'নবম: সবার ছুটি',
    'নবম: সাধারণ',
    'নবমের পরীক্ষা: নবম-দশমের পরীক্ষা',
    'নবমের পরীক্ষা: সাধারণ',
  ])
  // Subscribing once more changes what is told.
  await subscribe('নবমের পরীক্ষা', { classes: ['Ten'] })
  await school.visitor.unsubscribe({ body: { endpoint: phones.subscriptionOf('সব').endpoint } })
  expect(await subscribers()).toBe(2)
  phones.messages = []
  await publish('দশমের ছুটি', { kind: 'holiday', classes: ['Ten'] })
  await toldInTheEnd(['নবমের পরীক্ষা: দশমের ছুটি'])
})

test('tells of a scheduled notice when it appears, and never of old papers', async () => {
  await subscribe('ফোন')
  await publish('পুরোনো কাগজ', { date: new Date(now.getTime() - 30 * DAY_MS).toISOString() })
  await publish('বিকেলের', { publishAt: new Date(now.getTime() + HOUR_MS).toISOString() })
  await publish('এখনকার')
  await toldInTheEnd(['ফোন: এখনকার'])
  now = new Date(now.getTime() + HOUR_MS)
  school = await school.restart()
  await toldInTheEnd(['ফোন: এখনকার', 'ফোন: বিকেলের'])
})

test('removes phones that are gone, tries failed ones again, and tells nobody twice', async () => {
  for (const phone of ['চলছে', 'বদলেছে', 'ব্যস্ত', 'নেই']) await subscribe(phone)
  phones.responses.set('বদলেছে', [410])
  phones.responses.set('নেই', [404])
  phones.responses.set('ব্যস্ত', [503, 429])
  await publish('নোটিশ')
  await expect
    .poll(
      () => {
        // The time of the next attempt is read from the clock.
        now = new Date(now.getTime() + MINUTE_MS)
        return phones.messages.length
      },
      { timeout: 30_000 },
    )
    .toBe(6)
  await publish('পরের')
  await toldInTheEnd([
    ...['চলছে', 'বদলেছে', 'ব্যস্ত', 'ব্যস্ত', 'ব্যস্ত', 'নেই'].map((phone) => `${phone}: নোটিশ`),
    ...['চলছে', 'ব্যস্ত'].map((phone) => `${phone}: পরের`),
  ])
  expect(await subscribers()).toBe(2)
})

test('finishes the batch in work before it stops, and tells the others after the next start', async () => {
  const names = await subscribeAll(130)
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  phones.hold = () => gate
  await publish('নোটিশ')
  await expect.poll(() => phones.messages.length).toBe(50)
  const restarted = school.restart()
  release()
  school = await restarted
  await toldInTheEnd(names.map((name) => `${name}: নোটিশ`))
})

test.skipIf(IS_POSTGRES)(
  'tells everyone although the server is killed, and the batch in work once more',
  async () => {
    const names = await subscribeAll(250)
    const { dataDir } = school
    await school.server.stop()
    phones.hold = (count) => (count > 100 ? new Promise(() => undefined) : undefined)
    const killed = startBuiltServer({ dataDir, env: pushEnv })
    const send = fetchSend(await killed.ready())
    const { token } = await createHttpApi(send).login({ body: ADMIN })
    const asAdmin: Send = ({ headers, ...request }) =>
      send({ ...request, headers: { ...headers, authorization: `Bearer ${token}` } })
    await createHttpApi(asAdmin).createEntry({
      params: { collection: 'notices' },
      body: { title: 'নোটিশ', body: 'লেখা' },
    })
    await expect.poll(() => phones.messages.length, { timeout: 30_000 }).toBe(150)
    await endBuiltServer(killed)

    phones.hold = () => undefined
    const next = startBuiltServer({ dataDir, env: pushEnv })
    await next.ready()
    await toldInTheEnd([...names, ...names.slice(100, 150)].map((name) => `${name}: নোটিশ`))
    await endBuiltServer(next)
    school = await startTestServer({ env: pushEnv, dataDir })
  },
)
