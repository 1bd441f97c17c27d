import type { EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { approvalCopy } from '@bidyaloy/shared/copy/approval-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { HOUR_MS } from '@bidyaloy/shared/lib/durations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText, hasCode } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { QueryState } from '../components/query-state.tsx'
import { writersOf } from '../entries/draft-writers.ts'
import { KindMarks } from '../entries/kind-marks.tsx'
import { fromText } from '../entries/timing.ts'
import { withCopy } from '../t.ts'
import { decide } from './decide.ts'
import { SendBack } from './send-back.tsx'

const t = withCopy(approvalCopy, overviewCopy)

interface WaitingCardProps {
  entry: EntryOfCollection
  /** Called when it waits no longer. */
  onDone: () => void
}

/** An entry or a change that waits: its page, and what a head may do with it. */
export function WaitingCard({ entry, onDone }: WaitingCardProps) {
  const { title, collection, draft, publishAt } = entry
  const headId = useId()
  const [now] = useState(() => Date.now())
  const approve = useApprove(entry, onDone)
  const isLater = publishAt !== undefined && Date.parse(publishAt) > now
  const isConflict = hasCode(approve.error, 'conflict')
  return (
    <article className="card stack" aria-labelledby={headId}>
      <div>
        <h3 id={headId}>{title}</h3>
        <p className="meta">
          <span>{t(`trash.kind.${collection}`)}</span>
          {draft && <span>{writersOf(draft)}</span>}
          {draft && <span>{fromText(draft.at)}</span>}
          {draft?.changes && <span>{t('approval.change')}</span>}
        </p>
        <KindMarks collection={collection} entry={entry} />
      </div>
      <Preview entry={entry} />
      <SendBack entry={entry} onSent={onDone} />
      {approve.isError && (
        <Alert tone="error" ref={focusOnMount} key={approve.submittedAt}>
          <b>{t('approval.approve.failed')}</b>{' '}
          {isConflict ? t('approval.conflict') : failureText(approve.error)}{' '}
          {isConflict && (
            <Button small icon="check" onClick={() => approve.mutate({ anyway: true })}>
              {t('approval.anyway')}
            </Button>
          )}
        </Alert>
      )}
      <div className="formfoot savebar">
        <Button
          look="primary"
          icon="check"
          busy={approve.isPending}
          onClick={() => approve.mutate({ anyway: false })}
        >
          {t(approve.isPending ? 'approval.approving' : 'approval.approve')}
        </Button>
        <span className="hint">
          {isLater
            ? t('approval.approve.later', { moment: fromText(publishAt) })
            : t('approval.approve.now')}
        </span>
      </div>
    </article>
  )
}

/** Publishes what waits, if it is still what the head has seen. */
function useApprove(entry: EntryOfCollection, onDone: () => void) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { collection, _id: id, title } = entry
  return useMutation({
    /** @param anyway although the published entry has been changed since this change was started */
    mutationFn: async ({ anyway }: { anyway: boolean }) => {
      const present = anyway ? await api.getEntry({ params: { collection, id } }) : entry
      return decide(api, entry, { status: 'published', __v: present.__v })
    },
    onSuccess: (approved) => {
      if (!approved) return toasts.show({ tone: 'error', text: t('approval.changed') })
      notifySaved({ text: t('approval.approved', { title }), records: [id] })
      onDone()
    },
    // Lists and the activity change as well.
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** A token ends after an hour. */
const FRESH_MS = HOUR_MS / 2

/** Scrolls to what waits. The fragment `#main` would also scroll this page, and take its focus. */
function skipHeader({ contentWindow, contentDocument }: HTMLIFrameElement) {
  const main = contentDocument?.getElementById('main')
  if (!contentWindow || !main) return
  contentWindow.scrollTo(0, main.getBoundingClientRect().top)
}

/** The page as visitors will see it. The desktop app opens it in the browser. */
function Preview({
  entry: { collection, _id: id, title, excerpt, draft },
}: Pick<WaitingCardProps, 'entry'>) {
  const api = useAdminApi()
  const query = useQuery({
    queryKey: ['preview', collection, id, draft?.at],
    queryFn: () => api.previewEntry({ params: { collection, id } }),
    staleTime: FRESH_MS,
  })
  return (
    <QueryState
      query={query}
      texts={{ loading: t('approval.preview.loading'), error: t('approval.preview.error') }}
    >
      {({ url }) => (
        <>
          {inDesktopApp() ? (
            excerpt && <p className="quote">{excerpt}</p>
          ) : (
            <figure className="previewframe">
              <figcaption>
                <Icon name="eye" /> {t('approval.preview')}
              </figcaption>
              {/* Without scripts; its links open tabs. */}
              <iframe
                src={url}
                onLoad={({ currentTarget }) => skipHeader(currentTarget)}
                title={`${t('approval.preview')}: ${title}`}
                sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
              />
            </figure>
          )}
          <p>
            <NewTabLink className="btn" href={url}>
              <Icon name="ext" /> {t('approval.preview.open')}
            </NewTabLink>
          </p>
        </>
      )}
    </QueryState>
  )
}
