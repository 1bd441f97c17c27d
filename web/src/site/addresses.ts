export { pagePaths } from '@bidyaloy/shared/site-addresses'

export const ADMIN_LOGIN = '/admin/login'
