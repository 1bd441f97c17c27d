import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import type { CountField } from '@bidyaloy/shared/features/student-counts/student-count'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { groupReasonText } from '../../../../admin/sheet-import/group-reasons.ts'
import { withCopy } from '../../../../admin/t.ts'
import { Icon } from '../../../../ui/icon.tsx'
import type { ComparedRow } from './compare-counts.ts'
import type { Rejection } from './parse-count-sheet.ts'

const t = withCopy(studentsCopy, sheetCopy)

interface ChangeTableProps {
  rows: readonly ComparedRow[]
  /** The numbers for which the sheet has a column. */
  fields: readonly CountField[]
}

/** New and changed rows; a changed number shows its previous value. */
export function ChangeTable({ rows, fields }: ChangeTableProps) {
  const title = t('import.table')
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
              <th scope="col">{t('students.col.class')}</th>
              {(['students.col.shift', 'students.col.section', 'import.kind'] as const).map(
                (text) => (
                  <th scope="col" className="txt" key={text}>
                    {t(text)}
                  </th>
                ),
              )}
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {t(`students.col.${field}`)}
                </th>
              ))}
              <th scope="col">{t('import.line')}</th>
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
      <th scope="row">{t(`enum.class.${row.className}`)}</th>
      <td className="txt">{t(`enum.shift.${row.shift}`)}</td>
      <td className="txt">{t(`enum.section.${row.section}`)}</td>
      <td className="txt">
        {t(row.kind === 'new' ? 'import.kind.new' : 'import.kind.changed')}
        {row.warnings.map((warning) => (
          <span className="warning" key={warning} title={t(`import.warning.${warning}`)}>
            <Icon name="warn" />
            <span className="vh">{t(`import.warning.${warning}`)}</span>
          </span>
        ))}
      </td>
      {fields.map((field) => (
        <td key={field}>
          <ChangedNumber before={row.before[field]} after={row.after[field] ?? 0} />
        </td>
      ))}
      <td className="z">{toBengaliDigits(row.line)}</td>
    </tr>
  )
}

function ChangedNumber({ before, after }: { before: number | undefined; after: number }) {
  if (before === undefined) return formatNumber(after)
  const shown = { before: formatNumber(before), after: formatNumber(after) }
  return (
    <span className="change">
      <span className="vh">{t('import.was', shown)}</span>
      <span aria-hidden="true">
        <s>{shown.before}</s> → <b>{shown.after}</b>
      </span>
    </span>
  )
}

/** Returns why a row was rejected. */
export const reasonText = (reason: Rejection): string =>
  groupReasonText(reason, (field) => t(`students.col.${field}`))
