import type { Locator, Page } from '@playwright/test'

/** The dashboard's menu, beside the screen or in its drawer. */
export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'অ্যাডমিন মেনু' })

/** What is seen of the menu with its groups closed: the button, links and groups. */
export const sidebarEntries = (page: Page): Locator =>
  sidebar(page).locator(':is(a, summary):not(details > ul *)')

/** Screens of one collection, which have no link in the sidebar. */
const lists: Readonly<Record<string, string>> = {
  'নোটিশ বোর্ড': 'createNotice',
  খবর: 'createnews',
  'সুবর্ণজয়ন্তীর ছবি': 'createjoyontigallery',
}

/** Opens an address of the dashboard without loading the page again. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/admin/dashboard/${path}`)
  const marked = sidebar(page).locator('[aria-current=page]', { hasText: 'সব কিছু' })
  await marked.or(page.getByRole('dialog')).first().waitFor({ state: 'attached' })
}

/** Opens a screen through its link in the sidebar, and its group before that. */
export async function openScreen(page: Page, name: string): Promise<void> {
  const list = lists[name]
  if (list) {
    await sidebar(page).waitFor({ state: 'attached' })
    return goWithin(page, list)
  }
  // A mark follows where something is left of setting up the school.
  const withMark = new RegExp(`^${name}( বাকি)?$`)
  const named = page.getByRole('link', { name: withMark, includeHidden: true })
  const link = sidebar(page).locator(named)
  // The screen may still be loading.
  await link.waitFor({ state: 'attached' })
  const group = sidebar(page).locator('details').filter({ has: named })
  if ((await group.count()) > 0 && !(await link.isVisible())) {
    await group.locator('summary').click()
  }
  await link.click()
  // Screens have fields of the same names. A question about unsaved work may come first.
  const opened = link.and(page.locator('[aria-current=page]'))
  await opened.or(page.getByRole('dialog')).first().waitFor({ state: 'attached' })
}

/** Opens the menu of the signed-in user. */
export const openUserMenu = (page: Page): Promise<void> =>
  page.locator('.admin__me > summary').click()

/** Opens a tab of the list of entries, such as «খসড়া». */
export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'অবস্থা' }).getByRole('link', { name }).click()
