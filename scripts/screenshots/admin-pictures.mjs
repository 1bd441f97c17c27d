import fs from 'node:fs'
import path from 'node:path'
import { chooseFromMenu } from '../../e2e/support/dashboard-papers.ts'

const HOME = '/admin/dashboard'
const PASSWORD = 'a long enough password'
/** Squares over faces in the photo of the gallery. */
const PHOTO_SQUARES = [27, 28]
const PDF = { name: 'বার্ষিক-পরীক্ষার-সময়সূচি.pdf', mimeType: 'application/pdf' }

/** A title in Bijoy encoding: «বার্ষিক পরীক্ষার সময়সূচি» */
const BIJOY_TITLE = 'evwl©K cixÿvi mgqm~wP'

/** Takes the pictures of the dashboard in a browser, in the order of a typical workday. */
export async function takeAdminPictures({ page, school, shoot }) {
  const open = async (screen) => {
    await page.goto(`${school.url}${HOME}${screen}`)
    await settled(page)
  }
  const card = (heading) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
  const field = (name) => page.locator(`[name=${name}]`)
  const title = () => page.getByLabel('শিরোনাম', { exact: true })

  await page.goto(`${school.url}/admin/login`)
  await page.getByLabel(/ব্যবহারকারীর নাম/).waitFor()
  await shoot('login', page.locator('.signin'))
  await signIn(page)
  await settled(page)

  await open('/backup')
  await page.getByRole('button', { name: 'এখনই ব্যাকআপ নিন' }).first().click()
  await page
    .getByText(/^ব্যাকআপ তৈরি হয়েছে: /)
    .first()
    .waitFor()
  await settled(page)
  await shoot('backup', page.locator('#main'), { height: 900 })
  await open('')
  await shoot('overview')

  await open('/createNotice')
  await title().fill('বার্ষিক পরীক্ষা-২০২৭ এর সময়সূচি')
  await page.locator('.dropzone input').setInputFiles({ ...PDF, buffer: samplePdf(school) })
  await shoot('notice-form', page.locator('form.compose__card'))
  await page.getByRole('button', { name: 'প্রকাশ করুন' }).click()
  await page.getByRole('region', { name: 'নোটিশটি প্রকাশিত হয়েছে' }).waitFor()
  await open('/createNotice')
  await shoot('notice-list', page.locator('#main'), { height: 620 })

  await open('/createNotice')
  await title().focus()
  await paste(page, BIJOY_TITLE)
  await page.getByText('ইউনিকোড লেখাটি ব্যবহার করুন').first().waitFor()
  await shoot('bijoy', page.locator('form.compose__card'), { height: 420 })
  await title().fill('')

  await open('/studentcount')
  await field('className').selectOption('Six')
  await field('shift').selectOption('Morning')
  await field('section').selectOption('A')
  await page.getByText('আগের তথ্য পাওয়া গেছে।').waitFor()
  await shoot('students', page.locator('#main'), { height: 800 })

  await open('/studentcount/import')
  await page
    .getByRole('textbox')
    .fill(
      'শ্রেণি\tশিফট\tশাখা\tছাত্রী\tমুসলিম\tহিন্দু\nষষ্ঠ\tপ্রভাতী\tক\t৫৮\t৫১\t৫\nষষ্ঠ\tপ্রভাতী\tখ\t৫৫\t৪৮\t৭\nষষ্ঠ\tপ্রভাতী\tশাপলা\t৫১\t৪৮\t৩',
    )
  await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
  await page.getByRole('heading', { name: 'যা বদলাবে' }).waitFor()
  await settled(page)
  await shoot('students-import', card('যা বদলাবে'), { height: 760 })

  await open('/settings')
  await shoot('settings', page.locator('#main'), { height: 620 })
  await open('/calendar')
  await shoot('calendar', page.locator('#main'), { height: 760 })
  await open('/people')
  await shoot('people', page.locator('#main'), { height: 760 })
  await open('/albums')
  await page.getByRole('button', { name: 'লিখুন' }).click()
  await shoot('albums', page.locator('#main'), { height: 760 })

  await open('/disclosure')
  await shoot('disclosure', page.locator('#main'), { height: 760 })

  const photo = await galleryPhoto(school)
  await open(`/blur/gallery/${photo.id}`)
  for (const n of PHOTO_SQUARES) await page.getByRole('checkbox').nth(n).check({ force: true })
  await shoot('blur', page.locator('#main'), { height: 760 })
  await school.admin.askForPhoto({
    body: { photo: photo.name, who: 'guardian', reason: 'আমার মেয়ের মুখ কাছ থেকে দেখা যায়।' },
  })
  await open('/photoRequests')
  await shoot('photo-requests', page.locator('#main'), { height: 620 })

  await open('/createNotice')
  await chooseFromMenu(page.locator('tbody tr').nth(1), /Delete/)
  await page.getByRole('button', { name: 'হ্যাঁ, মুছুন' }).click()
  await page.getByText('নোটিশটি মুছে ফেলা হয়েছে।').first().waitFor()
  await shoot('undo', page.locator('.toast').last())
  await open('/trash')
  await shoot('trash', page.locator('#main'), { height: 480 })

  await school.admin.createAdmin({
    body: { username: 'rahima', password: 'another long password', currentPassword: PASSWORD },
  })
  await open('/account?tab=colleagues')
  await shoot('account', card('যাঁরা ড্যাশবোর্ডে কাজ করতে পারেন'))
}

/** Returns the newest photo of the gallery, and its name in requests. */
async function galleryPhoto(school) {
  const params = { collection: 'gallery' }
  const [{ _id: id, filePath }] = await school.admin.listEntries({ params })
  return { id, name: `gallery/${id}/${path.parse(filePath).name}` }
}

export async function signIn(page) {
  await page.getByLabel(/ব্যবহারকারীর নাম/).fill('admin')
  await page
    .getByLabel(/পাসওয়ার্ড/)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: /Login/ }).click()
  await page.waitForURL(/\/admin\/dashboard/)
}

/** Waits until data, fonts and pictures have loaded. */
export async function settled(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.spin, .skel'))
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images].map((image) =>
        image.loading === 'lazy' ? null : image.decode().catch(() => null),
      ),
    )
  })
}

/** Fills the clipboard like another application, and pastes with the keyboard. */
async function paste(page, text) {
  await page.evaluate((plain) => {
    const copy = (event) => {
      event.preventDefault()
      event.clipboardData?.setData('text/plain', plain)
    }
    document.addEventListener('copy', copy, { once: true })
  }, text)
  await page.keyboard.press('Control+C')
  await page.keyboard.press('Control+V')
}

/** Files of the sample school, for use as local files. */
const filesOf = (school, folder, pattern) =>
  fs
    .readdirSync(path.join(school.dataDir, folder))
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => fs.readFileSync(path.join(school.dataDir, folder, name)))

const samplePdf = (school) => filesOf(school, 'uploads', /\.pdf$/)[0]
