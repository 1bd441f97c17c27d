import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { entriesCopy } from '@bidyaloy/shared/copy/entries-copy'
import { type OverviewTextKey, overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { isRecordName } from '@bidyaloy/shared/features'
import { takeDownCopy } from '@bidyaloy/shared/features/take-down/admin-copy'
import { formatDateTime } from '@bidyaloy/shared/lib/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { DAY_MS } from '@bidyaloy/shared/lib/durations'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useNames } from '../components/names.ts'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { PickBox } from '../list/list-controls.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(entriesCopy, overviewCopy, takeDownCopy)

interface TrashTableProps {
  items: readonly TrashItem[]
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
  /** Ids being restored. */
  restoring: ReadonlySet<string>
  onRestore: (item: TrashItem) => void
  /** Absent without the right. */
  onTakeDown?: ((item: TrashItem) => void) | undefined
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
  onTakeDown,
  ref,
}: TrashTableProps) {
  const [now] = useState(() => Date.now())
  const columns: Column<TrashItem>[] = [
    {
      id: 'choose',
      className: 'entrytable__select',
      head: t('pick.column'),
      cell: ({ _id, title }) => (
        <PickBox
          title={title}
          isSelected={chosen.has(_id)}
          onSelect={(isSelected) => onChoose([_id], isSelected)}
        />
      ),
    },
    {
      id: 'title',
      head: t('form.title'),
      cell: (item) => <TrashLine item={item} now={now} />,
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
          {onTakeDown && isCollectionName(item.collection) && (
            <Button small look="danger" icon="trash" onClick={() => onTakeDown(item)}>
              {t('takeDown.open')}
              <span className="vh">: {item.title}</span>
            </Button>
          )}
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
      className="entrytable"
      ref={ref}
    />
  )
}

function TrashLine({ item, now }: { item: TrashItem; now: number }) {
  const { title, isDraft, collection, deletedBy, deletedAt, restorableUntil } = item
  const { nameOf } = useNames()
  const by = nameOf(deletedBy)
  const days = daysUntil(restorableUntil, now)
  return (
    <div className="entryline">
      <div>
        <b>{title}</b> {isDraft && <span className="badge">{t('trash.draft')}</span>}
        <p className="meta">
          <span>{trashKind(collection)}</span>
          <span dir="auto">
            {by ? t(isDraft ? 'trash.draftBy' : 'trash.by', { by }) : t('trash.byUnknown')}
          </span>
          <time dateTime={deletedAt}>{formatDateTime(deletedAt)}</time>
          <span className={days <= SOON_DAYS ? 'badge badge--warn' : undefined}>
            {days < 2 ? t('trash.left.today') : t('trash.left', { n: formatNumber(days) })}
          </span>
        </p>
      </div>
    </div>
  )
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
