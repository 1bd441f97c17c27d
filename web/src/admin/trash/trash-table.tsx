import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import type { TrashItem } from '@bidyaloy/shared/collections/entry'
import { isCollectionName } from '@bidyaloy/shared/collections/registry'
import { type OverviewTextKey, overviewCopy } from '@bidyaloy/shared/copy/overview-copy'
import { DAY_MS } from '@bidyaloy/shared/durations'
import { type Ref, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { withCopy } from '../t.ts'

const t = withCopy(overviewCopy)

interface TrashTableProps {
  items: readonly TrashItem[]
  chosen: ReadonlySet<string>
  onChoose: (ids: readonly string[], isChosen: boolean) => void
  /** Ids being restored. */
  restoring: ReadonlySet<string>
  onRestore: (item: TrashItem) => void
  ref: Ref<HTMLTableSectionElement>
}

/** The remaining time is highlighted from this number of days. */
const SOON_DAYS = 3

/* Explicit roles: `display: block` on narrow windows removes the implicit ones. */
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
  return (
    <div className="table-box">
      <table className="table table--stack trash" role="table">
        <caption>
          <span className="vh">{t('trash.list')}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" className="trash__choose">
              <label className="check">
                <input
                  type="checkbox"
                  checked={all}
                  onChange={() =>
                    onChoose(
                      items.map(({ _id }) => _id),
                      !all,
                    )
                  }
                />
                <span className="vh">{t('trash.chooseAll')}</span>
              </label>
            </th>
            <th role="columnheader" scope="col">
              {t('trash.col.title')}
            </th>
            <th role="columnheader" scope="col">
              {t('trash.col.deleted')}
            </th>
            <th role="columnheader" scope="col">
              {t('trash.col.left')}
            </th>
            <th role="columnheader" scope="col" className="actions">
              {t('admin.list.actions')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={ref}>
          {items.map((item) => (
            <tr role="row" key={item._id}>
              <td role="cell" className="trash__choose">
                <label className="check">
                  <input
                    type="checkbox"
                    checked={chosen.has(item._id)}
                    onChange={({ target }) => onChoose([item._id], target.checked)}
                  />
                  <span className="vh">{t('trash.choose', { title: item.title })}</span>
                </label>
              </td>
              <td role="cell">
                <b className="trash__title">{item.title}</b>
                {item.isDraft && (
                  <>
                    {' '}
                    <span className="badge">{t('trash.draft')}</span>
                  </>
                )}
                <p className="meta">
                  <span>{trashKind(item.collection)}</span>
                </p>
              </td>
              <td role="cell">
                <span dir="auto">
                  {item.deletedBy
                    ? t(item.isDraft ? 'trash.draftBy' : 'trash.by', { by: item.deletedBy })
                    : t('trash.byUnknown')}
                </span>
                <p className="meta">
                  <time dateTime={item.deletedAt}>{formatDateTime(item.deletedAt)}</time>
                </p>
              </td>
              <td role="cell">
                <DaysLeft days={daysUntil(item.restorableUntil, now)} />
              </td>
              <td role="cell" className="actions">
                <span className="row-actions">
                  <Button
                    small
                    icon="undo"
                    busy={restoring.has(item._id)}
                    onClick={() => onRestore(item)}
                  >
                    {t('trash.restore')}
                    <span className="vh">: {item.title}</span>
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DaysLeft({ days }: { days: number }) {
  const text = days < 2 ? t('trash.left.today') : t('trash.left', { n: formatNumber(days) })
  return <span className={days <= SOON_DAYS ? 'badge badge--warn' : 'badge'}>{text}</span>
}

/** Returns the name of an item's kind, such as «নোটিশ». */
function trashKind(collection: string): string {
  const key: OverviewTextKey =
    isCollectionName(collection) || collection === 'studentCounts'
      ? `trash.kind.${collection}`
      : 'trash.kind.other'
  return t(key)
}

/** Returns the whole days, rounded up, until `date`; 0 if it has passed. */
function daysUntil(date: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(date) - now) / DAY_MS))
}
