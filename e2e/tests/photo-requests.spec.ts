import { fileStemOf, filesOf } from '@bidyaloy/shared/collections/entry-files'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { photoRequestAdminCopy as screen } from '@bidyaloy/shared/features/photo-requests/admin-copy'
import { photoRequestCopy as texts } from '@bidyaloy/shared/features/photo-requests/copy'
import {
  photoAddress,
  photoRequestHref,
} from '@bidyaloy/shared/features/photo-requests/photo-address'
import { takeDownCopy } from '@bidyaloy/shared/features/take-down/admin-copy'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, hydrated, open, sidewaysScroll } from '../support/page-checks.ts'
import { squarePicture } from '../support/papers.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'

test.use({ serviceWorkers: 'allow' })

const albums = { collection: 'albums' } as const
const PHONE = { width: 360, height: 740 }

async function publishAlbum({ admin }: SchoolServer) {
  const file = [squarePicture('red.png'), squarePicture('green.png')]
  const entry = await admin.createEntry({ params: albums, body: { title: 'ক্রীড়া ২০২৬' }, file })
  const photos = filesOf(entry).map(({ filePath }) => filePath)
  return { entry, photos, params: { ...albums, id: entry._id } }
}

const ask = ({ admin }: SchoolServer, id: string, filePath: string, reason = '') =>
  admin.askForPhoto({
    body: {
      photo: photoAddress({ ...albums, id, stem: fileStemOf(filePath) }),
      who: 'guardian',
      reason,
    },
  })

test('a parent without script goes from a photo to the answer, on a phone', async ({
  school,
  browser,
}) => {
  const { entry } = await publishAlbum(school)
  const parent = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE })
  const phone = await parent.newPage()
  await phone.goto(`${school.url}/albums/${entry._id}`)
  await expect(phone.getByText(texts['photoRequest.grid'])).toBeVisible()
  await phone.locator('.photos .photo').nth(1).click()
  await phone.getByRole('link', { name: texts['photoRequest.title'] }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(texts['photoRequest.title'])
  await expect(phone.locator('.pagehead')).toContainText('ক্রীড়া ২০২৬, ছবি ২')
  expect(await sidewaysScroll(phone)).toBe(0)

  const number = phone.getByLabel(texts['photoRequest.phone'])
  await phone.getByLabel(texts['photoRequest.who.student']).check()
  await phone.getByLabel(texts['photoRequest.reason']).fill('আমার মুখ দেখা যাচ্ছে')
  await number.fill('পরে দেব')
  await phone.getByRole('button', { name: texts['photoRequest.send'] }).click()
  await expect(phone.getByRole('alert')).toHaveText(texts['photoRequest.wrong'])
  await expect(number).toHaveAccessibleDescription(/ফোন নম্বরটি আবার দেখুন/)
  await expect(phone.getByLabel(texts['photoRequest.who.student'])).toBeChecked()
  await expect(phone.getByLabel(texts['photoRequest.reason'])).toHaveValue('আমার মুখ দেখা যাচ্ছে')
  expect(await sidewaysScroll(phone)).toBe(0)

  await number.fill('০১৭১১-০০০০০০')
  await phone.getByRole('button', { name: texts['photoRequest.send'] }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(texts['photoRequest.sent'])
  expect(await sidewaysScroll(phone)).toBe(0)
  expect(await school.admin.listPhotoRequests()).toMatchObject([
    { who: 'student', reason: 'আমার মুখ দেখা যাচ্ছে', phone: '০১৭১১-০০০০০০', place: 2 },
  ])
  await parent.close()
})

test('the form is accessible, and reached by keyboard from the opened photo and from news', async ({
  page,
  school,
}) => {
  const { entry, photos } = await publishAlbum(school)
  await open(page, `${school.url}/albums/${entry._id}?photo=1`)
  const link = page.getByRole('link', { name: texts['photoRequest.title'] })
  await expectAccessible(page, 'an opened photo')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(school.url + photoRequestHref('albums', entry._id, photos[0] ?? ''))
  await hydrated(page)
  await expectAccessible(page, 'the form about a photo')
  await page.getByLabel(texts['photoRequest.who.guardian']).focus()
  await page.keyboard.press('Space')
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: texts['photoRequest.send'] })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts['photoRequest.sent'])
  await expectAccessible(page, 'the answer to a request')

  const news = await school.admin.createEntry({
    params: { collection: 'news' },
    body: { title: 'জয়', body: 'আজ\n\n![পুরস্কার](file 1)' },
    file: squarePicture('blue.png'),
  })
  await page.goto(`${school.url}/news/${news._id}`)
  await page.locator('article').getByRole('link', { name: texts['photoRequest.title'] }).click()
  await expect(page.locator('.pagehead')).toContainText('জয়')
})

