import type { Right } from '@bidyaloy/shared/school/roles'
import type { ReactNode } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { t } from '../t.ts'
import { PageTitle } from './screen-head.tsx'

export function WaitingScreen({ text }: { text: string }) {
  return (
    <main className="signin" id="main">
      <p className="row" role="status">
        <span className="spin" aria-hidden="true" /> {text}
      </p>
    </main>
  )
}

/** Error boundary of the routes: a script did not load, or a screen threw. */
export function BrokenScreen() {
  const error = useRouteError()
  return (
    <div className="state state--error" role="alert">
      <p className="state__t">
        {isLoadError(error) ? t('admin.screen.failed') : t('error.boundary')}
      </p>
      <Button icon="retry" onClick={() => window.location.reload()}>
        {t('admin.screen.reload')}
      </Button>
    </div>
  )
}

/** A failed import of a script is a `TypeError`; Vite's loader reports style sheets by message. */
function isLoadError(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return error instanceof Error && error.message.startsWith('Unable to preload CSS')
}

export function UnknownScreen() {
  return (
    <div className="state">
      <PageTitle>{t('error.404.title')}</PageTitle>
      <h1>{t('error.404.title')}</h1>
      <p>{t('error.404.body')}</p>
      <Link className="btn" to={HOME_PATH}>
        {t('admin.sidebar.home')}
      </Link>
    </div>
  )
}

/** At an address outside the dashboard. */
export function UnknownPage() {
  return (
    <main className="signin" id="main">
      <UnknownScreen />
    </main>
  )
}

interface RightGateProps {
  /** Undefined for screens that everyone may open. */
  right: Right | undefined
  children: ReactNode
}

/** Shows a screen to those who have its right; others see a sentence. */
export function RightGate({ right, children }: RightGateProps) {
  const may = useRights()
  if (may(right)) return children
  return (
    <div className="state">
      <PageTitle>{t('admin.forbidden.title')}</PageTitle>
      <h1>{t('admin.forbidden.title')}</h1>
      <p>{t('admin.forbidden.body')}</p>
      <Link className="btn" to={HOME_PATH}>
        {t('admin.sidebar.home')}
      </Link>
    </div>
  )
}
