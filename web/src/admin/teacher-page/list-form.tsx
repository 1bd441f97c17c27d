import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useQueryClient } from '@tanstack/react-query'
import { type BaseSyntheticEvent, useState } from 'react'
import { teacherPageQuery } from '../../school/use-school.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { failureText } from '../api/failure-text.ts'
import { LastSaved, RecordForm } from '../form/record-form.tsx'
import { useRecordForm } from '../form/use-record-form.ts'
import { withCopy } from '../t.ts'
import { ReplaceDialog } from './file-form.tsx'
import { TeacherList } from './teacher-list.tsx'
import { FIELD, rowsIn, teacherResolver, teacherValues, toTeachers } from './teacher-rows.ts'

const t = withCopy(teachersCopy)

const blank = { [FIELD]: '' }
const nameOf = () => t('teachers.list.title')
const shown = (_: string, value: string) =>
  rowsIn(value)
    .map(({ name }) => name)
    .join(', ')

/** The list of people from which the server makes the page. */
export function ListForm({ saved }: { saved: TeacherPage | null }) {
  const api = useAdminApi()
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const query = teacherPageQuery(api)
  const [asking, setAsking] = useState(false)
  const state = useRecordForm<TeacherPage>({
    draft: 'teachers',
    blank,
    saved,
    toValues: teacherValues,
    resolver: teacherResolver,
    send: (values, version) =>
      api.updateTeacherPage({
        body: { teachers: toTeachers(values[FIELD] ?? ''), __v: version ?? 0 },
      }),
    reload: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    onSettled: (page, how) => {
      queryClient.setQueryData(query.queryKey, page)
      if (how === 'theirs') return
      toasts.show({ tone: 'ok', text: t('teachers.saved') })
    },
  })
  const { form, save, values, dirty } = state
  const isOfFile = saved !== null && !saved.teachers
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    // What is not right is said first; only then is there something to be asked.
    if (!isOfFile) return state.submit()
    return form.handleSubmit(() => setAsking(true))()
  }
  return (
    <RecordForm
      state={{ ...state, submit }}
      label={t('teachers.list.title')}
      nameOf={nameOf}
      shown={shown}
      failed={(error) => (
        <p>
          <b>{t('teachers.failed')}</b> {failureText(error)}
        </p>
      )}
    >
      {isOfFile && <Alert tone="warn">{t('teachers.list.fromFile')}</Alert>}
      <p className="hint">{t('teachers.list.hint')}</p>
      <TeacherList
        id={state.idOf(FIELD)}
        value={values[FIELD] ?? ''}
        onChange={(rows) =>
          form.setValue(FIELD, rows, {
            shouldDirty: true,
            shouldValidate: form.formState.submitCount > 0,
          })
        }
        error={form.formState.errors[FIELD]?.message}
        readOnly={save.isPending}
      />
      <div className="formfoot">
        <Button look="primary" type="submit" busy={save.isPending}>
          {t('teachers.save')}
        </Button>
        {dirty && !save.isPending && (
          <span className="badge badge--warn">{t('teachers.unsaved')}</span>
        )}
        <LastSaved record={saved} page="/officers_teachers" />
      </div>
      {asking && (
        <ReplaceDialog
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            void state.submit()
          }}
        >
          <p>{t('teachers.replace.byList')}</p>
        </ReplaceDialog>
      )}
    </RecordForm>
  )
}
