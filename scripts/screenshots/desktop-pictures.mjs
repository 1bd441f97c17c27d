import { startInBrowser } from '../../e2e/support/desktop-app.ts'
import { settled, signIn } from './admin-pictures.mjs'

/** Takes the pictures of the desktop app: first run, offline work, outbox. */
export async function takeDesktopPictures({ browser, school, shoot }) {
  const app = await startInBrowser(browser)
  try {
    const { page } = app
    const address = page.getByLabel(/Site address/)
    await address.fill(school.url.replace('http://', ''))
    await page.getByRole('button', { name: 'যাচাই', exact: true }).click()
    await page.getByText('পাওয়া গেছে:').waitFor()
    // The sample school's address differs on each run.
    await address.evaluate((input) => {
      input.value = 'shaplanagar.example.edu.bd'
    })
    await shoot('desktop-connect', page.locator('#main'), { page })
    await signIn(page)
    await settled(page)
    // The sidebar is in a drawer here.
    await page.evaluate(() => {
      history.pushState(null, '', '/admin/dashboard/createNotice')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await page.getByRole('button', { name: 'লিখুন' }).click()

    await school.stop()
    await page.getByLabel('শিরোনাম', { exact: true }).fill('আগামীকাল অর্ধদিবস ছুটির নোটিশ')
    await page.locator('.dropzone input').setInputFiles({
      name: 'ছুটির-নোটিশ.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
    })
    await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
    await page.getByText('ইন্টারনেট দুর্বল বা বিচ্ছিন্ন।').waitFor()
    await page.getByText('১টি অপেক্ষমাণ').waitFor()
    await page.evaluate(() => window.scrollTo(0, 0))
    await shoot('offline', undefined, { page, height: 420 })
    await page.getByRole('link', { name: /১টি অপেক্ষমাণ/ }).click()
    await settled(page)
    // Not during a retry.
    await page.getByRole('button', { name: 'এখনই পাঠান' }).waitFor()
    await shoot('outbox', page.locator('#main'), { page, height: 480 })
  } finally {
    await app.remove()
  }
  await school.start()
}
