import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import { formatNumber, toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { failureText, hasCode } from '../../../../admin/api/failure-text.ts'
import { ContentKey } from '../../../../admin/api/idempotency-key.ts'
import { useWriteApi } from '../../../../admin/api/use-write-api.ts'
import { PreviewCard } from '../../../../admin/sheet-import/preview-card.tsx'
import { RejectedRows } from '../../../../admin/sheet-import/rejected-rows.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { studentCountsQuery } from '../../queries.ts'
import { STUDENT_COUNTS_KEY } from '../count-group.ts'
import { type ComparedRow, compareCounts, importBody, warningsIn } from './compare-counts.ts'
import { ChangeTable, reasonText } from './import-tables.tsx'
import type { SheetReading } from './parse-count-sheet.ts'

const t = withCopy(studentsCopy, sheetCopy)

interface ImportPreviewProps {
  reading: SheetReading
  /** Called to choose another sheet. */
  onBack: () => void
  /** @param queued whether the import only waits in the outbox */
  onDone: (counts: { created: number; updated: number }, queued: boolean) => void
}

/** Compares the sheet with the saved counts; a confirmation imports all changes or none. */
export function ImportPreview({ reading, onBack, onDone }: ImportPreviewProps) {
  const { api, takeQueuedFlag } = useWriteApi()
  const queryClient = useQueryClient()
  const query = studentCountsQuery(api)
  const saved = useQuery(query)
  const [contentKey] = useState(() => new ContentKey<[string]>())
  // A concurrent change of a count updates the comparison.
  const rows = useMemo(
    () => saved.data && compareCounts(saved.data, reading.rows),
    [saved.data, reading],
  )
  const changes = rows?.filter(({ kind }) => kind !== 'same') ?? []
  const save = useMutation({
    mutationFn: () => {
      const body = importBody(changes)
      const idempotencyKey = contentKey.for([JSON.stringify(body)])
      return api.importStudentCounts({ body }, { idempotencyKey })
    },
    onSuccess: (counts) => onDone(counts, takeQueuedFlag()),
    onError: async (error) => {
      if (hasCode(error, 'conflict')) await queryClient.fetchQuery({ ...query, staleTime: 0 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY }),
  })
  const isConflict = hasCode(save.error, 'conflict')
  return (
    <PreviewCard
      failure={
        save.isError && (
          <>
            <b>{isConflict ? failureText(save.error) : t('import.failed')}</b>{' '}
            {isConflict ? t('import.changed') : failureText(save.error)}
          </>
        )
      }
      confirm={
        changes.length > 0 ? t('import.confirm', { n: toBengaliDigits(changes.length) }) : null
      }
      isSaving={save.isPending}
      onConfirm={() => save.mutate()}
      onBack={onBack}
    >
      {rows ? (
        <Comparison reading={reading} rows={rows} savedTotal={saved.data?.length ?? 0} />
      ) : saved.isError ? (
        <Alert tone="error">
          <p>{t('import.preview.failed')}</p>
          <Button small icon="retry" onClick={() => saved.refetch()}>
            {t('error.retry')}
          </Button>
        </Alert>
      ) : (
        <p className="row" role="status">
          <span className="spin" aria-hidden="true" /> {t('import.preview.waiting')}
        </p>
      )}
    </PreviewCard>
  )
}

interface ComparisonProps {
  reading: SheetReading
  rows: readonly ComparedRow[]
  /** Number of saved counts. */
  savedTotal: number
}

function Comparison({ reading, rows, savedTotal }: ComparisonProps) {
  const { rejected, fields, ignored } = reading
  const changes = rows.filter(({ kind }) => kind !== 'same')
  const kindTotal = (kind: ComparedRow['kind']) => rows.filter((row) => row.kind === kind).length
  const figures = {
    new: kindTotal('new'),
    changed: kindTotal('changed'),
    same: kindTotal('same'),
    rejected: rejected.length,
    // Saved counts that the sheet does not contain.
    absent: savedTotal - rows.length + kindTotal('new'),
  }
  const withWarnings = changes.filter(({ warnings }) => warnings.length > 0).length
  return (
    <>
      <dl className="livesums">
        {(['new', 'changed', 'same', 'rejected', 'absent'] as const).map((name) => (
          <div className={name === 'rejected' && figures[name] > 0 ? 'off' : undefined} key={name}>
            <dt>{t(`import.count.${name}`)}</dt>
            <dd>{formatNumber(figures[name])}</dd>
          </div>
        ))}
      </dl>
      {ignored.length > 0 && (
        <p className="hint">{t('import.ignored', { columns: ignored.join(', ') })}</p>
      )}
      {rejected.length > 0 && (
        <RejectedRows rows={rejected} reasonText={({ reason }) => reasonText(reason)} />
      )}
      {withWarnings > 0 && (
        <Alert tone="warn">
          <p>{t('import.warnings', { n: toBengaliDigits(withWarnings) })}</p>
          <ul>
            {warningsIn(changes).map(([warning, n]) => (
              <li key={warning}>
                {t('import.warnings.of', {
                  n: toBengaliDigits(n),
                  warning: t(`import.warning.${warning}`),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {changes.length > 0 ? (
        <ChangeTable rows={changes} fields={fields} />
      ) : (
        rows.length > 0 && <Alert tone="ok">{t('import.same')}</Alert>
      )}
    </>
  )
}
