import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.getElementById('main')
    // React marks every element that it manages.
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Horizontal overflow of the page in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** WCAG 2.5.3: speech users must reach a button by its label. axe runs it only if enabled. */
const rules = { 'label-content-name-mismatch': { enabled: true } }

/** Rules whose result depends only on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** @param where names the run in a failure report */
export function expectAccessible(page: Page, where: string): Promise<void> {
  return expectNoViolations(axeOn(page, { rules }).withTags(TAGS), where)
}

/** Checks the colours of a page whose structure was checked with other colours. */
export function expectReadableColours(page: Page, where: string): Promise<void> {
  return expectNoViolations(axeOn(page).withRules(COLOUR_RULES), where)
}

/** The pages have no frames, and only frames need the slower mode. */
const axeOn = (page: Page, options: Parameters<AxeBuilder['options']>[0] = {}) =>
  new AxeBuilder({ page }).setLegacyMode().options({ ...options, resultTypes: ['violations'] })

async function expectNoViolations(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
  }))
  expect(found, where).toEqual([])
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
