import { expect, test } from 'vitest'
import { sanitizeTeacherHtml } from './sanitize-html.ts'

const school = {}

/** Whether the result was there already: one of the process takes a turn of the event loop at least. */
const isCached = (html: string) =>
  Promise.race([
    sanitizeTeacherHtml(html, school).then(
      () => true,
      () => true,
    ),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ])

test('pages of other schools, and drafts of one, do not displace a page that is read', async () => {
  const page = '<p onclick="alert(1)">প্রধান শিক্ষক</p>'
  expect(await sanitizeTeacherHtml(page, school)).toBe('<p>প্রধান শিক্ষক</p>')
  for (let n = 0; n < 40; n += 1) {
    await sanitizeTeacherHtml(`<p>${n}</p>`, school)
    if (n % 10 === 0) expect(await isCached(page)).toBe(true)
  }
  expect(await isCached(page)).toBe(true)
  // No more are cached than that.
  expect(await isCached('<p>0</p>')).toBe(false)
})

test('what cannot be shown is found once', async () => {
  const blank = '<script>alert(1)</script>'
  const refused = { code: 'validation_failed' }
  await expect(sanitizeTeacherHtml(blank, school)).rejects.toMatchObject(refused)
  expect(await isCached(blank)).toBe(true)
  await expect(sanitizeTeacherHtml(blank, school)).rejects.toMatchObject(refused)
})
