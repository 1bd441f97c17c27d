import { chooseFromMenu, paper } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectAccessible, sidewaysScroll } from '../support/page-checks.ts'

const notices = { collection: 'notices' } as const

test('shows who changed a notice and how, and returns to a former state', async ({
  page,
  school,
  signIn,
}) => {
  const file = (name: string) => {
    const { buffer, mimeType } = paper(name, 5000)
    return new File([new Uint8Array(buffer)], name, { type: mimeType })
  }
  const body = { title: 'ষষ্ঠ থেকে অষ্টম শ্রেণির রুটিন', body: '২৬ নভেম্বর শুরু।' }
  const entry = await school.admin.createEntry({ params: notices, body, file: file('পুরোনো.pdf') })
  const params = { ...notices, id: entry._id }
  const change = { title: 'ষষ্ঠ থেকে নবম শ্রেণির রুটিন', body: '২৯ নভেম্বর শুরু।' }
  await school.admin.updateEntry({ params, body: change, file: file('নতুন.pdf') })

  await signIn(page, `${school.url}/admin/dashboard/createNotice`)
  await chooseFromMenu(page.getByRole('row', { name: /নবম/ }), 'আগে যা ছিল')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('আগে যা ছিল')
  const states = page.locator('.versions__list > li')
  const former = states.nth(1)
  await expect(states.first()).toContainText('admin · বদলেছেন: শিরোনাম, লেখা, ফাইল')
  await former.locator('summary').click()
  await expect(former.locator('dl del')).toHaveText(['অষ্টম', '২৬'])
  await expect(former.locator('dl ins')).toHaveText(['নবম', '২৯'])
  // The former file itself, which visitors cannot open any more.
  const old = await page.request.get(
    new URL(
      (await former.getByRole('link', { name: 'পুরোনো.pdf' }).getAttribute('href')) ?? '',
      school.url,
    ).href,
  )
  expect(decodeURIComponent(old.headers()['content-disposition'] ?? '')).toContain('পুরোনো.pdf')
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page, `${width} px`)
  }

  const title = async () => (await school.admin.getEntry({ params })).title
  await former.getByRole('button', { name: 'আগের অবস্থায় ফেরান' }).click()
  await expect(page.locator('.toast')).toContainText('আগের অবস্থায় ফেরানো হয়েছে')
  expect(await title()).toBe(body.title)
  await expect(states).toHaveCount(3)
  await page.locator('.toast').getByRole('button', { name: 'ফিরিয়ে আনুন' }).click()
  await expect.poll(title).toBe(change.title)

  const { filePath } = await school.admin.getEntry({ params })
  await school.admin.updateEntry({
    params,
    body: { files: [filePath ?? '', null] },
    file: file('দ্বিতীয়.pdf'),
  })
  const { files = [] } = await school.admin.getEntry({ params })
  const swapped = files.map((one) => one.filePath).reverse()
  await school.admin.updateEntry({ params, body: { files: swapped } })
  await page.reload()
  await expect(states.first()).toContainText('admin · বদলেছেন: ফাইলের ক্রম')
  await former.locator('summary').click()
  await expect(former.getByRole('listitem')).toHaveText([
    '১. নতুন.pdfক্রম বদলেছে, এখন ২ নম্বরে',
    '২. দ্বিতীয়.pdfক্রম বদলেছে, এখন ১ নম্বরে',
  ])
})
