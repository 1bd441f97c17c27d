import type { Entry, EntryOfCollection } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import { isOfficeType } from '@bidyaloy/shared/collections/file-kinds'
import {
  type CollectionName,
  collections,
  entryAddress,
  hasPapers,
  isPaged,
  takes,
} from '@bidyaloy/shared/collections/registry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { posterHref, posterTitle } from '@bidyaloy/shared/features/qr/paths'
import { takeDownCopy } from '@bidyaloy/shared/features/take-down/admin-copy'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { FileLabel, fileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { KindFacts } from '../../collections/kind-facts.tsx'
import { Photo } from '../../collections/photo.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { useRights } from '../api/session.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { blurPath, paperTextPath, versionsPath } from '../components/screen-links.ts'
import { PickBox } from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'
import { useHasChange } from './drafts-query.ts'
import type { EntryActionName } from './entry-dialogs.tsx'
import {
  type EntryGroup,
  OrderButtons,
  type OrderButtonsProps,
  OrderStatus,
  useEntryGroups,
  useEntryOrder,
} from './entry-order.tsx'
import type { ListedReaders } from './entry-readers.tsx'
import { fromText, isPinnedAt, statusOf, untilText } from './timing.ts'
import './entries.css'

const t = withCopy(entriesCopy, overviewCopy, readersCopy, takeDownCopy)

interface EntryRowsProps {
  caption: string
  entries: readonly EntryOfCollection[]
  /** Ids of the selected entries; null while none are being selected. */
  selected: ReadonlySet<string> | null
  onSelect: (id: string, isSelected: boolean) => void
  /** Ids of the entries published last. */
  fresh: ReadonlySet<string>
  /** Whether other entries are loading. */
  busy: boolean
  /** The time of the shown status, in milliseconds since 1970. */
  now: number
  onTask: (task: EntryActionName, entry: EntryOfCollection) => void
  readers: ListedReaders
}

interface OrderProps {
  /** The same entries by group. */
  groups?: readonly EntryGroup[]
  /** Absent while the list does not have all entries. */
  onMove?: OrderButtonsProps['onMove'] | undefined
}

/** The rows of a list of entries, by group if they have an order. */
export function EntryRows({
  caption,
  entries,
  busy,
  groups,
  onMove,
  ...list
}: EntryRowsProps & OrderProps) {
  const { selected, onSelect, fresh, onTask, readers } = list
  const groupOf = new Map(groups?.flatMap((group) => group.entries.map((one) => [one._id, group])))
  const isRead = ({ _id }: Entry) => readers.byId.get(_id)?.total !== undefined
  const orderButtons = (entry: Entry) => {
    const group = groupOf.get(entry._id)
    return group && onMove && <OrderButtons {...{ group, entry, onMove }} />
  }
  const columns: Column<EntryOfCollection>[] = [
    {
      id: 'title',
      head: t('form.title'),
      cell: (entry) => <EntryLine entry={entry} {...list} />,
    },
    {
      id: 'actions',
      className: 'entrylist__actions',
      head: t('admin.list.actions'),
      cell: (entry) => (
        <RowActions
          collection={entry.collection}
          entry={entry}
          isRead={isRead(entry)}
          onTask={(task) => onTask(task, entry)}
        >
          {orderButtons(entry)}
        </RowActions>
      ),
    },
  ]
  const selection: Column<EntryOfCollection> = {
    id: 'select',
    className: 'entrytable__select',
    head: t('pick.column'),
    cell: ({ _id, title, queued }) => (
      <PickBox
        title={title}
        isSelected={selected?.has(_id) === true && !queued}
        disabled={queued}
        onSelect={(isSelected) => onSelect(_id, isSelected)}
      />
    ),
  }
  const rowOf = new Map(entries.map((entry) => [entry._id, entry]))
  return (
    <RecordTable
      caption={caption}
      columns={selected ? [selection, ...columns] : columns}
      rows={entries}
      groups={groups?.map(({ id, name, entries: rows }) => ({
        id,
        name,
        rows: rows.flatMap(({ _id }) => rowOf.get(_id) ?? []),
      }))}
      keyOf={({ _id }) => _id}
      rowProps={({ _id }) => ({ 'data-entry': _id, 'data-fresh': fresh.has(_id) || undefined })}
      className="entrytable"
      isBusy={busy}
    />
  )
}

interface OrderedRowsProps extends EntryRowsProps {
  collection: CollectionName
  /** Whether the list has all entries. */
  isWhole: boolean
}

/** The rows of a collection whose entries have an order, with buttons that change it. */
export function OrderedRows({ collection, isWhole, entries, ...list }: OrderedRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const order = useEntryOrder(collection, entries, box)
  const groups = useEntryGroups(collection, order.entries)
  return (
    <div className="stack" ref={box}>
      <OrderStatus order={order} />
      <EntryRows
        {...list}
        entries={order.entries}
        groups={groups}
        onMove={isWhole ? order.move : undefined}
      />
    </div>
  )
}

type EntryLineProps = Pick<EntryRowsProps, 'fresh' | 'now' | 'readers' | 'onTask'> & {
  entry: EntryOfCollection
}

/** The title of an entry, which opens it, and what is known of it. */
function EntryLine({ entry, fresh, now, readers, onTask }: EntryLineProps) {
  const { collection, slug, startsOn } = entry
  const times = readers.byId.get(entry._id)?.total
  const size = fileSize(entry)
  return (
    <div className="entryline">
      {collections[collection].folder === 'gallery-uploads' && <Thumbnail entry={entry} />}
      <div>
        <TitleButton title={entry.title} onClick={() => onTask('edit', entry)} />
        <p className="meta">
          <span>{t(`trash.kind.${collection}`)}</span>
          <KindFacts collection={collection} entry={entry} />
          {slug && <span className="quiet">{entryAddress('pages', entry)}</span>}
          <span>
            {startsOn ? (
              formatDays(startsOn, entry.endsOn)
            ) : (
              <DateText moment={entry.updatedAt ?? entry.date} />
            )}
          </span>
          {fileLabel(entry) && (
            <span>
              <FileLabel entry={entry} />
            </span>
          )}
          {size && <span>{size}</span>}
          {takes(collection, 'consent') && !entry.consent && <span>{t('consent.badge')}</span>}
          {times && <span>{t('readers.times', { n: formatNumber(times) })}</span>}
        </p>
        <EntryBadges entry={entry} isFresh={fresh.has(entry._id)} now={now} />
      </div>
    </div>
  )
}

/** The title of a row, which opens what it names. */
export function TitleButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <button className="entryline__title" type="button" onClick={onClick}>
      {title}
    </button>
  )
}

