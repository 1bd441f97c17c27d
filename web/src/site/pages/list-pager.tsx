import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { Icon } from '../../ui/icon.tsx'
import { t } from './t.ts'

interface ListPagerProps {
  /** From 1. */
  page: number
  pages: number
  href: (page: number) => string
}

/** Links to the pages of a list; nothing for a single page. */
export function ListPager({ page, pages, href }: ListPagerProps) {
  if (pages < 2) return null
  return (
    <nav className="pager" aria-label={t('list.pager')}>
      {page > 1 && page <= pages && (
        <a className="more" href={href(page - 1)} rel="prev">
          <Icon name="left" /> {t('list.pager.prev')}
        </a>
      )}
      <ol>
        {pagerNumbers(page, pages).map((n, i) => (
          <li key={n === 0 ? `gap${i}` : n}>
            {n === 0 ? (
              <span aria-hidden="true">…</span>
            ) : n === page ? (
              <span aria-current="page">
                <span className="vh">{t('list.pager')} </span>
                {formatNumber(n)}
              </span>
            ) : (
              <a href={href(n)}>
                <span className="vh">{t('list.pager')} </span>
                {formatNumber(n)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className="more" href={href(page + 1)} rel="next">
          {t('list.pager.next')} <Icon name="right" />
        </a>
      )}
    </nav>
  )
}

/** Returns the page numbers of a pager: first, last and those around `page`; 0 is a gap. */
export function pagerNumbers(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  const sorted = [...new Set(shown)].sort((a, b) => a - b)
  return sorted.flatMap((n, i) => {
    const gap = n - (sorted[i - 1] ?? 0)
    if (gap === 2) return [n - 1, n]
    return gap > 2 ? [0, n] : [n]
  })
}
