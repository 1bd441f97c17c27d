import type { TeacherPage } from '@bidyaloy/shared/school/teacher-page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { teacherPageQuery } from '../../school/use-school.ts'
import { LastUpdate } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { QueryState } from '../components/query-state.tsx'
import { ScreenHead } from '../components/screen-head.tsx'
import { FileForm, PagePreview } from './file-form.tsx'
import { ListForm } from './teacher-list.tsx'
import './teachers.css'
import { teachersCopy } from '@bidyaloy/shared/copy/teachers-copy'
import { withCopy } from '../t.ts'

const t = withCopy(teachersCopy)

const WAYS = ['list', 'file'] as const
type Way = (typeof WAYS)[number]

/** The page of officers and teachers: a list typed here, or a file made elsewhere. */
export function TeachersScreen() {
  const query = useQuery(teacherPageQuery(useAdminApi()))
  return (
    <>
      <ScreenHead title={t('teachers.title')}>{t('teachers.lead')}</ScreenHead>
      <QueryState
        query={query}
        texts={{
          loading: t('teachers.loading'),
          error: t('teachers.error'),
          empty: '',
        }}
        isEmpty={() => false}
      >
        {(page) => <TeachersForms saved={page} />}
      </QueryState>
    </>
  )
}

function TeachersForms({ saved }: { saved: TeacherPage | null }) {
  const [way, setWay] = useState<Way>(saved && !saved.teachers ? 'file' : 'list')
  return (
    <>
      <fieldset className="ways">
        <legend className="vh">{t('teachers.way')}</legend>
        {WAYS.map((one) => (
          <label key={one}>
            <input type="radio" name="way" checked={way === one} onChange={() => setWay(one)} />
            <Icon name={one === 'list' ? 'table' : 'upload'} />
            <span>{t(`teachers.way.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      {/* Both stay: what was typed or chosen in one is still there after a look at the other. */}
      <div hidden={way !== 'list'}>
        <ListForm saved={saved} />
      </div>
      <div hidden={way !== 'file'}>
        <FileForm saved={saved} />
      </div>
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
