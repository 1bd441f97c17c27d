import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { groupByClass, sumCounts } from '@bidyaloy/shared/school/student-groups'
import {
  CountCells,
  CountHead,
  GroupHead,
  officeColumns,
  shiftAndSection,
  TotalsHead,
} from '../../school/count-columns.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { AdminText } from '../admin-text.tsx'
import { groupText, studentsText } from './students-text.ts'

interface CountTableProps {
  rows: readonly StudentCount[]
  onEdit: (count: StudentCount) => void
  onDelete: (count: StudentCount) => void
}

/** All saved counts, each with its way into the form and into the bin. */
export function CountTable({ rows, onEdit, onDelete }: CountTableProps) {
  const caption = siteText('students.caption')
  return (
    <div className="stack figures-wrap stack--3">
      <p className="scrollhint">
        <Icon name="swap" /> {siteText('students.scrollHint')}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="figures-box" tabIndex={0} aria-label={caption}>
        <table className="figures figures--office">
          <caption>
            <span className="vh">{caption}</span>
          </caption>
          <CountHead columns={officeColumns}>
            <th rowSpan={2} scope="col" className="act txt">
              {siteText('students.col.action')}
            </th>
          </CountHead>
          {groupByClass(rows).map(({ className, rows: ofClass }) => (
            <tbody key={className}>
              {ofClass.map((row, index) => (
                <tr key={row._id}>
                  {index === 0 && (
                    <th scope="rowgroup" className="apart" rowSpan={ofClass.length}>
                      {siteText(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt apart">{siteText(`enum.shift.${row.shift}`)}</td>
                  <td className="txt apart">
                    {siteText(`enum.section.${row.section}`)}
                    {row.queued && <QueuedBadge />}
                  </td>
                  <GroupHead className={className} parts={shiftAndSection(row)}>
                    {row.queued && <QueuedBadge />}
                  </GroupHead>
                  <CountCells columns={officeColumns} totals={sumCounts([row])} />
                  <td className="act">
                    <span className="row-actions">
                      <Button
                        small
                        aria-label={studentsText('students.edit.of', { group: groupText(row) })}
                        onClick={() => onEdit(row)}
                      >
                        {studentsText('students.edit')}
                      </Button>
                      <Button
                        small
                        look="danger"
                        aria-description={studentsText('students.delete.of', {
                          group: groupText(row),
                        })}
                        onClick={() => onDelete(row)}
                      >
                        <AdminText id="admin.students.delete" />
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
              <CountCells columns={officeColumns} totals={sumCounts(rows)} />
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
      <span className="badge badge--warn">{studentsText('students.queued')}</span>
    </>
  )
}
