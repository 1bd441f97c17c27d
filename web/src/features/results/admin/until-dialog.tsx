import { resultsAdminCopy } from '@bidyaloy/shared/features/results/admin-copy'
import { MAX_DAYS, ResultChange, type ResultSheet } from '@bidyaloy/shared/features/results/results'
import { formatDays } from '@bidyaloy/shared/lib/bengali/days'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { failedFields, failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { FormDialog } from '../../../admin/components/dialogs.tsx'
import { focusOnMount } from '../../../admin/components/focus.ts'
import { schemaErrors } from '../../../admin/form/contract-resolver.ts'
import { DayField } from '../../../admin/form/day-field.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { useToasts } from '../../../ui/toast.tsx'
import { groupText, sheetsQuery } from './sheets-query.ts'

const t = withCopy(resultsAdminCopy)

/** Changes the last day on which the results of a sheet can be opened. */
export function UntilDialog({ sheet, onClose }: { sheet: ResultSheet; onClose: () => void }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const { data: sheets } = useQuery(sheetsQuery(api))
  const [until, setUntil] = useState(sheet.until)
  const [wrong, setWrong] = useState<string>()
  const { _id: id } = sheet
  // After a conflict the list has another version, which the next attempt replaces.
  const { __v } = sheets?.find(({ _id }) => _id === id) ?? sheet
  const change = useMutation({
    mutationFn: () => api.changeResults({ params: { id }, body: { until, __v } }),
    onSuccess: () => {
      onClose()
      const day = formatDays(until)
      toasts.show({ tone: 'ok', text: t('results.admin.until.changed', { day }) })
    },
    onError: (error) => setWrong(failedFields(error).until),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['resultSheets'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const error = schemaErrors(ResultChange, { until, __v }).until
    setWrong(error)
    if (!error) change.mutate()
  }
  return (
    <FormDialog
      title={t('results.admin.until.title')}
      onClose={onClose}
      isDirty={until !== sheet.until}
      onSubmit={submit}
      submit={t(change.isPending ? 'form.saving' : 'form.save')}
      busy={change.isPending}
    >
      {change.isError && (
        <Alert tone="error" ref={focusOnMount} key={change.submittedAt}>
          <b>{t('results.admin.until.failed')}</b>{' '}
          {hasCode(change.error, 'conflict')
            ? t('results.admin.until.conflict')
            : failureText(change.error)}
        </Alert>
      )}
      <p className="quote">
        {sheet.exam}, {groupText(sheet)}
      </p>
      <DayField
        label={t('results.import.until')}
        hint={t('results.admin.until.hint', { n: toBengaliDigits(MAX_DAYS) })}
        error={wrong}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  )
}
