import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import type { CountField } from '@bidyaloy/shared/school/student-count'
import { Icon } from '../../../ui/icon.tsx'
import { siteText } from '../../../ui/site-text.ts'
import type { ComparedRow } from './compare-counts.ts'
import { importText } from './import-text.ts'

interface ChangeTableProps {
  rows: readonly ComparedRow[]
  /** The numbers for which the sheet has a column. */
  fields: readonly CountField[]
}

/** New and changed rows; a number that changes shows what it was. */
export function ChangeTable({ rows, fields }: ChangeTableProps) {
  const title = importText('import.table')
  return (
    <div className="figures-wrap stack stack--3">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section className="figures-box" tabIndex={0} aria-label={title}>
        <table className="figures figures--changes">
          <caption>
            <span className="vh">{title}</span>
          </caption>
          <thead>
            <tr>
              <th scope="col">{siteText('students.col.class')}</th>
              <th scope="col" className="txt">
                {siteText('students.col.shift')}
              </th>
              <th scope="col" className="txt">
                {siteText('students.col.section')}
              </th>
              <th scope="col" className="txt">
                {importText('import.kind')}
              </th>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {siteText(`students.col.${field}`)}
                </th>
              ))}
              <th scope="col">{importText('import.line')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ChangeRow key={row.line} row={row} fields={fields} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

function ChangeRow({ row, fields }: { row: ComparedRow; fields: readonly CountField[] }) {
  return (
    <tr>
      <th scope="row">{siteText(`enum.class.${row.className}`)}</th>
      <td className="txt">{siteText(`enum.shift.${row.shift}`)}</td>
      <td className="txt">{siteText(`enum.section.${row.section}`)}</td>
      <td className="txt">
        {importText(row.kind === 'new' ? 'import.kind.new' : 'import.kind.changed')}
        {row.doubts.map((doubt) => (
          <span className="doubt" key={doubt} title={importText(`import.doubt.${doubt}`)}>
            <Icon name="warn" />
            <span className="vh">{importText(`import.doubt.${doubt}`)}</span>
          </span>
        ))}
      </td>
      {fields.map((field) => (
        <td key={field}>
          <Change before={row.before[field]} after={row.after[field] ?? 0} />
        </td>
      ))}
      <td className="z">{toBengaliDigits(row.line)}</td>
    </tr>
  )
}

function Change({ before, after }: { before: number | undefined; after: number }) {
  if (before === undefined) return formatNumber(after)
  const shown = { before: formatNumber(before), after: formatNumber(after) }
  return (
    <span className="change">
      <span className="vh">{importText('import.was', shown)}</span>
      <span aria-hidden="true">
        <s>{shown.before}</s> → <b>{shown.after}</b>
      </span>
    </span>
  )
}
