import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SiteTextKey } from '../../ui/site-text.ts'
import { EmptyBox, ErrorBox, LoadingBox } from '../../ui/state-box.tsx'

interface RecordBoxProps<T> {
  query: Pick<UseQueryResult<T | null>, 'data' | 'isError' | 'refetch'>
  texts: Record<'loading' | 'error' | 'empty', SiteTextKey>
  children: (data: T) => ReactNode
}

/** Shows what came; until then, and where nothing did, says how it stands. */
export function RecordBox<T>({ query, texts, children }: RecordBoxProps<T>) {
  const { data, isError, refetch } = query
  const isEmpty = data === null || (Array.isArray(data) && data.length === 0)
  if (data !== undefined && data !== null && !isEmpty) return children(data)
  return (
    <div className="card">
      {isEmpty ? (
        <EmptyBox id={texts.empty} />
      ) : isError ? (
        <ErrorBox id={texts.error} onRetry={() => refetch()} />
      ) : (
        <LoadingBox id={texts.loading} />
      )}
    </div>
  )
}
