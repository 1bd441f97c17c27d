import { desktopCopy } from '@bidyaloy/shared/copy/desktop-copy'
import type { DesktopState, Profile } from '@bidyaloy/shared/desktop/desktop-api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import crest from '../../art/crest.svg'
import rosette from '../../art/rosette.svg'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { rememberSignedIn, sessionQuery } from '../api/session.ts'
import { PageTitle } from '../components/screen-head.tsx'
import { clearSchoolCache, useDesktopState } from '../desktop-state/desktop-api.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { withCopy } from '../t.ts'
import { AddressForm, KnownSites, Step } from './school-picker.tsx'
import './connect.css'

const t = withCopy(desktopCopy)

/** Selects the school's site: at the first start, and later to switch sites. */
export function ConnectScreen() {
  const state = useDesktopState()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [found, setFound] = useState<Profile | null>(null)
  const known = found ? [] : (state?.profiles ?? [])
  const enter = () => navigate(HOME_PATH, { replace: true })
  return (
    <main className="connect" id="main">
      <PageTitle>{t('connect.page')}</PageTitle>
      <div className="connect__art">
        <img className="c" src={crest} alt="" width="120" height="120" />
        <h1>{t('connect.title')}</h1>
        <p>{t('connect.lead')}</p>
        <svg className="a" viewBox="0 0 400 400" aria-hidden="true">
          <use href={`${rosette}#r`} />
        </svg>
      </div>
      <div className="connect__form">
        {known.length > 0 && (
          <KnownSites
            profiles={known}
            current={state?.current ?? null}
            pending={pendingOf(state)}
            onOpened={async () => {
              await clearSchoolCache(queryClient)
              enter()
            }}
          />
        )}
        <Step
          number={1}
          done={found !== null}
          title={t(known.length > 0 ? 'connect.site.other' : 'connect.site')}
        >
          <AddressForm
            onFound={async (profile) => {
              await clearSchoolCache(queryClient)
              setFound(profile)
            }}
            onChange={() => setFound(null)}
          />
        </Step>
        {found && <SignInStep key={found.id} onDone={enter} />}
        {!found && state?.current && (
          <p>
            <Link to={HOME_PATH}>{t('connect.back')}</Link>
          </p>
        )}
      </div>
    </main>
  )
}

/** The number of pending changes by profile. */
function pendingOf(state: DesktopState | undefined): Readonly<Record<string, number>> {
  if (!state) return {}
  return { ...state.waitingAt, ...(state.current && { [state.current]: state.waiting }) }
}

/** The sign-in at the found site, skipped if a session exists. */
function SignInStep({ onDone }: { onDone: () => void }) {
  const session = useQuery(sessionQuery(useAdminApi()))
  const keepsSignIn = useDesktopState()?.keepsSignIn
  if (session.isPending) return null
  return (
    <Step number={2} title={t('connect.signIn')}>
      {session.data ? (
        <>
          <Alert tone="ok">{t('connect.signedIn')}</Alert>
          <Button look="primary" wide onClick={onDone}>
            {t('connect.toDashboard')}
          </Button>
        </>
      ) : (
        <SignInForm
          wide
          onSignedIn={() => {
            rememberSignedIn(true)
            onDone()
          }}
        >
          {({ fields, submit }) => (
            <div className="stack">
              {fields}
              {submit}
              {keepsSignIn === false && <p className="hint">{t('signIn.notKept')}</p>}
            </div>
          )}
        </SignInForm>
      )}
    </Step>
  )
}
