import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { DateText } from '../../ui/date-text.tsx'
import { useReadApi } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'

/** Query of the ticker's news. */
export const tickerNews = { limit: 2 } as const

/**
 * Shows the latest news: scrolling on wide screens, one item at a time on narrow ones. Pauses while it
 * is hovered or focused. Renders nothing without news.
 */
export function Ticker() {
  const { data: news } = useQuery(entriesQuery(useReadApi(), 'news', tickerNews))
  if (!news || news.length === 0) return null
  return (
    <section className="ticker" aria-label={t('a11y.ticker')}>
      <h2 className="ticker__label">{t('public.home.news.title')}</h2>
      <input className="ticker__pause" type="checkbox" aria-label={t('public.home.news.pause')} />
      <RunningNews news={news} />
      <a className="ticker__all" href={pagePaths.news}>
        {t('public.home.news.all')}
      </a>
    </section>
  )
}

function RunningNews({ news }: { news: readonly Entry[] }) {
  const track = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The duration depends on the width of one copy. Without JavaScript, the style sheet's default applies.
    const element = track.current
    const speed = element && Number(getComputedStyle(element).getPropertyValue('--ticker-speed'))
    if (!element || !speed) return
    const measure = () =>
      element.style.setProperty('--ticker-time', `${element.scrollWidth / 2 / speed}s`)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const items = news.map((entry) => (
    <li key={entry._id}>
      <a href={entryPath('news', entry._id)}>
        <DateText moment={entry.date} />
        {entry.title}
      </a>
    </li>
  ))
  return (
    <div className="ticker__view">
      <div className="ticker__track" ref={track}>
        <ul>{items}</ul>
        <ul aria-hidden="true" inert>
          {items}
        </ul>
      </div>
    </div>
  )
}
