import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useRouteError } from 'react-router-dom'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { siteText } from '../../ui/site-text.ts'
import { lotus, tornThread } from '../../ui/state-box.tsx'
import { adminText } from '../admin-text.tsx'
import { HOME_PATH } from '../api/return-path.ts'
import { PageTitle } from './screen-head.tsx'

interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  texts: { loading: string; error: string; empty: string }
  isEmpty: (data: T) => boolean
  /** Below the words that say there is nothing. */
  whenEmpty?: ReactNode
  children: (data: T) => ReactNode
}

/** Shows what came; until then, where it failed and where there is nothing, says so. */
export function QueryState<T>({ query, texts, isEmpty, whenEmpty, children }: QueryStateProps<T>) {
  const { data, isError, isFetching, refetch } = query
  if (data === undefined) {
    return (
      <div className="card">
        {isError ? (
          <div className="state state--error" role="alert">
            {tornThread}
            <p className="state__t">{texts.error}</p>
            <Button icon="retry" busy={isFetching} onClick={() => refetch()}>
              {siteText('error.retry')}
            </Button>
          </div>
        ) : (
          <div className="state" role="status">
            <span className="spin" aria-hidden="true" />
            <p>{texts.loading}</p>
          </div>
        )}
      </div>
    )
  }
  return (
    <>
      {isError && <Alert tone="warn">{adminText('admin.list.stale')}</Alert>}
      {isEmpty(data) ? (
        <div className="card">
          <div className="state">
            {lotus}
            <p className="state__t">{texts.empty}</p>
            {whenEmpty}
          </div>
        </div>
      ) : (
        children(data)
      )}
    </>
  )
}

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
        {didNotArrive(error) ? adminText('admin.screen.failed') : siteText('error.boundary')}
      </p>
      <Button icon="retry" onClick={() => window.location.reload()}>
        {adminText('admin.screen.reload')}
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
      <PageTitle>{siteText('error.404.title')}</PageTitle>
      <h1>{siteText('error.404.title')}</h1>
      <p>{siteText('error.404.body')}</p>
      <Link className="btn" to={HOME_PATH}>
        {adminText('admin.sidebar.home')}
      </Link>
    </div>
  )
}
