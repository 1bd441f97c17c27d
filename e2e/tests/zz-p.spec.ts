import { test } from '../support/fixtures.ts'
import { furtherAddresses } from '../support/public-pages.ts'
test('p', async ({ page, demoSchool }) => {
  const urls = await furtherAddresses(demoSchool.admin)
  for (const u of urls.slice(1, 3)) {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(demoSchool.url + u, { waitUntil: 'networkidle' })
    await page.emulateMedia({ media: 'print' })
    console.log(await page.evaluate(() => [...document.querySelectorAll('body *')].filter((e) => getComputedStyle(e).display !== 'none' && e.getBoundingClientRect().height >= 0 && e.closest('main, footer, aside, body > *')).filter((e) => e.getClientRects().length > 0).slice(-14).map((e) => `${e.tagName}.${e.className} ${Math.round(e.getBoundingClientRect().top)} ${Math.round(e.getBoundingClientRect().height)}`).join('\n') + '\n' + document.documentElement.scrollHeight))
    await page.emulateMedia({ media: 'screen' })
  }
})
