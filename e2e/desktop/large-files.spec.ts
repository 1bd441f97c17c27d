import { Outbox } from '@bidyaloy/shared/desktop/desktop-api'
import { expect } from '@playwright/test'
import { startCuttingProxy } from '../support/cutting-proxy.ts'
import { fillEntry, paper } from '../support/dashboard-papers.ts'
import { test } from '../support/desktop-fixtures.ts'
import { connect, signIn } from '../support/desktop-walks.ts'
import { openScreen } from '../support/sidebar.ts'

const MEGABYTE = 1024 * 1024

test('the form and the outbox show what the server has got of a large file', async ({
  desktopApp: { page },
  school,
}) => {
  const line = await startCuttingProxy(school.url, Number.POSITIVE_INFINITY)
  try {
    await connect(page, line.url)
    await signIn(page)
    await openScreen(page, 'নোটিশ বোর্ড')
    await fillEntry(page, 'বড় কাগজ', paper('বড়.pdf', 4 * MEGABYTE))
    // Four parts of 512 kB and a bit of the next.
    line.hold(2.2 * MEGABYTE)
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    const bar = page.getByRole('progressbar')
    await expect(bar).toHaveAttribute('value', '50')
    const [change] = Outbox.parse(
      await page.evaluate(async () => (await fetch('/desktop/outbox')).json()),
    )
    expect(change).toMatchObject({ state: 'sending', progress: 0.5 })
    line.mend()
    await expect(page.getByText('নোটিশটি প্রকাশিত হয়েছে')).toBeVisible()
  } finally {
    await line.close()
  }
  const [notice, ...more] = await school.admin.listEntries({ params: { collection: 'notices' } })
  expect(more).toEqual([])
  expect(notice).toMatchObject({ fileName: 'বড়.pdf', size: 4 * MEGABYTE })
})
