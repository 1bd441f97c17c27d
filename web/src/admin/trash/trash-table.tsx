import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { type OverviewTextKey, overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { isRecordName } from '@bidyaloy/shared/features'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useNames } from '../components/names.ts'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

interface TrashTableProps {
  items: readonly TrashItem[]
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
  /** Ids being restored. */
  restoring: ReadonlySet<string>
  onRestore: (item: TrashItem) => void
  ref: Ref<HTMLTableElement>
}

/** The remaining time is highlighted from this number of days. */
const SOON_DAYS = 3

export function TrashTable({
  items,
  chosen,
  onChoose,
  restoring,
  onRestore,
  ref,
}: TrashTableProps) {
  const [now] = useState(() => Date.now())
  const all = items.every(({ _id }) => chosen.has(_id))
  const ids = items.map(({ _id }) => _id)
  const columns: Column<TrashItem>[] = [
    {
      id: 'choose',
      className: 'trash__choose',
      head: (
        <Check isChecked={all} label={t('trash.chooseAll')} onChange={() => onChoose(ids, !all)} />
      ),
      cell: ({ _id, title }) => (
        <Check
          isChecked={chosen.has(_id)}
          label={t('trash.choose', { title })}
          onChange={(isChosen) => onChoose([_id], isChosen)}
        />
      ),
    },
    { id: 'title', head: t('trash.col.title'), cell: (item) => <Title item={item} /> },
    { id: 'deleted', head: t('trash.col.deleted'), cell: (item) => <Deleted item={item} /> },
    {
      id: 'left',
      head: t('trash.col.left'),
      cell: ({ restorableUntil }) => <DaysLeft days={daysUntil(restorableUntil, now)} />,
    },
    {
      id: 'actions',
      className: 'table__actions',
      head: t('admin.list.actions'),
      cell: (item) => (
        <span className="row-actions">
          <Button small icon="undo" busy={restoring.has(item._id)} onClick={() => onRestore(item)}>
            {t('trash.restore')}
            <span className="vh">: {item.title}</span>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <RecordTable
      caption={t('trash.list')}
      columns={columns}
      rows={items}
      keyOf={({ _id }) => _id}
      className="trash"
      ref={ref}
    />
  )
}

interface CheckProps {
  isChecked: boolean
  label: string
  onChange: (isChecked: boolean) => void
}

function Check({ isChecked, label, onChange }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span className="vh">{label}</span>
    </label>
  )
}

function Title({ item: { title, isDraft, collection } }: { item: TrashItem }) {
  return (
    <>
      <b className="trash__title">{title}</b>{' '}
      {isDraft && <span className="badge">{t('trash.draft')}</span>}
      <p className="meta">
        <span>{trashKind(collection)}</span>
      </p>
    </>
  )
}

function Deleted({ item: { isDraft, deletedBy, deletedAt } }: { item: TrashItem }) {
  const { nameOf } = useNames()
  const by = nameOf(deletedBy)
  return (
    <>
      <span dir="auto">
        {by ? t(isDraft ? 'trash.draftBy' : 'trash.by', { by }) : t('trash.byUnknown')}
      </span>
      <p className="meta">
        <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
      </p>
    </>
  )
}

function DaysLeft({ days }: { days: number }) {
  const text = days < 2 ? t('trash.left.today') : t('trash.left', { n: formatNumber(days) })
  return <span className={days <= SOON_DAYS ? 'badge badge--warn' : 'badge'}>{text}</span>
}

/** Returns the name of an item's kind, such as «নোটিশ». */
function trashKind(collection: string): string {
  const key: OverviewTextKey =
    isCollectionName(collection) || isRecordName(collection)
      ? `trash.kind.${collection}`
      : 'trash.kind.other'
  return t(key)
}

/** Returns the whole days, rounded up, until `date`; 0 if it has passed. */
function daysUntil(date: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(date) - now) / DAY_MS))
}
