import { once } from 'node:events'
import http from 'node:http'
import { type EndpointName, paths } from '@bidyaloy/shared/api/paths'
import { expect, test } from '../support/fixtures.ts'
import { ADMIN, type SchoolServer } from '../support/school-server.ts'

/*
 * A hostile page in the browser in which the clerk is signed in. It runs on another port of the same
 * host. Browsers treat that as same-site and send the cookie, so only the server's own origin check
 * stops it. It attempts every write of the endpoint table, three ways by script and two by form.
 */
const page =
  '<!doctype html><meta charset="utf-8"><title>Free mobile data</title><iframe name="sink"></iframe>'

interface Attempt {
  method: string
  address: string
  body: string
}

async function everyWrite({ admin, url }: SchoolServer): Promise<Attempt[]> {
  const entry = await admin.createEntry({
    params: { collection: 'main-gallery' },
    body: { title: 'আমাদের ভিডিও', videoLink: 'https://youtu.be/dQw4w9WgXcQ' },
  })
  const params: Readonly<Record<string, string>> = {
    ...{ collection: 'main-gallery', id: entry._id, picture: 'crest' },
  }
  const body = JSON.stringify({
    ...{ title: 'দখল', ids: [entry._id], html: '<p>দখল</p>', rows: [], ...ADMIN },
    ...{ currentPassword: ADMIN.password, newPassword: 'chosen by the attacker' },
    ...{ className: 'Six', shift: 'Day', section: 'A', girls: 1, disabled: true },
  })
  return (Object.keys(paths) as EndpointName[])
    .filter((name) => paths[name].method !== 'GET')
    .map((name) => ({
      method: paths[name].method,
      address: url + paths[name].path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? 'x'),
      body,
    }))
}

/** All data that a write could have changed. */
async function stateOf({ admin }: SchoolServer) {
  const collections = ['notices', 'news', 'downloads', 'gallery', 'main-gallery'] as const
  return {
    lists: await Promise.all(
      collections.map((collection) => admin.listEntries({ params: { collection } })),
    ),
    counts: await admin.listStudentCounts(),
    settings: await admin.getSettings(),
    trash: await admin.listTrash(),
    admins: await admin.listAdmins(),
    devices: await admin.listDevices(),
    activity: await admin.listActivity({}),
    backups: await admin.listBackups(),
  }
}

test('blocks every write from a hostile page in the same browser', async ({
  page: clerk,
  school,
  signIn,
}) => {
  const evil = http.createServer((_, res) => {
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.end(page)
  })
  evil.listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const address = evil.address()
  if (typeof address !== 'object' || !address) throw new Error('Not listening')

  await signIn(clerk, `${school.url}/admin/dashboard`)
  const attempts = await everyWrite(school)
  const before = await stateOf(school)
  // In a separate tab, because browser errors are expected there.
  const tab = await clerk.context().newPage()
  const answered: number[] = []
  tab.on('response', (response) => {
    if (response.url().startsWith(`${school.url}/api/`)) answered.push(response.status())
  })
  await tab.goto(`http://127.0.0.1:${address.port}/`)
  await tab.evaluate(async (list) => {
    const ways: [RequestMode, Record<string, string>][] = [
      ['no-cors', { 'content-type': 'text/plain' }],
      ['cors', { 'content-type': 'application/json' }],
      ['cors', { 'content-type': 'text/plain' }],
    ]
    for (const { method, address, body } of list) {
      for (const [mode, headers] of ways) {
        // Without CORS a browser lets a page send only GET and POST.
        const sent = mode === 'no-cors' ? 'POST' : method
        const init = { method: sent, mode, headers, body, credentials: 'include' as const }
        await fetch(address, init).catch(() => undefined)
      }
    }
    const sink = document.querySelector('iframe')
    for (const { address, body } of list) {
      for (const enctype of ['multipart/form-data', 'text/plain']) {
        const form = document.createElement('form')
        Object.assign(form, { method: 'post', action: address, target: 'sink', enctype })
        const field = document.createElement('input')
        Object.assign(field, { name: body, value: '' })
        form.append(field)
        document.body.append(form)
        const loaded = new Promise((resolve) =>
          sink?.addEventListener('load', resolve, { once: true }),
        )
        form.submit()
        await loaded
      }
    }
  }, attempts)

  // All requests arrived, and each was refused.
  expect(answered.length).toBeGreaterThanOrEqual(attempts.length)
  expect(answered.filter((status) => status < 400)).toEqual([])
  expect(await stateOf(school)).toEqual(before)
  await tab.close()
  await clerk.reload()
  await expect(clerk).toHaveURL(/\/admin\/dashboard/)
  evil.closeAllConnections()
  evil.close()
})
