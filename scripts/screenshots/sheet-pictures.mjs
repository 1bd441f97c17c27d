import { settled } from './admin-pictures.mjs'

const HOME = '/admin/dashboard'
const NINE = { className: 'Nine', shift: 'Morning', section: 'A' }
const DAYS = ['রবিবার', 'সোমবার', 'মঙ্গলবার', 'বুধবার', 'বৃহস্পতিবার']
const MARKS = [
  'রোল\tনাম\tবাংলা (১০০)\tইংরেজি (১০০)\tগণিত (১০০)\tমোট\tগ্রেড\tজিপিএ',
  '১\tসুমাইয়া আক্তার\t৮০\t৭২\tঅনু\t১৫২\tF\t০.০০',
  '২\tরিমা খাতুন\t৯০\t৮৫\t৮৮\t২৬৩\tA+\t৫.০০',
  '৩\tমারিয়া ইসলাম\t৮০\t৬১\t৭৫\t২১৬\tA\t৪.০০',
].join('\n')

/** Takes the pictures of what is brought from sheets. The browser is signed in. */
export async function takeSheetPictures({ page, school, shoot }) {
  const open = async (screen) => {
    await page.goto(`${school.url}${HOME}${screen}`)
    await settled(page)
  }
  const bring = async (rows, screen) => {
    await open(screen)
    await page.getByRole('textbox').fill(rows)
    await page.getByRole('button', { name: 'পেস্ট করা তালিকা দেখুন' }).click()
    await page.locator('#import-preview').waitFor()
    await settled(page)
  }
  const preview = page.locator('section[aria-labelledby="import-preview"]')

  await bring(changedRoutine(await school.admin.getRoutine({ params: NINE })), '/routine/import')
  await preview
    .getByRole('button', { name: /^আগেরটা রাখুন/ })
    .first()
    .waitFor()
  await shoot('routine-import', preview, { height: 620 })

  await open('/attendance')
  await shoot('attendance', page.locator('#main'), { height: 760 })

  await bring(MARKS, '/results/import')
  await shoot('results-import', preview, { height: 900 })
}

/** The rows of a routine as a sheet has them, with another teacher in its first lesson. */
function changedRoutine({ periods }) {
  const columns = periods.filter(({ isBreak }) => !isBreak)
  const cells = (day) =>
    columns.map(({ lessons }, at) => {
      const lesson = lessons.find((one) => one.day === day)
      if (!lesson) return '-'
      return `${lesson.subject} (${day + at === 0 ? 'ফা. বেগম' : lesson.teachers.join(' / ')})`
    })
  return [
    'নবম শ্রেণি, প্রভাতী, ক শাখা',
    ['বার', ...columns.map(({ from, to }) => `${from}-${to}`)].join('\t'),
    ...DAYS.map((name, day) => [name, ...cells(day)].join('\t')),
  ].join('\n')
}
