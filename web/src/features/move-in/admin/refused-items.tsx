import type { MoveIn, MoveInItem } from '@bidyaloy/shared/features/move-in/move-in'
import { isPassing, reasons } from '@bidyaloy/shared/features/move-in/reasons'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failureText } from '../../../admin/api/failure-text.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { useFocusAfterRemoval } from '../../../admin/components/focus.ts'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { UploadProgressBar } from '../../../admin/uploads/chosen-file.tsx'
import { FileButton } from '../../../admin/uploads/file-button.tsx'
import { useUpload } from '../../../admin/uploads/upload-file.ts'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { ToneIcon, toneOf } from './found.tsx'
import { ItemText, MoreItems } from './items-dialog.tsx'
import { useItems, useMovesChanged, useMoveTask } from './move-queries.ts'
import { t } from './texts.ts'

/** What could not be brought, each with why, and what can be done about it. */
export function RefusedItems({ move }: { move: MoveIn }) {
  const { _id: id, counts } = move
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const query = useItems(id, { outcome: 'refused' })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const onGone = useFocusAfterRemoval(
    items.map(({ n }) => String(n)),
    list,
    heading,
  )
  if (counts.refused === 0 && items.length === 0) return null
  return (
    <section className="card card--flush" aria-labelledby="move-in-refused">
      <h2 className="movein__h" id="move-in-refused" tabIndex={-1} ref={heading}>
        {t('moveIn.report.refused.title', { n: formatNumber(counts.refused) })}
      </h2>
      <TryAgain move={move} />
      <QueryState
        query={query}
        bare
        texts={{ loading: t('moveIn.items.loading'), error: t('moveIn.items.error') }}
        isEmpty={() => false}
      >
        {() => (
          <ul className="check3 refused3" ref={list}>
            {items.map((item, index) => (
              <RefusedItem
                key={item.n}
                id={id}
                item={item}
                onGone={() => onGone({ id: String(item.n), index })}
              />
            ))}
          </ul>
        )}
      </QueryState>
      <div className="movein__more">
        <MoreItems query={query} />
      </div>
    </section>
  )
}

/** Asks the older site again for what it has not sent. */
function TryAgain({ move: { _id: id, refused } }: { move: MoveIn }) {
  const api = useAdminApi()
  const again = useMoveTask(() => api.continueMoveIn({ params: { id } }))
  const count = refused
    .filter(({ reason }) => isPassing(reason))
    .reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  return (
    <div className="movein__more stack stack--3 movein__act">
      <ChangeFailure change={again} text={t('moveIn.bring.continue.failed')} />
      <div>
        <Button icon="retry" busy={again.isPending} onClick={() => again.mutate()}>
          {t('moveIn.report.again.unanswered', { n: formatNumber(count) })}
        </Button>
      </div>
    </div>
  )
}

interface RefusedItemProps {
  /** Of the move. */
  id: string
  item: MoveInItem
  /** Called when the item leaves the list. */
  onGone: () => void
}

function RefusedItem({ id, item, onGone }: RefusedItemProps) {
  const { reason = 'invalid', detail, title } = item
  const { give, progress, dismiss } = useRemedies(id, item, onGone)
  const name = title || t('moveIn.items.untitled')
  return (
    <li className={toneOf(reason)}>
      <ToneIcon tone={toneOf(reason)} />
      <div>
        <ItemText item={item}>
          <span>
            {[t(`moveIn.reason.${reason}`), detail].filter(Boolean).join(': ')}।{' '}
            {t(`moveIn.next.${reason}`)}।
          </span>
        </ItemText>
        {progress && <UploadProgressBar {...progress} />}
      </div>
      <span className="row-actions">
        {reasons[reason].remedy === 'file' && (
          <FileButton
            icon="upload"
            small
            disabled={give.isPending}
            onFile={(file) => give.mutate(file)}
          >
            {t('moveIn.report.giveFile')}
            <span className="vh">: {name}</span>
          </FileButton>
        )}
        <Button small look="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t('moveIn.report.dismiss')}
          <span className="vh">: {name}</span>
        </Button>
      </span>
    </li>
  )
}

/** Gives the missing file of an item, or lets the item be. */
function useRemedies(id: string, { n, title }: MoveInItem, onGone: () => void) {
  const api = useAdminApi()
  const toasts = useToasts()
  const changed = useMovesChanged()
  const params = { id, n: String(n) }
  const { upload, progress } = useUpload()
  const fail = (text: string, error: Error) =>
    toasts.show({ tone: 'error', text: `${text} ${failureText(error)}` })
  const give = useMutation({
    mutationFn: (file: File) =>
      upload([file], (ready, options) =>
        api.replaceMoveInFile({ params, body: {}, file: ready }, options),
      ),
    onSuccess: ({ outcome, reason = 'invalid' }) => {
      if (outcome === 'refused') {
        const text = `${t('moveIn.report.giveFile.failed')} ${t(`moveIn.reason.${reason}`)}।`
        toasts.show({ tone: 'error', text })
        return
      }
      onGone()
      toasts.show({ tone: 'ok', text: t('moveIn.report.given', { title }) })
    },
    onError: (error) => fail(t('moveIn.report.giveFile.failed'), error),
    onSettled: changed,
  })
  const dismiss = useMutation({
    mutationFn: () => api.dismissMoveInItem({ params }),
    onSuccess: () => {
      onGone()
      toasts.show({ tone: 'ok', text: t('moveIn.report.dismissed.one', { title }) })
    },
    onError: (error) => fail(t('moveIn.report.dismiss.failed'), error),
    onSettled: changed,
  })
  return { give, progress, dismiss }
}
