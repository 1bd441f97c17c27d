import { disclosureAdminCopy } from '@bidyaloy/shared/features/disclosure/admin-copy'
import type { DisclosedItem } from '@bidyaloy/shared/features/disclosure/disclosure'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { useRights } from '../../../admin/api/session.ts'
import { withCopy } from '../../../admin/t.ts'
import { disclosureQuery } from '../queries.ts'

const t = withCopy(disclosureAdminCopy)

/** Says how many items are given, missing and old; undefined if there is nothing to do. */
function openText(items: readonly DisclosedItem[]): string | undefined {
  const left = items.filter(({ state }) => state === 'missing').length
  const old = items.filter(({ stale }) => stale).length
  if (left + old === 0) return undefined
  return [
    t('admin.disclosure.open.lead', { n: formatNumber(items.length - left) }),
    left > 0 && t('admin.disclosure.open.left', { n: formatNumber(left) }),
    old > 0 && t('admin.disclosure.open.old', { n: formatNumber(old) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns how many items are given, missing and old, to those who may change them. */
export function useOpenDisclosure(): string | undefined {
  const enabled = useRights()('settings')
  const { data } = useQuery({ ...disclosureQuery(useAdminApi()), enabled })
  return enabled && data ? openText(data) : undefined
}

/** The same of loaded items, also if nothing is open. */
export const summaryOf = (items: readonly DisclosedItem[]) =>
  openText(items) ?? t('admin.disclosure.all')
