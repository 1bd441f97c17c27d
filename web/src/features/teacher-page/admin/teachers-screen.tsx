import { teacherPageAdminCopy } from '@bidyaloy/shared/features/teacher-page/admin-copy'
import type { TeacherPage } from '@bidyaloy/shared/features/teacher-page/teacher-page'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAdminApi } from '../../../admin/api/admin-api.ts'
import { HOME_PATH } from '../../../admin/api/return-path.ts'
import { useWriteApi } from '../../../admin/api/use-write-api.ts'
import { ChangeFailure } from '../../../admin/components/change-failure.tsx'
import { ConfirmDialog } from '../../../admin/components/dialogs.tsx'
import { QueryState } from '../../../admin/components/query-state.tsx'
import { ScreenHead } from '../../../admin/components/screen-head.tsx'
import { withCopy } from '../../../admin/t.ts'
import { Button } from '../../../ui/button.tsx'
import { LastUpdate } from '../../../ui/date-text.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { teacherPageQuery } from '../queries.ts'
import { FileForm } from './file-form.tsx'
import { PagePreview } from './page-preview.tsx'
import './teachers.css'

const t = withCopy(teacherPageAdminCopy)

/** The page of officers and teachers, made of the people or from an HTML file. */
export function TeachersScreen() {
  const query = useQuery(teacherPageQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={t('teachers.title')} versionsOf="teacherPage">
        {t('teachers.lead')}
      </ScreenHead>
      <QueryState
        query={query}
        texts={{ loading: t('teachers.loading'), error: t('teachers.error') }}
        isEmpty={() => false}
      >
        {(page) => <TeachersForms saved={page} />}
      </QueryState>
    </>
  )
}

function TeachersForms({ saved }: { saved: TeacherPage | null }) {
  const isOwn = saved !== null && !saved.people
  return (
    <>
      <SourceNote own={isOwn ? saved : null} />
      {/* One element for both, so that saving an own page does not remount its form. */}
      <details className="more-fields" open={isOwn || undefined}>
        <summary>
          <Icon name="down" /> {t('teachers.ownEditor')}
        </summary>
        <FileForm saved={saved} />
      </details>
      <section className="stack" aria-labelledby="current">
        <div className="row row--between">
          <h2 id="current">{t('teachers.current')}</h2>
          {saved && (
            <span className="row">
              <a className="btn btn--small" href="/officers_teachers">
                <Icon name="eye" /> {t('teachers.onSite')}
              </a>
              <a className="btn btn--small btn--quiet" href="/TeacherInformation.html">
                <Icon name="file" /> {t('teachers.alone')}
              </a>
            </span>
          )}
        </div>
        {saved ? (
          <>
            <PagePreview html={saved.html} label={t('teachers.title')} />
            <p>
              <LastUpdate moment={saved.updatedAt} />
            </p>
          </>
        ) : (
          <p className="muted">{t('teachers.current.none')}</p>
        )}
      </section>
    </>
  )
}

/** Says what the page is made of, and offers to make it of the people instead of the school's own. */
function SourceNote({ own }: { own: TeacherPage | null }) {
  const { api, notifySaved } = useWriteApi()
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { queryKey } = teacherPageQuery(api)
  const leave = useMutation({
    mutationFn: () => api.updateTeacherPage({ body: { people: true, __v: own?.__v } }),
    onSuccess: (page) => {
      queryClient.setQueryData(queryKey, page)
      setConfirming(false)
      notifySaved({ text: t('teachers.left'), records: ['teacherPage'] })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <div className="card stack stack--3">
      <p>{t(own ? 'teachers.own' : 'teachers.people')}</p>
      <p className="row">
        {own && (
          <Button small icon="swap" onClick={() => setConfirming(true)}>
            {t('teachers.leave')}
          </Button>
        )}
        <Link className="btn btn--small btn--quiet" to={`${HOME_PATH}/people`}>
          <Icon name="users" /> {t('teachers.people.open')}
        </Link>
      </p>
      {isConfirming && (
        <ConfirmDialog
          title={t('teachers.replace.title')}
          yes={{ look: 'primary', label: t('teachers.replace.yes'), busy: leave.isPending }}
          onYes={() => leave.mutate()}
          onClose={() => setConfirming(false)}
        >
          <ChangeFailure change={leave} text={t('teachers.leave.failed')} />
          <p>{t('teachers.leave.text')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
