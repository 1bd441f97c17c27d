import { formatDate } from '@bidyaloy/shared/lib/bengali/dates'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import type { BrowserContext, Page } from '@playwright/test'
import { PRECACHED_NOTICES } from '../../web/src/site/offline.ts'
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { hydrated, open } from '../support/page-checks.ts'
import { squarePicture } from '../support/papers.ts'
import { siteBeforeRenewal } from '../support/renewed-site.ts'
import { openUserMenu } from '../support/sidebar.ts'
import { siteText } from '../support/texts.ts'

test.use({ serviceWorkers: 'allow' })

const note = (page: Page) => page.getByText(siteText('offline.note'))
const cacheNames = (page: Page) => page.evaluate(() => caches.keys())

/** Paths of the pages in the browser's cache. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const pages = await caches.open(names.find((name) => name.startsWith('pages')) ?? 'none')
    return (await pages.keys()).map(({ url }) => new URL(url).pathname)
  })

const workerReady = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

test('replaces the old service worker and its caches after an upgrade', async ({
  page,
  context,
  school,
}) => {
  const { _id: id } = await publish(school.admin, 'notices', 'প্রথম শিরোনাম')
  const site = await siteBeforeRenewal(school.url)
  await open(page, `${site.url}/n/${id}`)
  await workerReady(page)
  await expect.poll(() => keptPages(page)).toContain(`/n/${id}`)
  expect(await cacheNames(page)).toContain('pages-old')

  site.renew()
  await school.admin.updateEntry({
    params: { collection: 'notices', id },
    body: { title: 'নতুন শিরোনাম' },
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('নতুন শিরোনাম')
  await expect
    .poll(async () => (await cacheNames(page)).filter((name) => name.endsWith('-old')))
    .toEqual([])
  await open(page, `${site.url}/n/${id}`)
  await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining(['/offline', `/n/${id}`]))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('নতুন শিরোনাম')
  await expect(note(page)).toBeVisible()
  await site.stop()
})

test('caches the last thirty visited notices, the front page, the lists and the newest ten', async ({
  page,
  context,
  knownSchool,
}) => {
  const notices = await knownSchool.admin.listEntries({
    params: { collection: 'notices' },
    query: { limit: 33 },
  })
  await open(page, knownSchool.url)
  await workerReady(page)
  for (const { _id } of notices) {
    await page.goto(`${knownSchool.url}/n/${_id}`)
    await expect.poll(() => keptPages(page)).toContain(`/n/${_id}`)
  }
  // A revisited page moves to the end of the list.
  const keptNotices = async () =>
    (await keptPages(page)).filter((path) => path.startsWith('/n/')).sort()
  const lastThirty = notices.slice(-30).map(({ _id }) => `/n/${_id}`)
  await expect.poll(keptNotices).toEqual(lastThirty.sort())
  await context.setOffline(true)
  const [oldest] = notices.slice(-30)
  await page.goto(`${knownSchool.url}/n/${oldest?._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    oldest?.title.normalize('NFC') ?? '',
  )
  await page.goto(knownSchool.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('site.name.generic'))
  // Cached as one of the newest, no longer as a visited one.
  await page.goto(`${knownSchool.url}/n/${notices[0]?._id}`)
  await expect(note(page)).toBeVisible()
  for (const path of ['/allNotices', '/allnews', '/allDownloads', '/calendar', '/contact_us']) {
    await page.goto(knownSchool.url + path)
    await expect(note(page), path).toBeVisible()
  }
  // An uncached page of a list is not answered with the first page.
  await page.goto(`${knownSchool.url}/allNotices?page=2`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('error.offline.title'))
  await expect(note(page)).toBeHidden()
  const kept = page.getByRole('main').getByRole('listitem').getByRole('link')
  expect(await kept.count()).toBeGreaterThan(30)
  const retry = page.getByRole('link', { name: siteText('error.retry') })
  await expect(retry).toHaveJSProperty('href', page.url())
  // It is loaded again by itself.
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('public.notices.title'))
})

test('caches a page for a visitor who only reads, without its script', async ({
  page,
  context,
  knownSchool,
}) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(`${knownSchool.url}/contact_us`)
  await workerReady(page)
  await expect.poll(() => keptPages(page)).toContain('/contact_us')
  expect(scripts).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('nav.contact'))
})

test('loads ahead only where data is not scarce', async ({ page, context, demoSchool }) => {
  const requested: string[] = []
  context.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const isAhead = (path: string) => path === '/allNotices' || path.startsWith('/n/')
  // Chromium's emulation of a slow connection does not reach this property in all versions.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
  )
  await page.goto(demoSchool.url)
  await workerReady(page)
  // What is cached last of what a page asks the service worker for.
  await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining(['/', '/offline']))
  expect(requested.filter(isAhead)).toEqual([])
  const atHome = await context.newPage()
  await atHome.goto(demoSchool.url)
  await expect.poll(() => requested.filter(isAhead).length).toBeGreaterThan(PRECACHED_NOTICES)
})

test('opens a page of a paper without a connection and without script', async ({
  page,
  context,
  demoSchool,
  complaints,
}) => {
  const notices = await demoSchool.admin.listEntries({ params: { collection: 'notices' } })
  const notice = notices.find(({ pages }) => pages && pages.length > 0)
  await page.goto(`${demoSchool.url}/n/${notice?._id}`)
  await workerReady(page)
  await expect.poll(() => keptPages(page)).toContain(`/n/${notice?._id}`)
  await page.reload()
  const picture = notice?.pages?.[0]?.sizes.find(({ width }) => width === 720)?.filePath
  const isKept = async (path: string) => (await caches.match(path)) !== undefined
  // A phone has its own copy.
  await page.evaluate(async (path) => (await fetch(path)).blob(), `/${picture}`)
  await expect.poll(() => page.evaluate(isKept, `/${picture}`)).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await page.locator('a.sheet').first().click()
  await expect(page).toHaveURL(/\/uploads\/.+\.webp$/)
  await expect
    .poll(() =>
      page.locator('img').evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth),
    )
    .toBe(720)
  // The script that is not there, and the browser's own style of a picture.
  complaints.length = 0
})

test('opens a file again that was opened before, at its lasting address', async ({
  page,
  context,
  school,
}) => {
  const text = 'কাল বিদ্যালয় বন্ধ।'
  const publishText = (collection: 'notices' | 'news' | 'downloads') =>
    school.admin.createEntry({
      params: { collection },
      body: { title: 'ছুটি' },
      file: new File([text], 'ছুটি.txt', { type: 'text/plain' }),
    })
  const notice = await publishText('notices')
  const news = await publishText('news')
  const download = await publishText('downloads')
  await open(page, school.url)
  await workerReady(page)
  const isKept = async (path: string) => (await caches.match(path)) !== undefined
  for (const path of ['/allnews', '/allDownloads', `/n/${notice._id}`]) {
    await expect.poll(() => page.evaluate(isKept, path)).toBe(true)
  }
  const addresses = [`/n/${notice._id}/file`, `/news/${news._id}/file`, `/d/${download._id}`]
  const expectText = async () => {
    for (const address of addresses) {
      await page.goto(school.url + address)
      await expect(page.locator('body')).toHaveText(text)
    }
  }
  await expectText()
  // The browser's own cache is small on a phone.
  const browser = await context.newCDPSession(page)
  await browser.send('Network.clearBrowserCache')
  await context.setOffline(true)
  await expectText()
  // A page that is not cached is not replaced by its file.
  await page.goto(`${school.url}/news/${news._id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('error.offline.title'))
})

for (const when of ['at once', 'halfway'] as const) {
  test(`shows a cached page with its date when the connection stalls ${when}`, async ({
    page,
    school,
  }) => {
    await publish(school.admin, 'notices', 'নোটিশ')
    const site = await siteBeforeRenewal(school.url)
    site.renew()
    await open(page, `${site.url}/contact_us`)
    await workerReady(page)
    await expect.poll(() => keptPages(page)).toContain('/contact_us')
    site.stall(when)
    await page.goto(`${site.url}/contact_us`)
    await expect(note(page)).toBeVisible()
    await expect(note(page).getByRole('time')).toContainText(formatDate(new Date()))
    await note(page)
      .getByRole('link', { name: siteText('offline.list') })
      .click()
    await expect(page).toHaveTitle(new RegExp(siteText('error.offline.title')))
    await page.getByRole('main').getByRole('listitem').getByRole('link').last().click()
    await expect(note(page)).toBeVisible()
    // The copy is kept until a whole page replaces it.
    expect(await keptPages(page)).toContain('/contact_us')
    await site.stop()
  })
}

test('shows a cached page when the connection stalls within a page', async ({ page, school }) => {
  const site = await siteBeforeRenewal(school.url)
  site.renew()
  await open(page, `${site.url}/allNotices`)
  await workerReady(page)
  const isKept = async () => (await caches.match('/contact_us')) !== undefined
  await expect.poll(() => page.evaluate(isKept)).toBe(true)
  // The first page was loaded before there was a service worker.
  await page.reload()
  await hydrated(page)
  site.stall()
  await page
    .getByRole('link', { name: siteText('public.contact.title') })
    .first()
    .click()
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(siteText('public.contact.title'))
  await site.stop()
})

test('never caches the dashboard or its requests', async ({ page, context, school, signIn }) => {
  await open(page, school.url)
  await workerReady(page)
  await signIn(page, `${school.url}/admin/dashboard`)
  const kept = await page.evaluate(async () => {
    const caught = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return caught.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.filter((path) => /^\/(admin|api)/.test(path))).toEqual([])
  await context.setOffline(true)
  await expect(page.goto(`${school.url}/admin/dashboard`)).rejects.toThrow(/ERR_INTERNET/)
})

test('never caches unpublished pictures, and clears the picture cache at sign-out', async ({
  page,
  school,
  signIn,
}) => {
  const pictureOf = async (title: string, more: { publishAt?: string } = {}) => {
    const { sizes } = await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title, ...more },
      file: squarePicture(),
    })
    return `/${sizes?.[0]?.filePath}`
  }
  const shown = await pictureOf('প্রকাশিত')
  const hidden = await pictureOf('আগামীকালের', {
    publishAt: new Date(Date.now() + DAY_MS).toISOString(),
  })
  await open(page, school.url)
  await workerReady(page)
  await signIn(page, `${school.url}/admin/dashboard`)
  const read = (paths: string[]) =>
    page.evaluate(
      (all) =>
        Promise.all(all.map(async (path) => (await fetch(path)).headers.get('cache-control'))),
      paths,
    )
  const keptOf = (paths: string[]) =>
    page.evaluate(
      (all) => Promise.all(all.map(async (path) => (await caches.match(path)) !== undefined)),
      paths,
    )
  expect(await read([shown, hidden, '/'])).toEqual([
    expect.stringContaining('public'),
    'no-store',
    'no-store',
  ])
  await expect.poll(() => keptOf([shown, hidden])).toEqual([true, false])
  await openUserMenu(page)
  await page.getByRole('button', { name: 'লগআউট' }).click()
  await page.waitForURL(/\/admin\/login/)
  await expect.poll(() => keptOf([shown, hidden])).toEqual([false, false])
})

for (const visited of ['the page', 'the photo'] as const) {
  test(`has a photo no more that was deleted, once ${visited} is visited again`, async ({
    page,
    context,
    school,
    complaints,
  }) => {
    const { _id: id, sizes } = await school.admin.createEntry({
      params: { collection: 'notices' },
      body: { title: 'ভুল ছবি' },
      file: squarePicture(),
    })
    const picture = `/${sizes?.[0]?.filePath}`
    const isKept = (path: string) =>
      page.evaluate(async (one) => (await caches.match(one)) !== undefined, path)
    const ask = (cache: RequestCache) =>
      page.evaluate(
        ([path, mode]) =>
          fetch(path, { cache: mode }).then(
            ({ status }) => status,
            () => 'none',
          ),
        [picture, cache] as const,
      )
    await open(page, `${school.url}/n/${id}`)
    await workerReady(page)
    await expect.poll(() => keptPages(page)).toContain(`/n/${id}`)
    // With the worker, which has it from the browser's cache.
    await page.reload()
    expect(await ask('default')).toBe(200)
    await expect.poll(() => isKept(picture)).toBe(true)

    await school.admin.deleteEntry({ params: { collection: 'notices', id } })
    if (visited === 'the page') await page.reload()
    else expect(await ask('no-cache')).toBe(404)
    await expect.poll(() => isKept(picture)).toBe(false)
    await expect.poll(() => isKept(`/n/${id}`)).toBe(false)
    await context.setOffline(true)
    expect(await ask('default')).toBe('none')
    await page.goto(`${school.url}/n/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      siteText('error.offline.title'),
    )
    // The 404, and what a page without a connection cannot load.
    complaints.length = 0
  })
}

/** Opens the list of notices where nothing is loaded ahead. */
async function visitList(context: BrowserContext, url: string): Promise<Page> {
  const frugal = await context.newPage()
  await frugal.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
  )
  await frugal.goto(`${url}/allNotices`)
  await workerReady(frugal)
  await expect.poll(() => keptPages(frugal)).toContain('/allNotices')
  return frugal
}

