import type { ReactNode } from 'react'
import { EmptyBox, ErrorBox, LoadingBox, type StateMessage } from './state-box.tsx'

export type StateTexts = Readonly<Record<'loading' | 'error' | 'empty', StateMessage | string>>

interface QueryStateProps<T> {
  query: { data: T | undefined; isError: boolean; refetch: () => unknown }
  texts: StateTexts
  /** Default: null and a list without items are empty. */
  isEmpty?: (data: T) => boolean
  /** Shown below the empty state's text. */
  whenEmpty?: ReactNode
  /** Replaces the button that loads again. */
  retry?: ReactNode
  /** Shows the states without a card of their own. */
  bare?: boolean
  children: (data: T) => ReactNode
}

const isNothing = (data: unknown) => data === null || (Array.isArray(data) && data.length === 0)

/** Renders the query's data, or its loading, error or empty state. */
export function QueryState<T>(props: QueryStateProps<T>) {
  const { query, texts, isEmpty = isNothing, whenEmpty, retry, bare = false, children } = props
  const { data, isError, refetch } = query
  if (data !== undefined && !isEmpty(data)) return children(data)
  const message = (state: keyof StateTexts): StateMessage => {
    const text = texts[state]
    return typeof text === 'string' ? { bn: text } : text
  }
  const box =
    data !== undefined ? (
      <EmptyBox {...message('empty')}>{whenEmpty}</EmptyBox>
    ) : isError ? (
      <ErrorBox {...message('error')} onRetry={refetch}>
        {retry}
      </ErrorBox>
    ) : (
      <LoadingBox {...message('loading')} />
    )
  return bare ? box : <div className="card">{box}</div>
}
