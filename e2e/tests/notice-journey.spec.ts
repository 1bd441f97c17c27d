import type { Page } from '@playwright/test'
import { chooseFromMenu } from '../support/dashboard-papers.ts'
import { expect, test } from '../support/fixtures.ts'
import { admissionNotice, sha256 } from '../support/papers.ts'
import { adminText, entriesText, siteText } from '../support/texts.ts'

const TITLE = '২০২৭ শিক্ষাবর্ষে ভর্তি বিজ্ঞপ্তি (তৃতীয় থেকে নবম শ্রেণি)'
const NEW_TITLE = '২০২৭ শিক্ষাবর্ষে ভর্তি বিজ্ঞপ্তি (সংশোধিত)'
const FILE_NAME = 'ভর্তি বিজ্ঞপ্তি ২০২৭.pdf'

const board = (page: Page) =>
  page.getByRole('region', { name: siteText('public.home.notices.title') })

test('brings a notice from the dashboard to a parent’s phone', async ({
  page: office,
  browser,
  school,
  signIn,
}) => {
  const paper = admissionNotice()
  const parent = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const phone = await parent.newPage()
  const officeRow = (title: string) => office.getByRole('row').filter({ hasText: title })
  const noticesNow = async (title: string) => {
    await phone.goto(`${school.url}/allNotices`)
    return phone.getByRole('link', { name: title })
  }

  await test.step('no notice exists at first', async () => {
    await phone.goto(school.url)
    await expect(board(phone)).toContainText('No notices available')
  })

  await test.step('an admin signs in and publishes it', async () => {
    await signIn(office, `${school.url}/admin/dashboard/createNotice`)
    await office.getByRole('textbox', { name: adminText('form.title') }).fill(TITLE)
    await office
      .locator('.dropzone input')
      .setInputFiles({ name: FILE_NAME, mimeType: 'application/pdf', buffer: paper })
    await office.getByRole('button', { name: entriesText('notices.submit') }).click()
    await expect(office.getByText(entriesText('notices.created'))).toBeVisible()
  })

  const fileAddress = await test.step('the parent finds it and gets the same file', async () => {
    await phone.goto(school.url)
    const link = board(phone).getByRole('link', { name: TITLE })
    await expect(link).toBeVisible()
    await expect(await noticesNow(TITLE)).toBeVisible()
    await (await noticesNow(TITLE)).click()
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    const download = phone.getByRole('link', { name: siteText('list.col.download') }).first()
    const address = await download.getAttribute('href')
    const answer = await parent.request.get(`${school.url}${address}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect(sha256(await answer.body())).toBe(sha256(paper))
    return `${school.url}${address}`
  })

  await test.step('the download has its Bengali name', async () => {
    const saver = await browser.newPage()
    await saver.goto(school.url)
    const [download] = await Promise.all([
      saver.waitForEvent('download'),
      saver.evaluate((href) => {
        const link = document.createElement('a')
        link.href = href
        link.download = ''
        link.click()
      }, fileAddress),
    ])
    expect(download.suggestedFilename()).toBe(FILE_NAME)
    await saver.close()
  })

  await test.step('a new title appears everywhere', async () => {
    await chooseFromMenu(officeRow(TITLE), adminText('form.rename'))
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('textbox').fill(NEW_TITLE)
    await dialog.getByRole('button', { name: adminText('dialog.rename.save') }).click()
    await expect(office.getByText(entriesText('notices.renamed'))).toBeVisible()
    await expect(await noticesNow(NEW_TITLE)).toBeVisible()
    await expect(phone.getByText(TITLE)).toHaveCount(0)
    await phone.goto(school.url)
    await expect(board(phone).getByRole('link', { name: NEW_TITLE })).toBeVisible()
  })

  await test.step('deletion removes the notice and its file', async () => {
    await chooseFromMenu(officeRow(NEW_TITLE), adminText('form.delete'))
    await office
      .getByRole('dialog')
      .getByRole('button', { name: adminText('dialog.yesDelete') })
      .click()
    await expect(office.getByText(entriesText('notices.deleted'))).toBeVisible()
    await expect(await noticesNow(NEW_TITLE)).toHaveCount(0)
    await expect(phone.getByText('No notices available at the moment.')).toBeVisible()
    expect((await parent.request.get(fileAddress)).status()).toBe(404)
  })

  await test.step('undo restores it in place', async () => {
    await office.getByRole('button', { name: adminText('toast.undo') }).click()
    await expect(office.getByText(entriesText('notices.restored'))).toBeVisible()
    await expect(await noticesNow(NEW_TITLE)).toBeVisible()
    const again = await parent.request.get(fileAddress)
    expect(sha256(await again.body())).toBe(sha256(paper))
  })
  await parent.close()
})
