import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { siteText } from './texts.ts'

/** Gives a sign of a visitor that does nothing else, and waits until the page is hydrated and follows links. */
export async function hydrated(page: Page): Promise<void> {
  await page.keyboard.press('Shift')
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Shows the switches of text size and theme. */
export async function openLook(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: siteText('site.menu.title'), exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.locator('.menu:has(.menu__look) > summary').click()
}

/** Horizontal overflow of the page in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

/** Sizes of text that visitors choose in a phone's browser, in per cent. */
export const LARGE_TEXTS = [150, 200] as const

/** Sets the size of text in the browser's own settings. */
export async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const standard = (16 * percent) / 100
  await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  await devtools.detach()
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules whose result depends only on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** @param where names the run in a failure report */
export function expectAccessible(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, {
    runOnly: TAGS,
    // WCAG 2.5.3: speech users must reach a button by its label. axe runs it only if enabled.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
}

/** Checks the colours of a page whose structure was checked with other colours. */
export function expectReadableColours(page: Page, where: string): Promise<void> {
  return expectNoViolations(page, where, { runOnly: { type: 'rule', values: COLOUR_RULES } })
}

async function expectNoViolations(
  page: Page,
  where: string,
  options: axe.RunOptions,
): Promise<void> {
  // Once per document: parsing axe takes longer than most of its runs.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate((how) => {
    // Colours halfway between two themes are not the page's colours.
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish()
    }
    return window.axe.run({ ...how, resultTypes: ['violations'] })
  }, options)
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found, where).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** API URLs that the page requests from now on. */
export function watchApi(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  return asked
}
