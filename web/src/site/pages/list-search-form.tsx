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
  /** Other controls, beside the field. */
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
        <div className="search__field">
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
          <button type="submit">
            <Icon name="search" />
            <span className="vh">{t('search.submit')}</span>
          </button>
        </div>
        {Object.entries(kept).map(
          ([name, value]) => value && <input key={name} type="hidden" {...{ name, value }} />,
        )}
        {children}
      </form>
    </search>
  )
}
