import { formatDateTime } from '@bidyaloy/shared/bengali/dates'
import { adminText } from '../admin-text.tsx'

interface LastSavedProps {
  record: { updatedAt: string } | null
  /** The public page that shows the record. */
  page: string
}

/** When a record was last saved, and the way to where visitors see it. */
export function LastSaved({ record, page }: LastSavedProps) {
  if (!record) return null
  return (
    <>
      <p className="hint">
        {adminText('form.lastSaved', { moment: formatDateTime(record.updatedAt) })}
      </p>
      <a className="btn btn--quiet" href={page}>
        {adminText('admin.published.onSite')}
      </a>
    </>
  )
}
