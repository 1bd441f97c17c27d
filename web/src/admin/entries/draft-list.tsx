import { type Entry, type EntryOfCollection, versionsOf } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { useRights, useUsername } from '../api/session.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { ChangeFailure } from '../components/change-failure.tsx'
import { focusOnMount } from '../components/focus.ts'
import { useNames } from '../components/names.ts'
import { withCopy } from '../t.ts'
import { DiscardDialog, useRestoreDrafts } from './discard-dialog.tsx'
import { writersOf } from './draft-writers.ts'
import { useEntryCache } from './entry-cache.ts'
import { TitleButton } from './entry-rows.tsx'
import type { OnPublished } from './published-card.tsx'
import { fromText, untilText } from './timing.ts'
import './entries.css'

const t = withCopy(entriesCopy, overviewCopy)

interface RowsProps {
  onEdit: (entry: EntryOfCollection) => void
  onPublished: OnPublished
  /** Called when a draft was discarded, so that the focus can move. */
  onGone: () => void
}

/** Drafts, those that were sent back first. */
export function DraftRows({
  entries,
  ...rows
}: RowsProps & { entries: readonly EntryOfCollection[] }) {
  return (
    <ul className="drafts">
      {[...entries]
        .sort((a, b) => Number(isReturned(b)) - Number(isReturned(a)))
        .map((entry) => (
          <DraftRow key={`${entry._id}${entry.status}`} entry={entry} {...rows} />
        ))}
    </ul>
  )
}

const isReturned = ({ draft }: Entry): boolean => draft?.note !== undefined

interface DraftParams {
  collection: CollectionName
  id: string
}

function DraftRow({
  entry,
  onEdit,
  onPublished,
  onGone,
}: RowsProps & { entry: EntryOfCollection }) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const may = useRights()
  const { nameOf } = useNames()
  const username = useUsername()
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { _id: id, collection, status, draft } = entry
  const isOwn = (draft?.startedBy ?? draft?.by) === username
  // What waits of another account is decided by who may approve.
  const mayDecide = status !== 'waiting' || isOwn || may('approve')
  const params = { collection, id }
  const title = entry.title || t('draft.untitled')
  const onSettled = () => cache.refresh()
  const preview = usePreview(params, onSettled)
  const publish = useMutation({
    mutationFn: () =>
      api.updateEntry({ params, body: { status: 'published', ...versionsOf(entry) } }),
    onSuccess: (published) => onPublished([published], collection),
    onSettled,
  })
  const restore = useRestoreDrafts()
  const isChange = draft?.changes === true
  const discard = useMutation({
    mutationFn: () => api.deleteDraft({ params }),
    onSuccess: () =>
      notifySaved({
        text: t('draft.deleted'),
        records: [id],
        ...(!isChange && { action: restore([id]) }),
      }),
    onSettled,
  })
  const publishText = t(may('publish') ? 'draft.publish' : 'draft.submit')
  // What came back is sent again after it was corrected: saving it alone sends nothing.
  const isSentFromRow = status === 'draft' && isReturned(entry)
  return (
    <li>
      <div className="entryline">
        <div>
          <TitleButton title={title} onClick={() => onEdit(entry)} />
          <p className="meta">
            <span>{t(`trash.kind.${collection}`)}</span>
            <KindFacts collection={collection} entry={entry} />
            {draft && (
              <span>
                {t('draft.by', { by: writersOf(draft, nameOf), moment: fromText(draft.at) })}
              </span>
            )}
            {isChange && <span>{t('draft.badge.changes')}</span>}
            <DraftBadge entry={entry} />
          </p>
          <OpenPreview params={params} entry={entry} mayEnd={mayDecide} />
          {draft?.note && (
            <p className="quote">
              {t('draft.note', { by: nameOf(draft.noteBy ?? ''), note: draft.note })}
            </p>
          )}
          {discard.isError && !isDiscarding && (
            <Alert tone="error" ref={focusOnMount}>
              {t('draft.deleteFailed')} {failureText(discard.error)}
            </Alert>
          )}
          <ChangeFailure change={publish} text={t('draft.publishFailed')} />
        </div>
      </div>
      <span className="row-actions">
        {isSentFromRow && (
          <Button small icon="send" busy={publish.isPending} onClick={() => publish.mutate()}>
            {publishText}
            <span className="vh">: {title}</span>
          </Button>
        )}
        {mayDecide && (
          <MenuButton
            label={t('row.more', { title })}
            items={[
              { label: t('draft.preview'), icon: 'eye', onChoose: preview.open },
              // What waits is published on the screen of approval, or by sending it again.
              ...(status === 'draft' && !isSentFromRow
                ? [{ label: publishText, icon: 'check', onChoose: publish.mutate } as const]
                : []),
              {
                label: t('draft.delete'),
                icon: 'trash',
                danger: true,
                onChoose: () => {
                  // A change is not kept in the trash.
                  if (isChange) setIsDiscarding(true)
                  else void discard.mutateAsync().then(onGone, () => undefined)
                },
              },
            ]}
          />
        )}
      </span>
      {isDiscarding && (
        <DiscardDialog
          title={title}
          discard={discard}
          onDiscarded={onGone}
          onClose={() => setIsDiscarding(false)}
        />
      )}
    </li>
  )
}

