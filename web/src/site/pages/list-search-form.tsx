import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'

interface ListSearchFormProps {
  path: string
  q: string
  /** Default: that it searches titles. */
  label?: string
}

/** A search box; works without script. */
export function ListSearchForm({ path, q, label = t('list.search') }: ListSearchFormProps) {
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
        <button className="btn btn--primary" type="submit">
          <Icon name="search" /> {t('search.submit')}
        </button>
      </form>
    </search>
  )
}
