import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { QueryState as SiteQueryState, type StateTexts } from '../../ui/query-state.tsx'
import { t } from '../t.ts'

type QueryStateProps<T> = Omit<ComponentProps<typeof SiteQueryState<T>>, 'texts'> & {
  query: Pick<UseQueryResult<T>, 'isFetching'>
  /** `empty` is omitted for data that are never empty. */
  texts: Omit<StateTexts, 'empty'> & Partial<StateTexts>
}

/** `QueryState` of the dashboard: also warns when the data are stale. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { data, isError, isFetching, refetch } = props.query
  return (
    <>
      {isError && data !== undefined && <Alert tone="warn">{t('admin.list.stale')}</Alert>}
      <SiteQueryState
        {...props}
        texts={{ empty: '', ...props.texts }}
        retry={
          <Button icon="retry" busy={isFetching} onClick={() => refetch()}>
            {t('error.retry')}
          </Button>
        }
      />
    </>
  )
}
