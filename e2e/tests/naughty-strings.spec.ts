import strings from 'big-list-of-naughty-strings' with { type: 'json' }
import { expect, test } from '../support/fixtures.ts'
import { publish } from '../support/known-school.ts'
import { hydrated } from '../support/page-checks.ts'

/** Strings that could act as code somewhere; the others are tested without a browser. */
const scripts = strings
  .map((text) => text.trim())
  .filter((text) => /[<{]|javascript:|on\w+=|%3C|&#|\\x|`/i.test(text))
  .filter((text) => text.length <= 300 && !/\p{Cc}/u.test(text))

test('runs no naughty string as a script anywhere', async ({ page, school, signIn }) => {
  const harm: string[] = []
  page.on('dialog', (dialog) => {
    harm.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (![new URL(school.url).origin, 'null'].includes(origin)) harm.push(request.url())
  })
  // A script that only the policy blocked was still in the page.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      // zod tests once whether it may use eval, and accepts the refusal.
      if (event.blockedURI === 'eval' && event.sample === '') return
      const { violatedDirective, blockedURI, sample } = event
      document.documentElement.dataset.violated = `${violatedDirective} ${blockedURI} ${sample}`
    })
  })
  const settings = await school.admin.getSettings()
  const links = scripts
    .filter((text) => text.length <= 200)
    .slice(0, 50)
    .map((label) => ({ label, href: '/contact_us' }))
  await school.admin.updateSettings({
    body: {
      ...settings,
      identity: {
        ...settings.identity,
        motto: scripts[0] ?? '',
        welcome: scripts.slice(0, 20).join('\n'),
      },
      sideLinks: { ...settings.sideLinks, government: links },
      history: scripts.slice(0, 100).join('\n\n').trim(),
    },
  })
  await school.admin.updateTeacherPage({ body: { html: scripts.join('\n') } })
  let newest = ''
  for (const title of scripts) newest = (await publish(school.admin, 'notices', title))._id

  const lists = Array.from(
    { length: Math.ceil(scripts.length / 25) },
    (_, n) => `/allNotices?page=${n + 1}`,
  )
  const searched = encodeURIComponent(scripts[0] ?? '')
  for (const path of [
    ...['/', ...lists, `/n/${newest}`, `/allNotices?q=${searched}`],
    ...['/schoolDescription', '/TeacherInformation.html', '/officers_teachers'],
  ]) {
    await page.goto(school.url + path)
    if (path !== '/TeacherInformation.html') await hydrated(page)
    expect([path, await page.locator('html').getAttribute('data-violated')]).toEqual([path, null])
  }
  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await expect(page.getByText(scripts.at(-1) ?? '').first()).toBeVisible()
  expect(await page.locator('html').getAttribute('data-violated')).toBeNull()
  expect(harm).toEqual([])
})
