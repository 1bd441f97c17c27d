import { studentsCopy } from '@bidyaloy/shared/features/student-counts/copy'
import type { StudentCount } from '@bidyaloy/shared/features/student-counts/student-count'
import { toBengaliDigits } from '@bidyaloy/shared/lib/bengali/digits'
import type { GroupKey } from '@bidyaloy/shared/school/group-key'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { failureText, hasCode } from '../../../admin/api/failure-text.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { versionsPath } from '../../../admin/components/screen-links.ts'
import { RecordForm } from '../../../admin/form/record-form.tsx'
import { useRecordForm } from '../../../admin/form/use-record-form.ts'
import { withCopy } from '../../../admin/t.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Bilingual } from '../../../ui/bilingual.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CountFields, nameOf, resolver, toCounts, toValues, zeros } from './count-fields.tsx'
import { countDraft, countQuery, groupText, STUDENT_COUNTS_KEY } from './count-group.ts'

const t = withCopy(studentsCopy)

interface CountFormProps {
  group: GroupKey
  /** The record of the group; null if the group has no record or loading failed. */
  saved: StudentCount | null
  /** Whether loading the record failed. */
  failed: boolean
  /** Whether the first number takes the focus. */
  focusFirst: boolean
  onClear: () => void
}

/** The form for the numbers of one class, shift and section. */
export function CountForm({ group, saved, failed, focusFirst, onClear }: CountFormProps) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const query = countQuery(api, group)
  const state = useRecordForm<StudentCount>({
    draft: countDraft(group),
    blank: zeros,
    saved,
    toValues,
    resolver,
    send: (values, version, idempotencyKey) =>
      version === null || saved === null
        ? api.createStudentCount({ body: { ...group, ...toCounts(values) } }, { idempotencyKey })
        : api.updateStudentCount({
            params: { id: saved._id },
            body: { ...group, ...toCounts(values), __v: version },
          }),
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: (record, how) => {
      queryClient.setQueryData(query.queryKey, record)
      void queryClient.invalidateQueries({ queryKey: STUDENT_COUNTS_KEY })
      if (how === 'theirs') return
      const text = how === 'created' ? 'admin.students.saved' : 'admin.students.updated'
      notifySaved({ text: <Bilingual {...t.pair(text)} /> })
    },
  })
  const { isNew, save, idOf } = state
  const girls = idOf('girls')
  useEffect(() => {
    if (focusFirst) document.getElementById(girls)?.focus()
  }, [focusFirst, girls])
  const outcome = failed ? 'failed' : isNew ? 'new' : 'found'
  const counts = { ...toCounts(state.values), boys: saved?.boys ?? 0 }
  return (
    <RecordForm
      bare
      state={state}
      label={groupText(group)}
      nameOf={nameOf}
      shown={(_, value) => toBengaliDigits(value)}
      failed={(error) => (
        <p>
          <b>
            <Bilingual
              {...t.pair(isNew ? 'admin.students.saveError' : 'admin.students.updateError')}
            />
          </b>
          {'. '}
          {hasCode(error, 'not_found') ? t('form.gone') : failureText(error)}
        </p>
      )}
    >
      <Alert tone={failed ? 'error' : isNew ? 'warn' : 'ok'}>
        <b>{t(`students.${outcome}.title`)}</b>{' '}
        {t(`students.${outcome}.text`, { group: groupText(group) })}
      </Alert>
      <CountFields field={state.field} counts={counts} className={group.className} />
      <div className="formfoot">
        <Button look="primary" type="submit" busy={save.isPending}>
          {t(
            save.isPending
              ? 'form.saving'
              : isNew
                ? 'admin.students.save'
                : 'admin.students.update',
          )}
        </Button>
        <Button look="quiet" onClick={onClear} disabled={save.isPending}>
          {t('students.clear')}
        </Button>
        {saved && saved.__v > 0 && (
          <Link className="btn btn--quiet" to={versionsPath('studentCounts', saved._id)}>
            <Icon name="clock" /> {t('admin.versions.open')}
          </Link>
        )}
      </div>
    </RecordForm>
  )
}