test('the head hides a photo, takes that back, refuses, and takes it down for good', async ({
  page,
  school,
  signIn,
}) => {
  const { entry, photos, params } = await publishAlbum(school)
  const [first = '', second = ''] = photos
  await ask(school, entry._id, first, 'আমার মেয়ে')
  await signIn(page, `${school.url}/admin/dashboard`)
  const task = overviewCopy['overview.photoRequests'].replace('{n}', '১')
  await page.getByRole('link', { name: task }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(screen['photoRequests.title'])
  await expect(page.locator('.askedlist')).toContainText('আমার মেয়ে')
  await expectAccessible(page, 'the list of requests')
  await page.setViewportSize(PHONE)
  expect(await sidewaysScroll(page)).toBe(0)
  const shown = async () => filesOf(await school.admin.getEntry({ params })).length

  const button = (text: string) => page.getByRole('button', { name: text })
  await button(screen['photoRequests.hide']).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(screen['photoRequests.hidden'])).toBeVisible()
  await expect(page.locator('.askedlist--answered')).toContainText('লুকানো হয়েছে')
  expect(await shown()).toBe(1)
  await expectAccessible(page, 'the answered requests')
  await page.locator('.toast').getByRole('button').first().click()
  await expect(page.getByText(screen['photoRequests.reopened'])).toBeVisible()
  expect(await shown()).toBe(2)

  await button(screen['photoRequests.refuse']).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: screen['photoRequests.refuse.save'] }).click()
  const reason = dialog.getByLabel(screen['photoRequests.refuse.reason'])
  await expect(reason).toBeFocused()
  await reason.fill('কারও মুখ নেই')
  await dialog.getByRole('button', { name: screen['photoRequests.refuse.save'] }).click()
  await expect(page.locator('.askedlist--answered')).toContainText('কারও মুখ নেই')

  await ask(school, entry._id, second)
  await page.reload()
  await button(takeDownCopy['takeDown.open']).click()
  await expect(dialog).toContainText(takeDownCopy['takeDown.backup.none'])
  await expectAccessible(page, 'the dialog that takes a photo down')
  await dialog.locator('input[type=password]').fill(ADMIN.password)
  await dialog.getByRole('button', { name: takeDownCopy['takeDown.yes'] }).click()
  await expect(page.getByText(takeDownCopy['takeDown.done'])).toBeVisible()
  expect(await shown()).toBe(1)
  expect((await page.request.get(`${school.url}/${second}`)).status()).toBe(404)

  await button(screen['photoRequests.auto.turnOn']).click()
  await expect(page.getByText(screen['photoRequests.auto.isOn'])).toBeVisible()
})

test('an entry of the trash, and a photo of the gallery, are taken down from their rows', async ({
  page,
  school,
  signIn,
}) => {
  const gallery = { collection: 'gallery' } as const
  const make = async (title: string, colour: 'red' | 'blue') =>
    school.admin.createEntry({
      params: gallery,
      body: { title },
      file: squarePicture(`${colour}.png`),
    })
  const deleted = await make('মোছা', 'red')
  await make('থাকা', 'blue')
  await school.admin.deleteEntry({ params: { ...gallery, id: deleted._id } })
  const dialog = page.getByRole('dialog')
  const confirm = async () => {
    await dialog.locator('input[type=password]').fill(ADMIN.password)
    await dialog.getByRole('button', { name: takeDownCopy['takeDown.yes'] }).click()
    await expect(page.getByText(takeDownCopy['takeDown.done'])).toBeVisible()
  }
  await signIn(page, `${school.url}/admin/dashboard/trash`)
  await page.getByRole('button', { name: /^সব জায়গা থেকে মুছুন.*মোছা$/ }).click()
  await confirm()
  expect(await school.admin.listTrash()).toEqual([])

  await page.goto(`${school.url}/admin/dashboard/createjoyontigallery`)
  await page.getByRole('button', { name: /থাকা/, expanded: false }).click()
  await page.getByRole('menuitem', { name: takeDownCopy['takeDown.open'] }).click()
  await expect(dialog).toContainText(takeDownCopy['takeDown.entry'])
  await confirm()
  expect(await school.admin.listEntries({ params: gallery })).toEqual([])
})

test('copies in the browser of a visitor are deleted at the next visit', async ({
  page,
  school,
}) => {
  const notices = { collection: 'notices' } as const
  const notice = await school.admin.createEntry({
    params: notices,
    body: { title: 'ছবিসহ', body: 'লেখা' },
    file: squarePicture('red.png'),
  })
  const stem = fileStemOf(notice.filePath ?? '')
  await open(page, `${school.url}/n/${notice._id}`)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await hydrated(page)
  /** Addresses of the copies that are, or show, the picture. */
  const copies = () =>
    page.evaluate(async (name) => {
      const found: string[] = []
      for (const key of await caches.keys()) {
        const cache = await caches.open(key)
        for (const request of await cache.keys()) {
          const text = (await (await cache.match(request))?.clone().text()) ?? ''
          const isShown = text.includes(`uploads/${name}`)
          if (request.url.includes(name) || isShown) found.push(request.url)
        }
      }
      return found
    }, stem)
  await expect.poll(async () => (await copies()).length).toBeGreaterThan(1)

  const photo = photoAddress({ ...notices, id: notice._id, stem })
  await school.admin.takeDown({ body: { photo, currentPassword: ADMIN.password } })
  // Not the page that showed it.
  await open(page, `${school.url}/contact`)
  await expect.poll(copies).toEqual([])
})
