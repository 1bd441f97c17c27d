import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { lotus, tornThread } from '../../ui/state-box.tsx'
import { t } from '../t.ts'

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
              {t('error.retry')}
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
      {isError && <Alert tone="warn">{t('admin.list.stale')}</Alert>}
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