/** The picture of a photo, an album or a video. */
function Thumbnail({ entry: { sizes = [], filePath, videoId, videoPicture } }: { entry: Entry }) {
  const picture = sizes.length > 0 ? { filePath, sizes } : videoPicture
  return (
    <span className="entrythumb">
      {picture ? (
        <Photo picture={picture} sizes="4.5rem" />
      ) : (
        <Icon name={videoId ? 'play' : 'image'} />
      )}
    </span>
  )
}

/** Whether the text of a file is read: of PDFs, pictures and Office files. */
export function isPaper(collection: CollectionName, { mimeType = '' }: Entry): boolean {
  const isRead = /^(application\/pdf$|image\/)/.test(mimeType) || isOfficeType(mimeType)
  return hasPapers(collection) && isRead
}

/** Whether one of its files is a photo; lists of albums have only the first one. */
function hasPhoto(entry: Entry): boolean {
  return filesOf(entry).some(({ width }) => width !== undefined)
}

/** Whether the pages of one of its PDFs could not be rendered. */
function lacksPages(entry: Entry): boolean {
  return filesOf(entry).some(({ pages }) => pages?.length === 0)
}

/** Whether an entry is one photo, as in the galleries and among people. */
function isOnePhoto(collection: CollectionName, { filePath }: Entry): boolean {
  const { folder, maxFiles } = collections[collection]
  return folder === 'gallery-uploads' && maxFiles === 1 && filePath !== undefined
}

interface RowActionsProps {
  collection: CollectionName
  entry: Entry
  onTask: (task: EntryActionName) => void
  /** Whether its page views are known. */
  isRead?: boolean
  /** Shown before the other actions. */
  children?: ReactNode
}

