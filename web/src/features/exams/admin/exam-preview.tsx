import { sheetCopy } from '@bidyaloy/shared/copy/sheet-copy'
import { examAdminCopy } from '@bidyaloy/shared/features/exams/admin-copy'
import { type Exam, NewExam, type Sitting } from '@bidyaloy/shared/features/exams/exam'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { ContentKey } from '../../../admin/api/idempotency-key.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { type Column, RecordTable } from '../../../admin/components/record-table.tsx'
import { schemaErrors } from '../../../admin/form/contract-resolver.ts'
import { BengaliTextArea, BengaliTextField } from '../../../admin/form/fields.tsx'
import { PreviewCard } from '../../../admin/sheet-import/preview-card.tsx'
import { RejectedRows } from '../../../admin/sheet-import/rejected-rows.tsx'
import { withCopy } from '../../../admin/t.ts'
import { collectionKey } from '../../../collections/entry-queries.ts'
import { Alert } from '../../../ui/alert.tsx'
import { ROUTINES_KEY } from '../../routine/queries.ts'
import { examsQuery } from '../queries.ts'
import type { ExamReading } from './parse-exam-sheet.ts'
import { sittingText } from './sitting-texts.ts'

const t = withCopy(sheetCopy, examAdminCopy)

interface ExamPreviewProps {
  reading: ExamReading
  /** Called to choose another sheet. */
  onBack: () => void
  /** @param queued whether the examination only waits in the outbox */
  onDone: (id: string, queued: boolean) => void
}

/** The table as it would be published; one with the name of a saved examination replaces its table. */
export function ExamPreview({ reading, onBack, onDone }: ExamPreviewProps) {
  const { api, takeQueuedFlag } = useWriteApi()
  const queryClient = useQueryClient()
  const saved = useQuery(examsQuery(api))
  const [contentKey] = useState(() => new ContentKey<[string]>())
  const [title, setTitle] = useState(reading.title)
  const former = saved.data?.find((exam) => exam.title === title.normalize('NFC').trim())
  const [note, setNote] = useState<string | null>(null)
  const shownNote = note ?? former?.note ?? ''
  const body = { title, note: shownNote, sittings: reading.sittings }
  const errors = schemaErrors(NewExam, body)
  const differences = former ? differencesOf(former, reading.sittings) : null
  const isSame = differences?.length === 0 && shownNote === former?.note
  const save = useMutation({
    mutationFn: () => {
      const idempotencyKey = contentKey.for([JSON.stringify(body)])
      return former
        ? api.updateExam({ params: { id: former._id }, body: { ...body, __v: former.__v } })
        : api.createExam({ body }, { idempotencyKey })
    },
    onSuccess: ({ _id }) => onDone(_id, takeQueuedFlag()),
    onError: async (error) => {
      if (hasCode(error, 'conflict')) {
        await queryClient.fetchQuery({ ...examsQuery(api), staleTime: 0 })
      }
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: collectionKey('events') })
      return queryClient.invalidateQueries({ queryKey: ROUTINES_KEY })
    },
  })
  const n = toBengaliDigits(reading.sittings.length)
  const canSave = saved.data && reading.sittings.length > 0 && !isSame && title.trim() !== ''
  const confirm = former ? 'examImport.confirm.change' : 'examImport.confirm'
  return (
    <PreviewCard
      failure={
        save.isError && (
          <>
            <b>{t('import.failed')}</b> {failureText(save.error)}
          </>
        )
      }
      confirm={canSave ? t(confirm, { n }) : null}
      isSaving={save.isPending}
      onConfirm={() => save.mutate()}
      onBack={onBack}
    >
      <BengaliTextField
        label={t('examAdmin.name')}
        hint={t('examAdmin.name.hint')}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        error={errors.title}
        required
        autoComplete="off"
      />
      <BengaliTextArea
        label={t('examAdmin.note')}
        value={shownNote}
        rows={2}
        onChange={({ target }) => setNote(target.value)}
        error={errors.note}
      />
      {reading.rejected.length > 0 && (
        <RejectedRows
          rows={reading.rejected}
          reasonText={({ reason }) => t(`examImport.reason.${reason}`)}
        />
      )}
      {former && (
        <Alert tone="warn">
          <p>{t(isSame ? 'examImport.same' : 'examImport.replaces', { title: former.title })}</p>
          <ul>
            {differences?.map(({ text, isNew }) => (
              <li key={text}>{isNew ? <ins>{text}</ins> : <s>{text}</s>}</li>
            ))}
          </ul>
        </Alert>
      )}
      <SittingTable sittings={reading.sittings} />
    </PreviewCard>
  )
}

function differencesOf(former: Exam, sittings: readonly Sitting[]) {
  const [before, after] = [former.sittings, sittings].map((list) => list.map(sittingText))
  return [
    ...(before ?? [])
      .filter((text) => !after?.includes(text))
      .map((text) => ({ text, isNew: false })),
    ...(after ?? [])
      .filter((text) => !before?.includes(text))
      .map((text) => ({ text, isNew: true })),
  ]
}

function SittingTable({ sittings }: { sittings: readonly Sitting[] }) {
  const columns: Column<Sitting>[] = [
    { id: 'sitting', head: t('examAdmin.sittings'), cell: sittingText },
  ]
  return (
    <RecordTable
      caption={t('examAdmin.sittings')}
      columns={columns}
      rows={sittings}
      keyOf={sittingText}
    />
  )
}
