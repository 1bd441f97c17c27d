import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHttpApi, fetchSend, type Send } from '@bidyaloy/shared/api/http-api'
import type { NewEntry } from '@bidyaloy/shared/collections/entry'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@bidyaloy/shared/lib/durations'
import type { NewSubscription } from '@bidyaloy/shared/school/push'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PushSubscriptionRow } from '../../db/entities.ts'
import { endBuiltServer, startBuiltServer } from '../../test/built-server.ts'
import {
  type PushService,
  pushEnv,
  type ReceivedMessage,
  senderOf,
  startPushService,
} from '../../test/push-service.ts'
import { ADMIN, IS_POSTGRES, startTestServer, type TestServer } from '../../test/test-server.ts'
import { MAX_CONFIRMED, MAX_PENDING } from './push-commands.ts'
import { WELCOME_TOPIC } from './subscription-confirmation.ts'

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

/** Subscribes a phone, and waits for the message that confirms it. */
async function subscribe(
  phone: string,
  wanted: Pick<NewSubscription, 'kinds' | 'classes'> = {},
  service = phones,
): Promise<void> {
  const { endpoint, ...body } = service.subscriptionOf(phone)
  await school.visitor.subscribe({ body: { endpoint, ...body, ...wanted } })
  await expect
    .poll(() => rowOf(endpoint), { timeout: 30_000 })
    .toMatchObject({ lastOkAt: expect.any(String) })
}
const rowOf = (endpoint: string) =>
  school.server.internals.db.read.findOneBy(PushSubscriptionRow, { endpoint })
const rows = () => school.server.internals.db.read.find(PushSubscriptionRow)
const publish = (title: string, more: Partial<NewEntry> = {}) =>
  school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title, body: 'প্রথম লাইন।\n\nদ্বিতীয় লাইন।', ...more },
  })
/** Stores confirmed subscriptions as they are after many requests. @returns the phones */
async function subscribeAll(count: number, service = phones): Promise<string[]> {
  const { key: serverKey } = await school.visitor.getPushKey()
  const names = Array.from({ length: count }, (_, n) => `ফোন ${n}`)
  const at = now.toISOString()
  await school.server.internals.db.writePrivate((tx) =>
    tx.insert(
      PushSubscriptionRow,
      names.map((name) => {
        const { endpoint, keys } = service.subscriptionOf(name)
        const { origin } = new URL(endpoint)
        return { endpoint, origin, ...keys, serverKey, createdAt: at, lastOkAt: at }
      }),
    ),
  )
  return names
}
const isWelcome = ({ headers }: ReceivedMessage) => headers.topic === WELCOME_TOPIC
/** What phones were told, without the first message of each. */
const told = () =>
  phones.messages
    .filter((message) => !isWelcome(message))
    .map(({ to, text }) => `${to}: ${JSON.parse(text).title}`)
const welcomed = () => phones.messages.filter(isWelcome).map(({ to }) => to)
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
  const message = phones.messages.find((one) => !isWelcome(one))
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

