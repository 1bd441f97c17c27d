import { Link, useRouteError } from 'react-router-dom'
import { Button } from '../../ui/button.tsx'
import { HOME_PATH } from '../api/return-path.ts'
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

/** Where a screen's program did not arrive: the server is away, or a newer one is installed. */
export function BrokenScreen() {
  const error = useRouteError()
  return (
    <div className="state state--error" role="alert">
      <p className="state__t">
        {didNotArrive(error) ? t('admin.screen.failed') : t('error.boundary')}
      </p>
      <Button icon="retry" onClick={() => window.location.reload()}>
        {t('admin.screen.reload')}
      </Button>
    </div>
  )
}

/** A script that is not there is a `TypeError`; for a style sheet the build's loader has its own. */
function didNotArrive(error: unknown): boolean {
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