interface OpenPreviewProps {
  params: DraftParams
  entry: Entry
  mayEnd: boolean
}

/** Until when a link shows the draft to everyone who has it, and a button that ends it. */
function OpenPreview({ params, entry: { title, draft }, mayEnd }: OpenPreviewProps) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache()
  const [now] = useState(() => Date.now())
  const end = useMutation({
    mutationFn: () => api.endPreview({ params }),
    onSuccess: () => notifySaved({ text: t('draft.previewEnded') }),
    onSettled: () => cache.refresh(),
  })
  const until = draft?.previewUntil
  if (!until || Date.parse(until) <= now) return null
  return (
    <p className="row">
      <span className="meta">
        <span>{t('draft.previewOpen', { moment: untilText(until) })}</span>
      </span>
      {mayEnd && (
        <Button small look="quiet" icon="close" busy={end.isPending} onClick={() => end.mutate()}>
          {t('draft.previewEnd')}
          <span className="vh">: {title}</span>
        </Button>
      )}
      <ChangeFailure change={end} text={t('draft.previewEndFailed')} />
    </p>
  )
}

/** Opens the page as visitors will see it. @param onOpened called when its link is open */
function usePreview(params: DraftParams, onOpened?: () => void) {
  const api = useAdminApi()
  const toasts = useToasts()
  const preview = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { url } = await api.previewEntry({ params })
      if (tab) tab.location.href = url
      // The desktop app opens it in the system's browser.
      else window.open(url, '_blank', 'noopener')
    },
    onSuccess: () => onOpened?.(),
    onError: (error, tab) => {
      tab?.close()
      toasts.show({ tone: 'error', text: `${t('draft.previewFailed')} ${failureText(error)}` })
    },
  })
  return {
    isOpening: preview.isPending,
    // Opened by the click itself: browsers block windows that open later.
    open: () => preview.mutate(inDesktopApp() ? null : window.open('', '_blank')),
  }
}

/** Opens the page of a draft as visitors will see it. */
export function PreviewButton({ params, title }: { params: DraftParams; title: string }) {
  const { isOpening, open } = usePreview(params)
  return (
    <Button look="quiet" icon="eye" busy={isOpening} onClick={open}>
      {t('draft.preview')}
      <span className="vh">: {title}</span>
    </Button>
  )
}

function DraftBadge({ entry: { status, draft } }: { entry: Entry }) {
  if (status === 'waiting') {
    return (
      <span className="badge badge--warn">
        <Icon name="clock" /> {t('draft.badge.waiting')}
      </span>
    )
  }
  return draft?.note ? (
    <span className="badge badge--error">
      <Icon name="undo" /> {t('draft.badge.back')}
    </span>
  ) : (
    <span className="badge">
      <Icon name="edit" /> {t('draft.badge.draft')}
    </span>
  )
}
