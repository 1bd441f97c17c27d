import { formatNumber } from '@bidyaloy/shared/bengali/digits'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui/icon.tsx'
import { siteText } from '../../ui/site-text.ts'
import { type ListParams, writeListParams } from './list-params.ts'

interface ListPagerProps {
  place: Partial<ListParams> & Pick<ListParams, 'page'>
  pages: number
  /** Called when another page is asked for: the reader starts at the top of the list again. */
  onTurn: () => void
}

export function ListPager({ place, pages, onTurn }: ListPagerProps) {
  if (pages < 2) return null
  const { page } = place
  const of = siteText('list.pager.of', { n: formatNumber(page), total: formatNumber(pages) })
  const to = (target: number) => ({ search: `?${writeListParams({ ...place, page: target })}` })
  return (
    <nav className="pager" aria-label={of}>
      {page > 1 ? (
        <Link className="btn" to={to(page - 1)} onClick={onTurn} preventScrollReset>
          <Icon name="left" /> {siteText('list.pager.prev')}
        </Link>
      ) : (
        <span />
      )}
      <span>{of}</span>
      {page < pages ? (
        <Link className="btn" to={to(page + 1)} onClick={onTurn} preventScrollReset>
          {siteText('list.pager.next')} <Icon name="right" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
