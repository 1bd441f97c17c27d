import { DRAFT_STATUSES, type EntryCounts } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../api/admin-api.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { ScreenHead } from '../components/screen-head.tsx'
import { approvalLink, publishedPath, trashLink } from '../components/screen-links.ts'
import { ScreenTabs } from '../components/screen-tabs.tsx'
import {
  LIST_STATES,
  type ListParams,
  type ListState,
  writeListParams,
} from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'
import { entryCountsQuery } from './all-entries.ts'
import './entries.css'

const t = withCopy(entriesCopy, overviewCopy)

/** The heading of the screens of what is published, of what waits and of the trash. */
export function PublishedHead() {
  const mayPublish = useRights()('publish')
  return <ScreenHead title={t('all.title')}>{!mayPublish && t('draft.clerk')}</ScreenHead>
}

interface PublishedTabsProps {
  current: ListState | 'trash'
  counts: EntryCounts | undefined
  /** Of the list on the same screen. */
  params?: Partial<ListParams>
}

/** The states of entries with their numbers. What waits has its own screen for those who approve. */
export function PublishedTabs({ current, counts, params }: PublishedTabsProps) {
  const mayApprove = useRights()('approve')
  const tabOf = (state: ListState) => {
    const search = `?${writeListParams({ ...params, page: 1, state })}`
    if (state === 'waiting' && mayApprove) return `${HOME_PATH}/${approvalLink.path}`
    return params ? { search } : { pathname: publishedPath, search }
  }
  const countOf = (state: ListState | 'trash') =>
    counts && (counts[state] > 0 || state === 'all') ? formatNumber(counts[state]) : undefined
  return (
    <ScreenTabs
      label={t('state.label')}
      tabs={[
        ...LIST_STATES.filter(
          (state) => state !== 'expired' || state === current || counts?.expired,
        ).map((state) => ({
          to: tabOf(state),
          text: t(`state.${state}`),
          count: countOf(state),
          isCurrent: state === current,
        })),
        {
          to: `${HOME_PATH}/${trashLink.path}`,
          text: t('trash.tab'),
          count: countOf('trash'),
          isCurrent: current === 'trash',
        },
      ]}
    />
  )
}

/** The same on screens without that list. */
export function PublishedTabsOfAll({ current }: Pick<PublishedTabsProps, 'current'>) {
  const { data } = useQuery(entryCountsQuery(useAdminApi(), {}))
  return <PublishedTabs current={current} counts={data} />
}

interface DraftLinksProps {
  collection: CollectionName
  /** Whether one of the drafts is open in the composer. */
  isWriting: boolean
}

/** Leads from the screen of a collection to its drafts and to what waits, if there are any. */
export function DraftLinks({ collection, isWriting }: DraftLinksProps) {
  const { data } = useQuery(entryCountsQuery(useAdminApi(), { collection }))
  const numbers = { draft: (data?.draft ?? 0) - Number(isWriting), waiting: data?.waiting ?? 0 }
  const states = DRAFT_STATUSES.filter((state) => numbers[state] > 0)
  if (states.length === 0) return null
  return (
    <p className="row">
      {states.map((state) => (
        <Link key={state} to={`${publishedPath}?${writeListParams({ state, of: collection })}`}>
          {t(`state.${state}`)} {formatNumber(numbers[state])}
        </Link>
      ))}
    </p>
  )
}
