import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { adminText } from '../admin-text.tsx'
import { failureText } from '../api/failure-text.ts'
import { EntriesText, workText } from './entries-text.tsx'
import type { EntryKind } from './entry-collection.ts'
import type { Upload } from './upload-queue.ts'

interface UploadFailureProps {
  kind: EntryKind
  uploads: readonly Upload[]
  /** Whether the fields that are to blame are told beside it. */
  explained: boolean
}

/** What did not go up, why, and that nothing is lost. */
export function UploadFailure({ kind, uploads, explained }: UploadFailureProps) {
  const failed = uploads.filter(({ phase }) => phase === 'failed')
  const last = failed.at(-1)
  if (!last) return null
  const waiting = uploads.filter(({ phase }) => phase === 'waiting').length
  return (
    <>
      <p>
        <b>
          <EntriesText id={`${kind}.createFailed`} />
        </b>{' '}
        {!explained && `${failureText(last.error)} `}
        {adminText('admin.failed.kept')}
      </p>
      {uploads.length > 1 && (
        <p>
          {workText('upload.someFailed', { n: formatNumber(failed.length) })}
          {waiting > 0 && ` ${workText('upload.stopped', { n: formatNumber(waiting) })}`}
        </p>
      )}
    </>
  )
}
