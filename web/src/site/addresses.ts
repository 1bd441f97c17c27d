export { pagePaths } from '@bidyaloy/shared/site-addresses'

export const ADMIN_LOGIN = '/admin/login'

/** Whether a link leaves this site, and so opens a tab of its own. */
export function isExternal(href: string): boolean {
  return /^https?:/i.test(href)
}
