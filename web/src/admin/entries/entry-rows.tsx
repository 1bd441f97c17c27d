import type { Entry } from '@bidyaloy/shared/collections/entry'
import { filesOf } from '@bidyaloy/shared/collections/entry-files'
import {
  type CollectionName,
  entryAddress,
  hasPapers,
  isPaged,
} from '@bidyaloy/shared/collections/registry'
import { videoWatchUrl } from '@bidyaloy/shared/collections/video'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { readersCopy } from '@bidyaloy/shared/copy/readers-copy'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { FileLabel, fileLabel, fileSize } from '../../collections/entry-facts.tsx'
import { Photo } from '../../collections/photo.tsx'
import { Bilingual } from '../../ui/bilingual.tsx'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { NewTabLink } from '../../ui/new-tab-link.tsx'
import { useRights } from '../api/session.ts'
import { collectionScreens } from '../components/collection-screens.ts'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { paperTextPath, versionsPath } from '../components/screen-links.ts'
import { withCopy } from '../t.ts'
import { useIsUnfinished } from './drafts-query.ts'
import type { EntryActionName } from './entry-dialogs.tsx'
import { type EntryGroup, OrderButtons, type OrderButtonsProps } from './entry-order.tsx'
import type { ListedReaders } from './entry-readers.tsx'
import { KindMarks } from './kind-marks.tsx'
import { fromText, isPinnedAt, statusOf, untilText } from './timing.ts'
import './entries.css'

const t = withCopy(entriesCopy, readersCopy)

/** Props of a table or a grid of entries. */
export interface EntriesProps {
  collection: CollectionName
  entries: readonly Entry[]
  /** Ids of the selected entries. */
  selected: ReadonlySet<string>
  onSelect: (id: string, isSelected: boolean) => void
  /** Ids of the entries published last. */
  fresh: ReadonlySet<string>
  /** Whether other entries are loading. */
  busy: boolean
  /** The time of the shown status, in milliseconds since 1970. */
  now: number
  onTask: (task: EntryActionName, entry: Entry) => void
  readers: ListedReaders
  /** The same entries by group, if they have an order. */
  groups?: readonly EntryGroup[] | undefined
  /** Absent while the list does not have all entries. */
  onMove?: OrderButtonsProps['onMove'] | undefined
}

/** The entries of a list, by group if they have an order. */
export function EntryTable({ entries, busy, groups, ...list }: EntriesProps) {
  const { collection, selected, onSelect, fresh, onTask, onMove, readers } = list
  const groupOf = new Map(groups?.flatMap((group) => group.entries.map((one) => [one._id, group])))
  const isRead = ({ _id }: Entry) => readers.byId.get(_id)?.total !== undefined
  const orderButtons = (entry: Entry) => {
    const group = groupOf.get(entry._id)
    return group && onMove && <OrderButtons {...{ group, entry, onMove }} />
  }
  const columns: Column<Entry>[] = [
    {
      id: 'select',
      className: 'entrytable__select',
      head: <span className="vh">{t('pick.column')}</span>,
      cell: (entry) => (
        <SelectBox entry={entry} isSelected={selected.has(entry._id)} onSelect={onSelect} />
      ),
    },
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
          collection={collection}
          entry={entry}
          isRead={isRead(entry)}
          onTask={(task) => onTask(task, entry)}
        >
          {orderButtons(entry)}
        </RowActions>
      ),
    },
  ]
  return (
    <RecordTable
      caption={t(`${collection}.list`)}
      columns={columns}
      rows={entries}
      groups={groups?.map(({ id, name, entries: rows }) => ({ id, name, rows }))}
      keyOf={({ _id }) => _id}
      rowProps={({ _id }) => ({ 'data-entry': _id, 'data-fresh': fresh.has(_id) || undefined })}
      className="entrytable"
      isBusy={busy}
    />
  )
}

type EntryLineProps = Pick<EntriesProps, 'collection' | 'fresh' | 'now' | 'readers'> & {
  entry: Entry
}

/** Details of an entry in the list. */
function EntryLine({ collection, entry, fresh, now, readers }: EntryLineProps) {
  const times = readers.byId.get(entry._id)?.total
  const size = fileSize(entry)
  return (
    <div className="entryline">
      <Thumbnail entry={entry} />
      <div>
        <EntryTitle collection={collection} entry={entry} now={now} />
        <p className="meta">
          {entry.slug && (
            <span>
              {t('slug.at')} <span className="quiet">{entryAddress('pages', entry)}</span>
            </span>
          )}
          <span>
            <DateText moment={entry.updatedAt ?? entry.date} />
          </span>
          <span>
            {fileLabel(entry) ? <FileLabel entry={{ ...entry, collection }} /> : t('list.noFile')}
          </span>
          {size && <span>{size}</span>}
          {times && <span>{t('readers.times', { n: formatNumber(times) })}</span>}
        </p>
        <KindMarks collection={collection} entry={entry} />
        <EntryBadges
          collection={collection}
          entry={entry}
          isFresh={fresh.has(entry._id)}
          now={now}
        />
      </div>
    </div>
  )
}

