import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'

/** Search in titles; works without script. */
export function ListSearchForm({ path, q }: { path: string; q: string }) {
  return (
    <search className="search-box">
      <form className="search" action={path} method="get">
        <label className="vh" htmlFor="q">
          {t('list.search')}
        </label>
        <input
          key={q}
          className="input"
          id="q"
          name="q"
          type="search"
          maxLength={200}
          placeholder={t('list.search')}
          defaultValue={q}
        />
        <button className="btn btn--primary" type="submit">
          <Icon name="search" /> {t('search.submit')}
        </button>
      </form>
    </search>
  )
}
