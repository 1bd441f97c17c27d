import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { Alert } from '../../ui/alert.tsx'
import { type Column, RecordTable } from '../components/record-table.tsx'
import { withCopy } from '../t.ts'
import './sheet-import.css'

const t = withCopy(sheetCopy)

export interface RejectedRow {
  /** Name of the worksheet, where a file has several. */
  sheet?: string
  /** Number of the row in its worksheet, from 1. */
  line: number
  /** The first cells of the row, so that a person finds it. */
  text: string
}

interface RejectedRowsProps<Row extends RejectedRow> {
  rows: readonly Row[]
  reasonText: (row: Row) => string
  /** What to do about them. By default: mend the file, or write them by hand after the import. */
  remedy?: string
}

/** The rejected rows, each with its line and reason. */
export function RejectedRows<Row extends RejectedRow>({
  rows,
  reasonText,
  remedy = t('import.rejected.fix'),
}: RejectedRowsProps<Row>) {
  const columns: Column<Row>[] = [
    {
      id: 'line',
      head: t('import.line'),
      label: t('import.line'),
      cell: ({ sheet, line }) => [sheet, toBengaliDigits(line)].filter(Boolean).join(' · '),
    },
    {
      id: 'text',
      head: t('import.rejected.content'),
      className: 'rejected',
      cell: ({ text }) => text,
    },
    { id: 'reason', head: t('import.rejected.reason'), cell: reasonText },
  ]
  return (
    <div className="stack stack--3">
      <Alert tone="warn">
        <b>{t('import.rejected.title', { n: toBengaliDigits(rows.length) })}</b> {remedy}
      </Alert>
      <RecordTable
        caption={t('import.rejected.title', { n: toBengaliDigits(rows.length) })}
        columns={columns}
        rows={rows}
        keyOf={({ sheet = '', line }) => `${sheet}:${line}`}
      />
    </div>
  )
}

const EXCERPT_CELLS = 6

/** Returns the first cells of a row, so that a person finds it. */
export function excerpt(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, EXCERPT_CELLS)
    .join(' · ')
}
