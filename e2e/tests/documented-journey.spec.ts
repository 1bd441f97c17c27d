import fs from 'node:fs'
import { paper } from '../support/dashboard-papers.ts'
import { startTrace } from '../support/execution-trace.ts'
import { expect, test } from '../support/fixtures.ts'

const document = fs.readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const [, journey = ''] = /^## Journey: publish a notice$([\s\S]*?)^## /m.exec(document) ?? []

/** Files that steps name: "1. `path`: what it does". */
const steps = [...journey.matchAll(/^\d+\. (?:over HTTP, )?`([^`]+)`/gm)].map(([, file]) => file)

/** Requests in a line of the document: "- without a pause: `POST /api/…`". */
function documentedRequests(label: string): string[] {
  const line = journey.split('\n').find((one) => one.startsWith(`- ${label}: `)) ?? ''
  return [...line.matchAll(/`([^`]+)`/g)].map(([, request = '']) => request)
}

for (const { label, pauses } of [
  { label: 'without a pause', pauses: false },
  { label: 'with a pause of three seconds', pauses: true },
]) {
  test(`publishes a notice as documented, ${label}`, async ({ page, school, signIn }) => {
    const writes: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      const path = pathname.replace(/\/[0-9a-z]{12}$/, '/:id')
      if (request.method() !== 'GET') writes.push(`${request.method()} ${path}`)
    })
    await signIn(page, `${school.url}/admin/dashboard/createNotice`)
    const title = page.getByRole('textbox', { name: 'শিরোনাম' })
    await expect(title).toBeVisible()
    const endTrace = await startTrace(page)
    writes.length = 0
    const isDraft = (url: string) => new URL(url).pathname === '/api/notices'
    const saved =
      pauses &&
      page.waitForResponse(
        (response) => response.request().method() === 'POST' && isDraft(response.url()),
      )
    await title.fill('বার্ষিক পরীক্ষার সময়সূচি')
    await page.locator('.dropzone input').setInputFiles(paper('সময়সূচি.pdf'))
    if (pauses) await saved
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await expect(page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' })).toBeVisible()
    const executed = await endTrace()
    expect(writes).toEqual(documentedRequests(label))
    expect(steps.length).toBeGreaterThan(5)
    expect(steps.filter((file) => !executed.has(file ?? ''))).toEqual([])
  })
}
