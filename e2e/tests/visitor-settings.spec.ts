import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { LARGE_TEXTS, openLook, setTextSize, sidewaysScroll } from '../support/page-checks.ts'
import type { SharedSchool } from '../support/shared-schools.ts'
import { siteText } from '../support/texts.ts'

/* What visitors set in their browser or device: large text, colours of their own, paper. */

/** Words of an element that stand on two lines. */
const brokenWords = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    const broken: string[] = []
    for (const element of elements) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[^\s\-–/]+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) broken.push(word)
        }
      }
    }
    return broken
  })

test('reads the name of the school whole, with large text in a phone’s browser', async ({
  page,
  demoSchool,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const percent of LARGE_TEXTS) {
    await setTextSize(page, percent)
    await page.goto(`${demoSchool.url}/search?q=কোথাওনেই`)
    const search = page.getByRole('link', { name: siteText('search.label') })
    await search.scrollIntoViewIfNeeded()
    await expect(search).toBeInViewport({ ratio: 1 })
    expect(await brokenWords(page, '.banner__name')).toEqual([])
  }
})

test.describe('on paper', () => {
  // A4 without its margins.
  test.use({ viewport: { width: 718, height: 1047 } })

  test('breaks no word of a table, and cuts no column off', async ({ page, demoSchool }) => {
    await page.goto(`${demoSchool.url}/p/${await pageWithTable(demoSchool)}`)
    await page.emulateMedia({ media: 'print' })
    expect(await brokenWords(page, '.prose table :is(th, td)')).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  })

  test('prints a month whole on a sheet', async ({ page, demoSchool }) => {
    // The month of today, and the six weeks of another.
    const sixWeeks = `/calendar?month=${SIX_WEEKS}`
    for (const path of [sixWeeks, '/calendar']) {
      await page.goto(demoSchool.url + path)
      expect(await countSheets(page), path).toBe(1)
    }
    await page.emulateMedia({ media: 'print' })
    expect(await brokenWords(page, '.calgrid .ev > span')).toEqual([])
    await expect(page.getByRole('heading', { name: siteText('public.home.upcoming') })).toBeHidden()
    const grid = page.locator('.calgrid-box')
    await expect(grid).toHaveCSS('break-inside', 'avoid')
    const edges = await grid.evaluate((box) => {
      const table = box.querySelector('table')
      return { table: table?.getBoundingClientRect().right, box: box.getBoundingClientRect().right }
    })
    expect(edges.table).toBeLessThanOrEqual(edges.box)
  })
})

/** It begins on a Saturday, the last day of a week. */
const SIX_WEEKS = '2026-08'

/** Sheets of paper that the page is printed on. */
async function countSheets(page: Page): Promise<number> {
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  const sheets = await page.pdf({ format: 'A4', margin })
  return sheets.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test.describe('with forced colours', () => {
  test.use({ viewport: { width: 360, height: 740 }, forcedColors: 'active' })

  /** The style of the first element with a selector that differs from the second's. */
  const styleOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { outline, border, backgroundColor, textDecorationLine } = getComputedStyle(element)
        return { outline, border, backgroundColor, textDecorationLine }
      })

  test('shows what is chosen, and where parts of the page end', async ({ page, demoSchool }) => {
    await page.goto(`${demoSchool.url}/allNotices?kind=exam`)
    for (const [chosen, other] of [
      ['.switch input:checked', '.switch input:not(:checked)'],
      ['.chip[aria-current]', '.chip:not([aria-current])'],
    ] as const) {
      expect(await styleOf(page, chosen), chosen).not.toEqual(await styleOf(page, other))
    }
    await page.getByRole('button', { name: siteText('site.menu.title') }).click()
    await page.locator('.menu[data-current] > summary').click()
    const current = '.menu__panel a[aria-current]'
    expect(await styleOf(page, current)).not.toEqual(
      await styleOf(page, '.menu__panel a:not([aria-current])'),
    )
    for (const part of ['.banner', '.navbar']) {
      await expect(page.locator(part), part).toHaveCSS('border-bottom-style', 'solid')
    }
  })

  test('draws the chosen theme on the colour of choices', async ({ page, demoSchool }) => {
    await page.goto(demoSchool.url)
    await openLook(page)
    const themes = page.getByRole('group', { name: siteText('site.theme.title') })
    await expect(themes.locator('.icon')).toHaveCount(3)
    const { ground, icon } = await themes.locator('input:checked').evaluate((input) => {
      const drawing = input.parentElement?.querySelector('.icon') ?? input
      return {
        ground: getComputedStyle(input).backgroundColor,
        icon: getComputedStyle(drawing).color,
      }
    })
    expect(icon).not.toBe(ground)
  })
})

/** Address of the own page with the longest table. */
async function pageWithTable({ admin }: SharedSchool): Promise<string> {
  const pages = await admin.listEntries({ params: { collection: 'pages' } })
  const page = pages.find(({ title }) => title === 'রুটিন')
  if (!page) throw new Error('The sample school has no routine')
  return page._id
}
