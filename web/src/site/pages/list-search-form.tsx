import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'

interface ListSearchFormProps {
  path: string
  q: string
  /** Default: that it searches titles. */
  label?: string
  /** Filters that a new search keeps. */
  kept?: Readonly<Record<string, string | number | undefined>>
  /** Other controls, before the button. */
  children?: ReactNode
}

/** A search box; works without script. */
export function ListSearchForm({
  path,
  q,
  label = t('list.search'),
  kept = {},
  children,
}: ListSearchFormProps) {
  return (
    <search className="search-box">
      <form className="search" action={path} method="get">
        <label className="vh" htmlFor="q">
          {label}
        </label>
        <input
          key={q}
          className="input"
          id="q"
          name="q"
          type="search"
          maxLength={200}
          placeholder={label}
          defaultValue={q}
        />
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" {...{ name, value }} />,
        )}
        {children}
        <button className="btn btn--primary" type="submit">
          <Icon name="search" /> {t('search.submit')}
        </button>
      </form>
    </search>
  )
}
