import { type Entry, versionsOf } from '@bidyaloy/shared/collections/entry'
import type { CollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { useRights, useUsername } from '../api/session.ts'
import { useWriteApi } from '../api/use-write-api.ts'
import { focusOnMount } from '../components/focus.ts'
import { useNames } from '../components/names.ts'
import { withCopy } from '../t.ts'
import { DiscardButton } from './discard-button.tsx'
import { writersOf } from './draft-writers.ts'
import { draftsQuery } from './drafts-query.ts'
import { useEntryCache } from './entry-cache.ts'
import { KindMarks } from './kind-marks.tsx'
import type { OnPublished } from './published-card.tsx'
import { fromText, untilText } from './timing.ts'
import './entries.css'

const t = withCopy(entriesCopy)

interface DraftListProps {
  collection: CollectionName
  /** Ids of the drafts that are open in forms. */
  writing?: readonly (string | null)[]
  onEdit: (entry: Entry) => void
  onPublished: OnPublished
  /** Called when a draft was discarded, so that the focus can move. */
  onGone: () => void
  /** Of its heading; by default that of a list's part. */
  heading?: 'h2' | 'h3'
}

/** The drafts of a collection and what waits for approval; nothing if there are none. */
export function DraftList({
  collection,
  writing = [],
  onEdit,
  heading: Heading = 'h3',
  ...rowProps
}: DraftListProps) {
  const api = useAdminApi()
  const headId = useId()
  const drafts = useQuery(draftsQuery(api, collection, 'draft')).data ?? []
  const waiting = useQuery(draftsQuery(api, collection, 'waiting')).data ?? []
  const entries = [...drafts, ...waiting].filter(({ _id }) => !writing.includes(_id))
  if (entries.length === 0) return null
  return (
    <section className="stack stack--2 drafts" aria-labelledby={headId}>
      <Heading id={headId}>{t('draft.list')}</Heading>
      <ul className="drafts__list">
        {entries.map((entry) => (
          <DraftRow
            key={`${entry._id}${entry.status}`}
            collection={collection}
            entry={entry}
            onEdit={() => onEdit(entry)}
            {...rowProps}
          />
        ))}
      </ul>
    </section>
  )
}

interface DraftParams {
  collection: CollectionName
  id: string
}

interface DraftRowProps extends Pick<DraftListProps, 'collection' | 'onPublished' | 'onGone'> {
  entry: Entry
  onEdit: () => void
}

function DraftRow({ collection, entry, onEdit, onPublished, onGone }: DraftRowProps) {
  const { api, notifySaved } = useWriteApi()
  const cache = useEntryCache(collection)
  const may = useRights()
  const { nameOf } = useNames()
  const username = useUsername()
  const { _id: id, status, draft } = entry
  const isOwn = (draft?.startedBy ?? draft?.by) === username
  // What waits of another account is decided by who may approve.
  const mayDecide = status !== 'waiting' || isOwn || may('approve')
  const params = { collection, id }
  const title = entry.title || t('draft.untitled')
  const onSettled = () => cache.refresh()
  const publish = useMutation({
    mutationFn: () =>
      api.updateEntry({ params, body: { status: 'published', ...versionsOf(entry) } }),
    onSuccess: (published) => onPublished([published], collection),
    onSettled,
  })
  const discard = useMutation({
    mutationFn: () => api.deleteDraft({ params }),
    onSuccess: () => notifySaved({ text: t('draft.deleted') }),
    onSettled,
  })
  // What waits is published on the screen of approval, or by sending it again.
  const isOpen = status === 'draft'
  return (
    <li>
      <div className="drafts__about">
        <DraftBadge entry={entry} />
        <div>
          <b>{title}</b>
          <p className="meta">
            {draft && (
              <span>
                {t('draft.by', { by: writersOf(draft, nameOf), moment: fromText(draft.at) })}
              </span>
            )}
            {draft?.changes && <span>{t('draft.badge.changes')}</span>}
          </p>
          <KindMarks collection={collection} entry={entry} />
          <OpenPreview params={params} entry={entry} mayEnd={mayDecide} />
          {draft?.note && (
            <p className="quote">
              {t('draft.note', { by: nameOf(draft.noteBy ?? ''), note: draft.note })}
            </p>
          )}
          {publish.isError && (
            <Alert tone="error" ref={focusOnMount}>
              {t('draft.publishFailed')} {failureText(publish.error)}
            </Alert>
          )}
        </div>
      </div>
      <span className="row-actions">
        <Button small icon="edit" onClick={onEdit}>
          {t('form.edit')}
          <span className="vh">: {title}</span>
        </Button>
        {mayDecide && <PreviewButton small params={params} title={title} onOpened={onSettled} />}
        {isOpen && (
          <Button small icon="check" busy={publish.isPending} onClick={() => publish.mutate()}>
            {t(may('publish') ? 'draft.publish' : 'draft.submit')}
            <span className="vh">: {title}</span>
          </Button>
        )}
        {mayDecide && (
          <DiscardButton
            look="quiet"
            about={title}
            title={title}
            isChange={draft?.changes === true}
            discard={discard}
            onDiscarded={onGone}
          />
        )}
      </span>
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
  const cache = useEntryCache(params.collection)
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
      {end.isError && (
        <Alert tone="error" ref={focusOnMount}>
          {t('draft.previewEndFailed')} {failureText(end.error)}
        </Alert>
      )}
    </p>
  )
}

interface PreviewButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'small'> {
  params: DraftParams
  title: string
  /** Called when the link is open. */
  onOpened?: () => void
}

/** Opens the page as visitors will see it. */
export function PreviewButton({ params, title, onOpened, ...button }: PreviewButtonProps) {
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
  return (
    <Button
      {...button}
      icon="eye"
      busy={preview.isPending}
      // Opened by the click itself: browsers block windows that open later.
      onClick={() => preview.mutate(inDesktopApp() ? null : window.open('', '_blank'))}
    >
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