test('shows without a connection the newest copy of a list, also if an older one was visited', async ({
  page,
  context,
  school,
}) => {
  await publish(school.admin, 'notices', 'আগের নোটিশ')
  await (await visitList(context, school.url)).close()
  const { _id: id } = await publish(school.admin, 'notices', 'কাল বিদ্যালয় বন্ধ')
  // Then only the front page, which has the lists loaded ahead.
  await page.goto(school.url)
  const isKept = async (path: string) => (await caches.match(path)) !== undefined
  await expect.poll(() => page.evaluate(isKept, `/n/${id}`)).toBe(true)
  await context.setOffline(true)
  await page.goto(`${school.url}/allNotices`)
  await expect(note(page)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('কাল বিদ্যালয় বন্ধ'.normalize('NFC'))
})

test('has a photo no more that a visited list showed, also if the list was loaded ahead since', async ({
  page,
  context,
  school,
}) => {
  const { _id: id, sizes } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ভুল ছবি' },
    file: squarePicture(),
  })
  const list = await visitList(context, school.url)
  const picture = `/${sizes?.[0]?.filePath}`
  const isKept = () =>
    list.evaluate(async (path) => (await caches.match(path)) !== undefined, picture)
  await list.evaluate(async (path) => (await fetch(path)).status, picture)
  await expect.poll(isKept).toBe(true)
  await school.admin.deleteEntry({ params: { collection: 'notices', id } })
  const { _id: next } = await publish(school.admin, 'notices', 'কাল বিদ্যালয় বন্ধ')
  await page.goto(school.url)
  const isAhead = async (path: string) => (await caches.match(path)) !== undefined
  await expect.poll(() => page.evaluate(isAhead, `/n/${next}`)).toBe(true)
  expect(await isKept()).toBe(true)
  await list.reload()
  await expect.poll(isKept).toBe(false)
})

test('shows pictures and pages also when the browser has no room to cache them', async ({
  page,
  context,
  school,
}) => {
  const { sizes, _id: id } = await school.admin.createEntry({
    params: { collection: 'notices' },
    body: { title: 'ছুটি' },
    file: squarePicture(),
  })
  await open(page, school.url)
  await workerReady(page)
  await page.reload()
  const browser = await context.newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: school.url, quotaSize: 1 })
  await browser.send('Network.clearBrowserCache')
  const statusOf = async (path: string) => (await fetch(path, { cache: 'no-store' })).status
  expect(await page.evaluate(statusOf, `/${sizes?.[0]?.filePath}`)).toBe(200)
  await page.goto(`${school.url}/n/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ছুটি')
})