/** The actions of an entry, in its row or below its picture. */
export function RowActions({
  collection,
  entry,
  onTask,
  isRead = false,
  children,
}: RowActionsProps) {
  // The specification calls the news list's button "Update" and the others' "rename".
  const rename = collection === 'news' ? 'form.update' : 'form.rename'
  const { textPrefix } = collectionScreens[collection]
  const navigate = useNavigate()
  const may = useRights()
  const mayPublish = may('publish')
  const item = (task: EntryActionName, icon: IconName, label: ReactNode) => ({
    label,
    icon,
    danger: task === 'delete' || task === 'takeDown',
    onChoose: () => onTask(task),
  })
  const versions = {
    label: t('admin.versions.open'),
    icon: 'clock',
    onChoose: () => navigate(versionsPath(collection, entry._id)),
  } as const
  const paperText = {
    label: t('row.paperText'),
    icon: 'list',
    onChoose: () => navigate(paperTextPath(collection, entry._id)),
  } as const
  const blur = {
    label: t('row.blur'),
    icon: 'eye',
    onChoose: () => navigate(blurPath(collection, entry._id)),
  } as const
  const [now] = useState(() => Date.now())
  const href = hrefOf(collection, entry, now)
  const onSite = {
    label: t('admin.published.onSite'),
    icon: 'ext',
    onChoose: () => void window.open(href, '_blank', 'noopener'),
  } as const
  const page = pageOf(collection, entry, now)
  const poster = {
    label: posterTitle,
    icon: 'print',
    onChoose: () => void window.open(page && posterHref(page), '_blank', 'noopener'),
  } as const
  return (
    <span className="row-actions">
      {children}
      <MenuButton
        label={t('row.more', { title: entry.title })}
        items={[
          item('edit', 'edit', t('edit.title')),
          item('rename', 'edit', <Bilingual {...t.pair(rename)} />),
          ...(entry.videoId ? [] : [item('replace', 'swap', t(`${textPrefix}.replace`))]),
          ...(hasPhoto(entry) && !entry.queued ? [blur] : []),
          ...(isPaper(collection, entry) && !entry.queued ? [paperText] : []),
          ...(lacksPages(entry) && mayPublish ? [item('redraw', 'retry', t('row.redraw'))] : []),
          ...(entry.__v > 0 && !entry.queued ? [versions] : []),
          ...(isRead ? [item('readers', 'eye', t('readers.open'))] : []),
          ...(href ? [onSite] : []),
          ...(page ? [item('sms', 'send', t('sms.title')), poster] : []),
          // The server refuses it to clerks whose entries wait for approval.
          ...(mayPublish
            ? [item('delete', 'trash', <Bilingual {...t.pair('form.delete')} />)]
            : []),
          ...(isOnePhoto(collection, entry) && may('approve') && !entry.queued
            ? [item('takeDown', 'trash', t('takeDown.open'))]
            : []),
        ]}
      />
    </span>
  )
}

interface EntryBadgesProps {
  entry: Entry
  /** Whether it was just published on this screen. */
  isFresh: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** The badges of an entry: new, being changed, with a change that waits, queued, scheduled, expired or pinned. */
export function EntryBadges({ entry, isFresh, now }: EntryBadgesProps) {
  const status = statusOf(entry, now)
  const isUnfinished = useHasChange(entry, 'draft')
  const isWaiting = useHasChange(entry, 'waiting')
  const { queued, publishAt, expiresAt, pinnedUntil, urgentUntil } = entry
  return (
    <>
      {isFresh && <StatusBadge tone="brand" icon="check" text={t('badge.fresh')} />}
      {isUnfinished && <StatusBadge tone="warn" icon="edit" text={t('change.badge')} />}
      {isWaiting && <StatusBadge tone="warn" icon="clock" text={t('change.waiting')} />}
      {lacksPages(entry) && <StatusBadge tone="warn" icon="warn" text={t('badge.withoutPages')} />}
      {queued && <StatusBadge tone="warn" icon="send" text={t('badge.queued')} />}
      {status === 'scheduled' && publishAt && (
        <StatusBadge tone="warn" icon="clock" text={t('badge.scheduled')}>
          {t('badge.from', { moment: fromText(publishAt) })}
        </StatusBadge>
      )}
      {status === 'expired' && <StatusBadge tone="error" icon="close" text={t('badge.expired')} />}
      {status !== 'expired' && expiresAt && (
        <span className="entry-status">{t('badge.until', { moment: untilText(expiresAt) })}</span>
      )}
      {urgentUntil && Date.parse(urgentUntil) > now && (
        <StatusBadge tone="error" icon="warn" text={t('badge.urgent')}>
          {t('badge.until', { moment: untilText(urgentUntil) })}
        </StatusBadge>
      )}
      {pinnedUntil && isPinnedAt(entry, now) && (
        <StatusBadge tone="brand" icon="pushpin" text={t('badge.pinned')}>
          {t('badge.until', { moment: untilText(pinnedUntil) })}
        </StatusBadge>
      )}
    </>
  )
}

interface StatusBadgeProps {
  tone: 'brand' | 'warn' | 'error'
  icon: IconName
  text: string
  /** Shown beside the badge. */
  children?: string
}

function StatusBadge({ tone, icon, text, children }: StatusBadgeProps) {
  return (
    <span className="entry-status">
      <span className={`badge badge--${tone}`}>
        <Icon name={icon} /> {text}
      </span>{' '}
      {children}
    </span>
  )
}

function hrefOf(collection: CollectionName, entry: Entry, now: number): string | undefined {
  if (entry.queued) return undefined
  const ofFile = entry.videoId
    ? videoWatchUrl(entry.videoId)
    : entry.filePath && `/${entry.filePath}`
  return pageOf(collection, entry, now) ?? ofFile
}

function pageOf(collection: CollectionName, entry: Entry, now: number): string | undefined {
  // The public page exists only while visitors see the entry.
  if (!isPaged(collection) || statusOf(entry, now) !== 'visible') return undefined
  return entryAddress(collection, entry)
}
