import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { routineAdminCopy } from '@bidyaloy/shared/features/routine/admin-copy'
import { dhakaTime } from '@bidyaloy/shared/lib/bengali/dates'
import { isDay } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, hasCode } from '../../../../admin/api/failure-text.ts'
import { ContentKey } from '../../../../admin/api/idempotency-key.ts'
import { useWriteApi } from '../../../../admin/api/use-write-api.ts'
import { DayField } from '../../../../admin/form/day-field.tsx'
import { SelectField } from '../../../../admin/form/fields.tsx'
import { PreviewCard } from '../../../../admin/sheet-import/preview-card.tsx'
import { withCopy } from '../../../../admin/t.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { NO_GROUP } from '../../../student-counts/admin/count-group.ts'
import { groupSelects } from '../../../student-counts/admin/group-selects.ts'
import { ROUTINES_KEY, routinesQuery } from '../../queries.ts'
import { t as siteText } from '../../t.ts'
import {
  type ComparedRoutine,
  compareRoutines,
  groupOfSheet,
  importBody,
  missingParts,
} from './compare-routines.ts'
import type { RoutineReading } from './parse-routine-sheet.ts'
import { ChangedCells, Doubts, type KeepCell, NewRoutines } from './preview-tables.tsx'

/** Keys of the cells in which the saved routine stays, by that of their group. */
type Kept = Readonly<Record<string, ReadonlySet<string>>>

const t = withCopy(sheetCopy, routineAdminCopy)

interface RoutinePreviewProps {
  reading: RoutineReading
  /** Called to choose another sheet. */
  onBack: () => void
  /** @param queued whether the import only waits in the outbox */
  onDone: (counts: { created: number; updated: number }, queued: boolean) => void
}

/** Compares the sheet with the saved routines; a confirmation imports all changes or none. */
export function RoutinePreview({ reading, onBack, onDone }: RoutinePreviewProps) {
  const { api, takeQueuedFlag } = useWriteApi()
  const queryClient = useQueryClient()
  const query = routinesQuery(api)
  const saved = useQuery(query)
  const [contentKey] = useState(() => new ContentKey<[string]>())
  const [choice, setChoice] = useState(NO_GROUP)
  const [validFrom, setValidFrom] = useState(reading.validFrom ?? dhakaTime(new Date()).iso)
  const missing = missingParts(reading.routines)
  const isChosen = reading.routines.every((routine) => groupOfSheet(routine, choice))
  const [kept, setKept] = useState<Kept>({})
  const options = { choice, breakName: siteText('routine.break'), kept }
  const rows = saved.data && compareRoutines(saved.data, reading.routines, options)
  const changes = rows?.filter(({ kind }) => kind !== 'same') ?? []
  const keep: KeepCell = (group, place, isKept) => {
    const former = kept[group] ?? new Set()
    const others = [...former].filter((one) => one !== place)
    setKept({ ...kept, [group]: new Set(isKept ? [...others, place] : others) })
  }
  const save = useMutation({
    mutationFn: () => {
      const body = importBody(changes, validFrom)
      const idempotencyKey = contentKey.for([JSON.stringify(body)])
      return api.importRoutines({ body }, { idempotencyKey })
    },
    onSuccess: (counts) => onDone(counts, takeQueuedFlag()),
    onError: async (error) => {
      if (hasCode(error, 'conflict')) await queryClient.fetchQuery({ ...query, staleTime: 0 })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ROUTINES_KEY }),
  })
  const isConflict = hasCode(save.error, 'conflict')
  const n = toBengaliDigits(changes.length)
  const canSave = changes.length > 0 && isChosen && isDay(validFrom)
  return (
    <PreviewCard
      failure={
        save.isError && (
          <>
            <b>{isConflict ? failureText(save.error) : t('import.failed')}</b>{' '}
            {isConflict ? t('routineImport.changedMeanwhile') : failureText(save.error)}
          </>
        )
      }
      confirm={canSave ? t('routineImport.confirm', { n }) : null}
      isSaving={save.isPending}
      onConfirm={() => save.mutate()}
      onBack={onBack}
    >
      {missing.length > 0 && (
        <div className="stack stack--3">
          <Alert tone="warn">{t('routineImport.missing')}</Alert>
          <div className="grid3">
            {groupSelects
              .filter(({ name }) => missing.includes(name))
              .map(({ name, label, options: all }) => (
                <SelectField
                  key={name}
                  label={label}
                  options={all}
                  value={choice[name]}
                  required
                  onChange={({ target }) => setChoice({ ...choice, [name]: target.value })}
                />
              ))}
          </div>
        </div>
      )}
      {rows ? (
        isChosen && <Comparison reading={reading} rows={rows} onKeep={keep} />
      ) : saved.isError ? (
        <Alert tone="error">
          <p>{t('routineImport.failed')}</p>
          <Button small icon="retry" onClick={() => saved.refetch()}>
            {t('error.retry')}
          </Button>
        </Alert>
      ) : (
        <p className="row" role="status">
          <span className="spin" aria-hidden="true" /> {t('routineImport.waiting')}
        </p>
      )}
      {changes.length > 0 && isChosen && (
        <DayField label={t('routineAdmin.validFrom')} value={validFrom} onChange={setValidFrom} />
      )}
    </PreviewCard>
  )
}

function Comparison({
  reading: { rejected, cells },
  rows,
  onKeep,
}: {
  reading: RoutineReading
  rows: readonly ComparedRoutine[]
  onKeep: KeepCell
}) {
  const changed = rows.filter((row) => row.differences.length > 0)
  const found = changed.flatMap((row) => row.differences)
  const differences = found.filter(({ isKept }) => !isKept).length
  const created = rows.filter(({ kind }) => kind === 'new')
  const count = (n: number) => toBengaliDigits(n)
  return (
    <>
      <Alert tone="ok">
        {t('routineImport.read', { groups: count(rows.length), cells: count(cells) })}{' '}
        <b>
          {created.length > 0 && t('routineImport.read.new', { n: count(created.length) })}{' '}
          {(differences > 0 || created.length === 0) &&
            t('routineImport.read.changed', { n: count(differences) })}
        </b>{' '}
        {t('routineImport.read.nothing')}
      </Alert>
      <Doubts rejected={rejected} rows={rows} />
      {changed.length > 0 && <ChangedCells rows={changed} onKeep={onKeep} />}
      {created.length > 0 && <NewRoutines rows={created} />}
      {rows.length > 0 && changed.length + created.length === 0 && (
        <Alert tone="ok">{t('routineImport.same')}</Alert>
      )}
    </>
  )
}
