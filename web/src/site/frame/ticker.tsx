import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi } from '../../ui/read-api.ts'
import { t } from '../../ui/t.ts'
import { pagePaths } from '../addresses.ts'

/** How much of the news the ticker carries. */
export const tickerNews = { limit: 2 } as const

/**
 * The latest news, running until it is paused, pointed at or reached with the keyboard. Nothing
 * while there is none: the list of all news says so.
 */
export function Ticker() {
  const { data: news } = useQuery(entriesQuery(useReadApi(), 'news', tickerNews))
  const [paused, setPaused] = useState(false)
  const pause = useRef<HTMLInputElement>(null)
  // Firefox restores the checkbox after a reload without an event.
  useEffect(() => setPaused(pause.current?.checked ?? false), [])
  if (!news || news.length === 0) return null
  return (
    <section className="ticker" aria-label={t('a11y.ticker')} data-paused={paused || undefined}>
      <div className="wrap">
        <p className="ticker__label">{t('public.home.news.title')}</p>
        <RunningNews news={news} />
        <label className="ticker__pause">
          <input
            type="checkbox"
            ref={pause}
            onChange={(event) => setPaused(event.currentTarget.checked)}
          />
          <span className="vh">{t('public.home.news.pause')}</span>
          <Icon name="pause" className="off" />
          <Icon name="play" className="on" />
        </label>
        <a className="ticker__all" href={pagePaths.news}>
          {t('public.home.news.all')}
        </a>
      </div>
    </section>
  )
}

function RunningNews({ news }: { news: readonly Entry[] }) {
  const track = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // One copy's width at the speed of the design; without script a time of the style sheet serves.
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
