import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { expectAccessible, open, sidewaysScroll } from '../support/page-checks.ts'
import { ENDPOINT, withPushService } from '../support/push-in-page.ts'
import { siteText } from '../support/texts.ts'

test.use({ serviceWorkers: 'allow' })

const LIST = '/allNotices'
const answers = (page: Page) =>
  page.evaluate(() => (window as unknown as { answers: { asked: number } }).answers.asked)
const button = (page: Page, name: Parameters<typeof siteText>[0]) =>
  page.getByRole('button', { name: siteText(name) })
const sent = (page: Page) => page.waitForRequest((request) => request.method() === 'PUT')

test('asks after a tap, tells of the chosen class, and stops with one tap', async ({
  page,
  school,
}) => {
  const { _id: id } = await publish(school.admin, 'notices', 'আগের নোটিশ')
  await withPushService(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, school.url + LIST)
  expect(await answers(page)).toBe(0)

  const first = sent(page)
  const stored = page.waitForResponse('**/api/push/subscription')
  await button(page, 'alerts.ask').click()
  expect((await first).postDataJSON()).toMatchObject({ endpoint: ENDPOINT, kinds: [], classes: [] })
  await expect(page.getByText(siteText('alerts.started'))).toBeVisible()
  await expect(button(page, 'alerts.on')).toBeFocused()
  expect(await answers(page)).toBe(1)
  expect((await stored).ok()).toBe(true)

  const narrowed = sent(page)
  const nine = page.getByRole('button', { name: 'নবম শ্রেণি' })
  await nine.click()
  expect((await narrowed).postDataJSON()).toMatchObject({ classes: ['Nine'] })
  await expect(page.getByText(siteText('alerts.saved'))).toBeVisible()
  await expect(nine).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'choice of classes')
  expect(await sidewaysScroll(page)).toBe(0)

  // The choice is known on other pages, and one tap ends it.
  await open(page, `${school.url}/n/${id}`)
  const removed = page.waitForResponse('**/api/push/unsubscribe')
  await button(page, 'alerts.stop').click()
  await expect(page.getByText(siteText('alerts.stopped'))).toBeVisible()
  await expect(button(page, 'alerts.ask')).toBeFocused()
  expect((await removed).ok()).toBe(true)
  await page.reload()
  await expect(button(page, 'alerts.ask')).toBeVisible()
})

test('says where to allow it after a refusal', async ({ page, school }) => {
  await withPushService(page)
  await page.addInitScript(() => {
    Object.assign((window as unknown as { answers: object }).answers, { permission: 'denied' })
  })
  await open(page, school.url + LIST)
  await button(page, 'alerts.ask').click()
  await expect(page.getByText(siteText('alerts.denied'))).toBeVisible()
  expect((await school.admin.adminOverview()).subscribers).toBe(0)
})

test('is shown only where it works; an iPhone gets a sentence', async ({ page, school }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })
  await open(page, school.url + LIST)
  await expect(button(page, 'alerts.ask')).toBeHidden()
  await expect(page.getByText(siteText('alerts.home'))).toBeHidden()
  await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
  await page.reload()
  await expect(page.getByText(siteText('alerts.home'))).toBeVisible()
})

/** What the test uses of the service worker's scope, whose types a page does not have. */
interface WorkerScope extends EventTarget {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<null> }
  ExtendableEvent: new (type: string) => Event
  seen: { shown: [title: string, options: object][]; opened: string[] }
}

test('shows a message, and opens the notice', async ({ page, context, school }) => {
  const { _id: id } = await publish(school.admin, 'notices', 'কাল ছুটি')
  await open(page, school.url + LIST)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The page has no service worker')
  // The tests' Chromium shows no notifications.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    scope.seen = { shown: [], opened: [] }
    scope.registration.showNotification = async (...shown) => void scope.seen.shown.push(shown)
    scope.clients.openWindow = async (url) => {
      scope.seen.opened.push(url)
      return null
    }
  })
  const seen = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).seen)

  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: school.url, registrationId, data })
  const path = `/n/${id}`
  const message = { title: 'কাল ছুটি', body: 'ভারী বৃষ্টি।', path, icon: '/icon-192.png' }
  await deliver(JSON.stringify(message))
  const { title, body, icon } = message
  const first = [title, { body, icon, lang: 'bn', tag: path, data: path }]
  await expect.poll(async () => (await seen()).shown).toEqual([first])
  await deliver('not JSON')
  await expect
    .poll(async () => (await seen()).shown)
    .toEqual([first, ['নতুন নোটিশ', expect.objectContaining({ body: '', data: LIST })]])

  for (const data of [path, '//evil.example/']) {
    await worker.evaluate((data) => {
      const scope = globalThis as unknown as WorkerScope
      const tap = new scope.ExtendableEvent('notificationclick')
      scope.dispatchEvent(Object.assign(tap, { notification: { data, close: () => undefined } }))
    }, data)
  }
  await expect.poll(async () => (await seen()).opened).toEqual([school.url + path])
})