interface SelectBoxProps {
  entry: Entry
  isSelected: boolean
  onSelect: EntriesProps['onSelect']
}

export function SelectBox({ entry: { _id, title, queued }, isSelected, onSelect }: SelectBoxProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={t('pick.one', { title })}
        checked={isSelected && !queued}
        disabled={queued}
        onChange={({ target }) => onSelect(_id, target.checked)}
      />
    </label>
  )
}

/** The picture of an entry or the first page of its document, else an icon. */
function Thumbnail({ entry }: { entry: Entry }) {
  const sizes = entry.sizes ?? entry.pages?.[0]?.sizes ?? []
  return (
    <span className="entrythumb">
      {sizes.length > 0 ? (
        <Photo picture={{ filePath: entry.filePath, sizes }} sizes="4.5rem" />
      ) : (
        <Icon name={iconOf(entry)} />
      )}
    </span>
  )
}

function iconOf({ mimeType, excerpt }: Entry): IconName {
  if (mimeType?.startsWith('image/')) return 'image'
  return !mimeType && excerpt ? 'news' : 'file'
}

/** Whether the text of a file is recognised: only of PDFs and pictures. */
export function isPaper(collection: CollectionName, { mimeType = '' }: Entry): boolean {
  return hasPapers(collection) && /^(application\/pdf$|image\/)/.test(mimeType)
}

/** Whether the pages of one of its PDFs could not be rendered. */
function lacksPages(entry: Entry): boolean {
  return filesOf(entry).some(({ pages }) => pages?.length === 0)
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
  const mayPublish = useRights()('publish')
  const item = (task: EntryActionName, icon: IconName, label: ReactNode) => ({
    label,
    icon,
    danger: task === 'delete',
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
  return (
    <span className="row-actions">
      {children}
      <Button small icon="edit" onClick={() => onTask('edit')}>
        {t('form.edit')}
        <span className="vh">: {entry.title}</span>
      </Button>
      <MenuButton
        label={t('row.more', { title: entry.title })}
        items={[
          item('rename', 'edit', <Bilingual {...t.pair(rename)} />),
          ...(entry.videoId ? [] : [item('replace', 'swap', t(`${textPrefix}.replace`))]),
          ...(isPaper(collection, entry) && !entry.queued ? [paperText] : []),
          ...(lacksPages(entry) && mayPublish ? [item('redraw', 'retry', t('row.redraw'))] : []),
          ...(entry.__v > 0 && !entry.queued ? [versions] : []),
          ...(isRead ? [item('readers', 'eye', t('readers.open'))] : []),
          item('delete', 'trash', <Bilingual {...t.pair('form.delete')} />),
        ]}
      />
    </span>
  )
}

interface EntryBadgesProps {
  collection: CollectionName
  entry: Entry
  /** Whether it was just published on this screen. */
  isFresh: boolean
  /** Milliseconds since 1970. */
  now: number
}

/** The badges of an entry: new, being changed, queued, scheduled, expired or pinned. */
export function EntryBadges({ collection, entry, isFresh, now }: EntryBadgesProps) {
  const status = statusOf(entry, now)
  const isUnfinished = useIsUnfinished(collection, entry)
  const { queued, publishAt, expiresAt, pinnedUntil } = entry
  return (
    <>
      {isFresh && <StatusBadge tone="brand" icon="check" text={t('badge.fresh')} />}
      {isUnfinished && <StatusBadge tone="warn" icon="edit" text={t('change.badge')} />}
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

interface EntryTitleProps {
  collection: CollectionName
  entry: Entry
  now: number
}

/** The title of an entry, linked to its public page, else to its file or video. */
export function EntryTitle({ collection, entry, now }: EntryTitleProps) {
  const href =
    pageOf(collection, entry, now) ??
    (entry.videoId ? videoWatchUrl(entry.videoId) : entry.filePath && `/${entry.filePath}`)
  return href ? <NewTabLink href={href}>{entry.title}</NewTabLink> : <b>{entry.title}</b>
}

function pageOf(collection: CollectionName, entry: Entry, now: number): string | undefined {
  // The public page exists only while visitors see the entry.
  if (entry.queued || !isPaged(collection) || statusOf(entry, now) !== 'visible') return undefined
  return entryAddress(collection, entry)
}
