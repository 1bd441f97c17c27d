import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Photo } from '../../collections/photo.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { useNames } from '../components/names.ts'
import { QueryState } from '../components/query-state.tsx'
import { approvalPath } from '../components/screen-links.ts'
import { writersOf } from '../entries/draft-writers.ts'
import { fromText } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { Decision, type DecisionProps } from './decision.tsx'
import { EntryAsSeen, picturesOf } from './entry-as-seen.tsx'

const t = withCopy(approvalCopy, overviewCopy)

interface WaitingCardProps extends DecisionProps {
  /** Whether its heading takes the focus. */
  takesFocus: boolean
}

/** An entry or a change that waits, whole as visitors will see it, and what a head may do with it. */
export function WaitingCard({ entry: listed, takesFocus, ...decided }: WaitingCardProps) {
  const { collection, _id: id, title, __v, draft } = listed
  const api = useAdminApi()
  // Lists have no texts. A newer version in the list is read again.
  const query = useQuery({
    queryKey: ['draft', collection, id, __v, draft?.at],
    queryFn: () => api.getDraft({ params: { collection, id } }),
  })
  return (
    <article className="card stack waiting" aria-label={title}>
      <WaitingFacts entry={listed} />
      <QueryState
        query={query}
        texts={{ loading: t('approval.entry.loading'), error: t('approval.entry.error') }}
        bare
      >
        {(read) => {
          const entry = { ...read, collection }
          return (
            <>
              <EntryAsSeen entry={entry} takesFocus={takesFocus} />
              <PreviewLink entry={entry} />
              <Decision entry={entry} isSticky {...decided} />
            </>
          )
        }}
      </QueryState>
    </article>
  )
}

/** The beginning of what waits: of its text, or its first page. */
export function ShortWaitingCard({ takesFocus, ...props }: WaitingCardProps) {
  const { entry } = props
  const { _id: id, title, excerpt } = entry
  const [picture] = excerpt ? [] : filesOf(entry).flatMap(picturesOf)
  return (
    <article className="card stack waiting" aria-label={title}>
      <div>
        <h3 tabIndex={-1} ref={takesFocus ? focusOnMount : undefined}>
          <Link to={approvalPath(id)}>{title}</Link>
        </h3>
        <WaitingFacts entry={entry} />
      </div>
      {excerpt && <p className="waiting__text">{excerpt}</p>}
      {picture && (
        <Link className="waiting__page" to={approvalPath(id)} tabIndex={-1} aria-hidden="true">
          <Photo picture={picture} sizes="(min-width: 48rem) 46rem, 100vw" />
        </Link>
      )}
      <Decision {...props} />
    </article>
  )
}

/** The kind of record, who has written it and when. */
export function WaitingFacts({
  entry: { collection, draft },
}: {
  entry: Pick<EntryOfCollection, 'collection' | 'draft'>
}) {
  const { nameAndPostOf } = useNames()
  return (
    <p className="meta">
      <span>{t(`trash.kind.${collection}`)}</span>
      {draft && <span>{writersOf(draft, nameAndPostOf)}</span>}
      {draft && <span>{fromText(draft.at)}</span>}
      {draft?.changes && <span>{t('approval.change')}</span>}
    </p>
  )
}

/** A token ends after an hour. */
const FRESH_MS = HOUR_MS / 2

/** Opens the whole page, with the site around it. The desktop app opens it in the browser. */
function PreviewLink({ entry: { collection, _id: id, draft } }: Pick<DecisionProps, 'entry'>) {
  const api = useAdminApi()
  const { data } = useQuery({
    queryKey: ['preview', collection, id, draft?.at],
    queryFn: () => api.previewEntry({ params: { collection, id } }),
    staleTime: FRESH_MS,
  })
  return (
    data && (
      <p>
        <NewTabLink className="more" href={data.url}>
          <Icon name="ext" /> {t('approval.preview.open')}
        </NewTabLink>
      </p>
    )
  )
}
