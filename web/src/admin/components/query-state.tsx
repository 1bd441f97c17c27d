import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyBox, ErrorBox, LoadingBox, type StateMessage } from '../../ui/state-box.tsx'
import { t } from '../t.ts'

interface QueryStateProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  texts: Record<'loading' | 'error' | 'empty', string | Extract<StateMessage, { id: unknown }>>
  isEmpty: (data: T) => boolean
  /** Shown below the empty state's text. */
  whenEmpty?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the query's data, or its loading, error or empty state. Warns when the data are stale. */
export function QueryState<T>({ query, texts, isEmpty, whenEmpty, children }: QueryStateProps<T>) {
  const { data, isError, isFetching, refetch } = query
  const message = (state: keyof typeof texts): StateMessage => {
    const text = texts[state]
    return typeof text === 'string' ? { text } : text
  }
  if (data === undefined) {
    return (
      <div className="card">
        {isError ? (
          <ErrorBox {...message('error')}>
            <Button icon="retry" busy={isFetching} onClick={() => refetch()}>
              {t('error.retry')}
            </Button>
          </ErrorBox>
        ) : (
          <LoadingBox {...message('loading')} />
        )}
      </div>
    )
  }
  return (
    <>
      {isError && <Alert tone="warn">{t('admin.list.stale')}</Alert>}
      {isEmpty(data) ? (
        <div className="card">
          <EmptyBox {...message('empty')}>{whenEmpty}</EmptyBox>
        </div>
      ) : (
        children(data)
      )}
    </>
  )
}