test('tells of an urgent notice before others, and wakes the phone for it', async () => {
  await subscribe('ফোন')
  const publishAt = new Date(now.getTime() + HOUR_MS).toISOString()
  const urgentUntil = new Date(now.getTime() + DAY_MS).toISOString()
  await publish('রুটিন', { publishAt })
  await publish('ঝড়ের সতর্কতা', { publishAt, urgentUntil })
  now = new Date(publishAt)
  // Its write wakes the background work.
  await publish('সবার শেষে')
  await toldInTheEnd(['ফোন: জরুরি: ঝড়ের সতর্কতা', 'ফোন: রুটিন', 'ফোন: সবার শেষে'])
  expect(told()[0]).toBe('ফোন: জরুরি: ঝড়ের সতর্কতা')
  const urgencies = phones.messages
    .filter((one) => !isWelcome(one))
    .map(({ headers }) => headers.urgency)
  expect(urgencies).toEqual(['high', 'normal', 'normal'])
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
        return told().length
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

test('confirms a subscription by a first message, once', async () => {
  await subscribe('ফোন')
  const [message] = phones.messages
  expect(JSON.parse(message?.text ?? '')).toEqual({
    title: 'নতুন নোটিশ এলে জানানো হবে',
    body: 'এটি দেখা গেলে সব ঠিক আছে। আর কিছু করতে হবে না।',
    path: '/allNotices',
    icon: '/icon-192.png',
  })
  await subscribe('ফোন', { classes: ['Nine'] })
  school = await school.restart()
  await subscribe('আরেকটি')
  expect(welcomed()).toEqual(['ফোন', 'আরেকটি'])
  expect(await subscribers()).toBe(2)
})

test('tells nobody whose service has accepted no message, and forgets them after a day', async () => {
  phones.status = 503
  await school.visitor.subscribe({ body: phones.subscriptionOf('ফোন') })
  await expect.poll(welcomed).toEqual(['ফোন'])
  await publish('নোটিশ')
  expect(await subscribers()).toBe(0)
  // Until then it is asked again.
  now = new Date(now.getTime() + DAY_MS - HOUR_MS)
  school = await school.restart()
  await expect.poll(welcomed).toEqual(['ফোন', 'ফোন'])
  expect(await rows()).toHaveLength(1)
  now = new Date(now.getTime() + HOUR_MS)
  school = await school.restart()
  await expect.poll(rows).toEqual([])
  expect(told()).toEqual([])
})

test('confirms a subscription later whose service is down now', async () => {
  phones.responses.set('ফোন', [503])
  await school.visitor.subscribe({ body: phones.subscriptionOf('ফোন') })
  await expect.poll(welcomed).toEqual(['ফোন'])
  now = new Date(now.getTime() + HOUR_MS)
  school = await school.restart()
  await expect.poll(subscribers, { timeout: 30_000 }).toBe(1)
  await publish('নোটিশ')
  await toldInTheEnd(['ফোন: নোটিশ'])
})

test('gives a parent a place when strangers have taken all', async () => {
  const { key: serverKey } = await school.visitor.getPushKey()
  const { keys } = phones.subscriptionOf('কেউ')
  const old = new Date(now.getTime() - 10 * HOUR_MS).toISOString()
  const later = new Date(now.getTime() - HOUR_MS).toISOString()
  const store = async (count: number, more: Partial<PushSubscriptionRow>) => {
    for (let at = 0; at < count; at += 500) {
      const chunk = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
        endpoint: `https://push.example.com/${more.lastOkAt ?? ''}${at + n}`,
        origin: 'https://push.example.com',
        ...{ ...keys, serverKey, createdAt: at + n === 0 ? old : later, ...more },
      }))
      await school.server.internals.db.writePrivate((tx) => tx.insert(PushSubscriptionRow, chunk))
      // Idle connections of this process are closed in time only if it comes to that.
      await nextTurn()
    }
  }
  // Not due for a while.
  const confirmAt = new Date(now.getTime() + HOUR_MS).toISOString()
  await store(MAX_PENDING, { confirmAt })
  await store(MAX_CONFIRMED, { lastOkAt: later })
  await subscribe('মা')
  const stored = await rows()
  const pending = stored.filter(({ lastOkAt }) => lastOkAt === null)
  expect([pending.length, stored.length - pending.length]).toEqual([MAX_PENDING - 1, MAX_CONFIRMED])
  // The oldest of those that no service has accepted.
  expect(pending.filter(({ createdAt }) => createdAt === old)).toEqual([])
  expect(stored.filter(({ lastOkAt }) => lastOkAt === now.toISOString())).toHaveLength(1)
}, 60_000)

test('lets a service that does not answer delay nobody, and asks it seldom', async () => {
  const silent = await startPushService()
  silent.hold = () => new Promise(() => undefined)
  try {
    await subscribeAll(120, silent)
    await subscribe('মা')
    await publish('প্রথম')
    await toldInTheEnd(['মা: প্রথম'])
    // None of its messages had timed out by then.
    expect(silent.abandoned).toBe(0)
    await expect.poll(() => silent.abandoned, { timeout: 30_000 }).toBe(49)
    await publish('দ্বিতীয়')
    await toldInTheEnd(['মা: প্রথম', 'মা: দ্বিতীয়'])
    expect(silent.messages).toHaveLength(49)

    // Back again: a few are asked first, then all are told of both.
    silent.hold = () => undefined
    silent.messages = []
    const count = (title: string) =>
      silent.messages.filter(({ text }) => JSON.parse(text).title === title).length
    await expect
      .poll(
        () => {
          now = new Date(now.getTime() + MINUTE_MS)
          return [count('প্রথম'), count('দ্বিতীয়')]
        },
        { timeout: 30_000 },
      )
      .toEqual([120, 120])
  } finally {
    silent.stop()
  }
}, 90_000)

test('forgets who could not be told for 60 days, and nobody whom no message was sent', async () => {
  await subscribe('মা')
  await subscribe('বিকল')
  const refusing = () => phones.responses.set('বিকল', [400])
  refusing()
  await publish('প্রথম')
  await toldInTheEnd(['মা: প্রথম', 'বিকল: প্রথম'])
  const failing = async () => (await rows()).filter((row) => row.failingSince !== null)
  await expect.poll(failing).toHaveLength(1)
  // A school that was silent: one failed message says little.
  now = new Date(now.getTime() + 70 * DAY_MS)
  school = await school.restart()
  expect(await subscribers()).toBe(2)
  refusing()
  await publish('দ্বিতীয়')
  await expect.poll(subscribers, { timeout: 30_000 }).toBe(1)
  expect((await rows()).map(({ lastOkAt }) => lastOkAt)).toEqual([now.toISOString()])
})

test('tries a phone that fails alone ten times', async () => {
  await subscribe('মা')
  await subscribe('ব্যস্ত')
  phones.responses.set('ব্যস্ত', new Array<number>(60).fill(503))
  await publish('নোটিশ')
  const tries = () => told().filter((line) => line === 'ব্যস্ত: নোটিশ').length
  const later = async () => {
    now = new Date(now.getTime() + 2 * HOUR_MS)
    // A write makes the server look for what is due: the clock of this test does not.
    const body = { title: 'খবর', body: 'লেখা' }
    await school.admin.createEntry({ params: { collection: 'news' }, body })
    return tries()
  }
  await expect.poll(later, { timeout: 30_000, interval: 200 }).toBe(10)
  await later()
  await publish('পরের')
  await expect.poll(told).toContain('মা: পরের')
  expect(tries()).toBe(10)
}, 60_000)
