import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { groupByClass, sumCounts } from '@bidyaloy/shared/features/student-counts/student-groups'
import { withCopy } from '../../../admin/t.ts'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  adminColumns,
  CountCells,
  CountHead,
  GroupHead,
  shiftAndSection,
  TotalsHead,
} from '../count-columns.tsx'
import { groupText } from './count-group.ts'

const t = withCopy(studentsCopy)

interface CountTableProps {
  rows: readonly StudentCount[]
  onEdit: (count: StudentCount) => void
  onDelete: (count: StudentCount) => void
}

/** All saved counts, each with an edit and a delete button. */
export function CountTable({ rows, onEdit, onDelete }: CountTableProps) {
  const caption = t('students.caption')
  return (
    <div className="stack figures-wrap stack--3">
      <p className="scrollhint">
        <Icon name="swap" /> {t('students.scrollHint')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="figures-box" tabIndex={0} aria-label={caption}>
        <table className="figures figures--admin">
          <caption>
            <span className="vh">{caption}</span>
          </caption>
          <CountHead columns={adminColumns}>
            <th rowSpan={2} scope="col" className="act txt">
              {t('students.col.action')}
            </th>
          </CountHead>
          {groupByClass(rows).map(({ className, rows: ofClass }) => (
            <tbody key={className}>
              {ofClass.map((row, index) => (
                <tr key={row._id}>
                  {index === 0 && (
                    <th scope="rowgroup" className="apart" rowSpan={ofClass.length}>
                      {t(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt apart">{t(`enum.shift.${row.shift}`)}</td>
                  <td className="txt apart">
                    {t(`enum.section.${row.section}`)}
                    {row.queued && <QueuedBadge />}
                  </td>
                  <GroupHead className={className} parts={shiftAndSection(row)}>
                    {row.queued && <QueuedBadge />}
                  </GroupHead>
                  <CountCells columns={adminColumns} totals={sumCounts([row])} />
                  <td className="act">
                    <span className="row-actions">
                      <Button
                        small
                        aria-label={t('students.edit.of', { group: groupText(row) })}
                        onClick={() => onEdit(row)}
                      >
                        {t('students.edit')}
                      </Button>
                      <Button
                        small
                        look="danger"
                        aria-description={t('students.delete.of', {
                          group: groupText(row),
                        })}
                        onClick={() => onDelete(row)}
                      >
                        <Bilingual {...t.pair('admin.students.delete')} />
                      </Button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
          <tfoot>
            <tr>
              <TotalsHead />
              <CountCells columns={adminColumns} totals={sumCounts(rows)} />
              <td className="act" />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function QueuedBadge() {
  return (
    <>
      {' '}
      <span className="badge badge--warn">{t('students.queued')}</span>
    </>
  )
}
