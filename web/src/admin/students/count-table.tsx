import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { groupByClass, sumCounts } from '@bidyaloy/shared/school/count-totals'
import type { StudentCount } from '@bidyaloy/shared/school/student-count'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { AdminText } from '../admin-text.tsx'
import { groupText, studentsText } from './students-text.ts'

/** Every number the office sees, boys included; the total stands right of what makes it. */
const groups = [
  { label: null, fields: ['boys', 'girls', 'total'] },
  { label: 'students.col.religion', fields: ['muslim', 'hindu', 'bouddho', 'christian'] },
  { label: 'students.col.department', fields: ['science', 'business', 'humanities'] },
  { label: 'students.col.ffGroup', fields: ['muktiJoddha', 'muktiJoddharSontan'] },
  { label: 'students.col.disabilityGroup', fields: ['autistic', 'physicalDisabled'] },
] as const
type Shown = (typeof groups)[number]['fields'][number]

const columns = groups.flatMap(({ fields }) =>
  fields.map((field: Shown, index) => ({ field, opensGroup: index === 0 })),
)

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
          <Head />
          {groupByClass(rows).map(({ className, rows: ofClass }) => (
            <tbody key={className}>
              {ofClass.map((row, index) => (
                <tr key={row._id}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={ofClass.length}>
                      {siteText(`enum.class.${className}`)}
                    </th>
                  )}
                  <td className="txt">{siteText(`enum.shift.${row.shift}`)}</td>
                  <td className="txt">
                    {siteText(`enum.section.${row.section}`)}
                    {row.queued && (
                      <>
                        {' '}
                        <span className="badge badge--warn">{studentsText('students.queued')}</span>
                      </>
                    )}
                  </td>
                  <Numbers row={row} />
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
              <th scope="row" colSpan={3}>
                {siteText('students.totals.title')}
              </th>
              <Numbers row={sumCounts(rows)} />
              <td className="act" />
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col">
          {siteText('students.col.class')}
        </th>
        <th rowSpan={2} scope="col" className="txt">
          {siteText('students.col.shift')}
        </th>
        <th rowSpan={2} scope="col" className="txt">
          {siteText('students.col.section')}
        </th>
        {groups.map(({ label, fields }) =>
          label === null ? (
            fields.map((field) => (
              <th
                rowSpan={2}
                scope="col"
                key={field}
                className={field === 'boys' ? 'gs' : undefined}
              >
                {siteText(`students.col.${field}`)}
              </th>
            ))
          ) : (
            <th colSpan={fields.length} scope="colgroup" key={label}>
              {siteText(label)}
            </th>
          ),
        )}
        <th rowSpan={2} scope="col" className="act txt">
          {siteText('students.col.action')}
        </th>
      </tr>
      <tr>
        {groups.flatMap(({ label, fields }) =>
          label === null
            ? []
            : fields.map((field, index) => (
                <th scope="col" key={field} className={index === 0 ? 'gs' : undefined}>
                  {siteText(`students.col.${field}`)}
                </th>
              )),
        )}
      </tr>
    </thead>
  )
}

function Numbers({ row }: { row: Parameters<typeof sumCounts>[0][number] }) {
  const numbers = sumCounts([row])
  return columns.map(({ field, opensGroup }) => {
    const classes = [
      opensGroup && 'gs',
      field === 'total' && 'tot',
      field !== 'total' && numbers[field] === 0 && 'z',
    ]
    return (
      <td key={field} className={classes.filter(Boolean).join(' ') || undefined}>
        {formatNumber(numbers[field])}
      </td>
    )
  })
}
