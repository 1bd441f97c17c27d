import { toBengaliDigits } from '@bidyaloy/shared/bengali/digits'
import { Alert } from '../../../ui/alert.tsx'
import { importText, reasonText } from './import-text.ts'
import type { UnreadRow } from './read-count-sheet.ts'

/** The rows that were not understood: where they stand, and why. */
export function RejectedRows({ rows }: { rows: readonly UnreadRow[] }) {
  return (
    <div className="stack stack--3">
      <Alert tone="warn">
        <b>{importText('import.unread.title', { n: toBengaliDigits(rows.length) })}</b>{' '}
        {importText('import.unread.fix')}
      </Alert>
      <div className="table-box">
        <table className="table table--stack">
          <thead>
            <tr>
              <th scope="col">{importText('import.line')}</th>
              <th scope="col">{importText('import.unread.content')}</th>
              <th scope="col">{importText('import.unread.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, text, reason }) => (
              <tr key={line}>
                <td data-label={importText('import.line')}>{toBengaliDigits(line)}</td>
                <td className="unread">{text}</td>
                <td>{reasonText(reason)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
