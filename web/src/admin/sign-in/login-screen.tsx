import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import rosette from '../../art/rosette.svg'
import { useSchoolName } from '../../features/contact/queries.ts'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH, safeReturnPath } from '../api/return-path.ts'
import { hasSignedInBefore, rememberSignedIn, sessionQuery } from '../api/session.ts'
import { SchoolCrest } from '../components/school-crest.tsx'
import { PageTitle } from '../components/screen-head.tsx'
import { SignInNote } from '../desktop-state/desktop-only.tsx'
import { t } from '../t.ts'
import { SignInForm } from './sign-in-form.tsx'

export function LoginScreen() {
  const api = useAdminApi()
  const schoolName = useSchoolName()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safeReturnPath(search.get('next'))
  // The redirect to this screen has already asked for the session.
  const asked = useQueryClient().getQueryState(sessionQuery(api).queryKey)?.status === 'error'
  const session = useQuery({ ...sessionQuery(api), enabled: !asked && hasSignedInBefore() })
  if (session.data) return <Navigate to={next} replace />
  return (
    <main className="signin" id="main">
      <PageTitle>{t('admin.login.title')}</PageTitle>
      <svg className="signin__alpona" viewBox="0 0 400 400" aria-hidden="true">
        <use href={`${rosette}#r`} />
      </svg>
      <div className="signin__card">
        <header>
          <SchoolCrest className="signin__crest" sizes="4rem" />
          <p>{schoolName}</p>
        </header>
        <SignInForm
          wide
          onSignedIn={() => {
            rememberSignedIn(true)
            navigate(next, { replace: true })
          }}
        >
          {({ fields, submit }) => (
            <>
              <h1>{t('admin.login.title')}</h1>
              {next !== HOME_PATH && <p className="hint">{t('admin.login.required')}</p>}
              {fields}
              {submit}
              {inDesktopApp() ? <SignInNote /> : <BrowserNote />}
            </>
          )}
        </SignInForm>
      </div>
    </main>
  )
}

function BrowserNote() {
  return (
    <>
      <p className="hint">{t('admin.login.hint')}</p>
      <p>
        <a href="/">{t('admin.login.backToSite')}</a>
      </p>
    </>
  )
}
