/*
 * Roles of accounts, and what each may do: the server judges every write by this table, the
 * documents show it, and the dashboard hides what an account may not do.
 */

export const ROLES = ['head', 'editor', 'clerk'] as const
export type Role = (typeof ROLES)[number]

/** The roles that have each right; every account may write entries, of which clerks' may wait. */
export const rights = {
  /** Publish, change and delete what visitors see. Clerks too, while approval is off. */
  publish: ['head', 'editor'],
  /** Approve entries and changes that wait, send them back, and switch approval on or off. */
  approve: ['head'],
  /** Settings and pictures of the site. */
  settings: ['head', 'editor'],
  /** Make, transfer and restore backups. */
  backups: ['head'],
  /** Accounts of others. */
  accounts: ['head'],
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights
export const RIGHTS = Object.keys(rights) as Right[]

/**
 * Whether a role has a right.
 * @param approval whether entries of clerks wait for approval
 */
export function hasRight(role: Role, right: Right, { approval }: { approval: boolean }): boolean {
  if (right === 'publish' && !approval) return true
  const roles: readonly Role[] = rights[right]
  return roles.includes(role)
}
