import type { Entry } from '@bidyaloy/shared/collections/entry'
import { entryPath } from '@bidyaloy/shared/collections/registry'
import { pagePaths, SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import rosette from '../../art/rosette.svg'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { openPicture } from '../../collections/photo.tsx'
import { BreakableAddress, PhoneLinks } from '../../school/contact-links.tsx'
import { useContact, useSchoolName, useSettings } from '../../school/use-school.ts'
import { SizeSwitch, ThemeSwitch } from '../../ui/appearance.tsx'
import { DateText } from '../../ui/date-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useReadApi, useToday } from '../../ui/page-context.ts'
import { t } from '../../ui/t.ts'
import { Crest } from '../school-pictures.tsx'
import { NavBar } from './nav-bar.tsx'

/** Header, navigation and footer around every public page. */
export function SiteFrame() {
  return (
    <>
      <a className="skip" href="#main">
        {t('site.skipToContent')}
      </a>
      <header>
        <TopStrip />
        <Banner />
      </header>
      <NavBar />
      <Ticker />
      <Outlet />
      <Footer />
      <PageAnnouncer />
      <ScrollRestoration />
    </>
  )
}

/** The school's name and crest. */
function Banner() {
  const identity = useSettings()?.identity
  const school = useSchoolName()
  return (
    <div className="banner">
      <div className="wrap">
        <Crest className="banner__crest" sizes="7rem" />
        <div>
          <a className="banner__name" href={pagePaths.home}>
            {school}
          </a>
          {identity && (identity.place || identity.established) && (
            <p className="banner__line">
              {identity.place && <span>{identity.place}</span>}
              {identity.established && <span>{t('site.est', { year: identity.established })}</span>}
            </p>
          )}
        </div>
        <SiteSearch />
        <svg className="banner__alpona" viewBox="0 0 400 400" aria-hidden="true">
          <use href={`${rosette}#r`} />
        </svg>
      </div>
    </div>
  )
}

/** The search box of wide screens; on narrow ones the navigation links to the search. */
function SiteSearch() {
  const { pathname, search } = useLocation()
  const q = (pathname === SEARCH_PAGE && new URLSearchParams(search).get('q')) || ''
  return (
    <search className="banner__search" aria-label={t('search.label')}>
      <form action={SEARCH_PAGE} method="get">
        <label className="vh" htmlFor="site-q">
          {t('search.label')}
        </label>
        <input
          key={q}
          className="input"
          id="site-q"
          name="q"
          type="search"
          maxLength={200}
          placeholder={t('search.label')}
          defaultValue={q}
        />
        <button type="submit">
          <Icon name="search" />
          <span className="vh">{t('search.submit')}</span>
        </button>
      </form>
    </search>
  )
}

/** Date, contact links and switches for text size and theme. */
function TopStrip() {
  const today = useToday()
  const contact = useContact()
  return (
    <div className="strip">
      <div className="wrap">
        <p className="strip__date">
          <span className="opt">{t('unit.today')} </span>
          <span className="day">{today.weekday}, </span>
          <time dateTime={today.iso}>{today.date}</time>
          <span className="opt"> · {t('site.banglaYear', { date: today.bangla })}</span>
        </p>
        {contact && (
          <div className="strip__contact">
            <PhoneLinks typed={contact.phone} icon />
            <a href={`mailto:${contact.email}`}>
              <Icon name="mail" /> <span lang="en">{contact.email}</span>
            </a>
          </div>
        )}
        <SizeSwitch />
        <ThemeSwitch />
      </div>
    </div>
  )
}

/**
 * Announces the new page's title after navigation without a document load, and moves the focus to
 * the main content, as a browser does for a document.
 */
function PageAnnouncer() {
  const location = useLocation()
  const { key, pathname } = location
  const picture = openPicture(location)
  const last = useRef({ key, pathname, picture })
  const [title, setTitle] = useState('')
  useEffect(() => {
    const before = last.current
    if (before.key === key) return
    last.current = { key, pathname, picture }
    // Opening or closing a picture is not a new page; its dialog handles the focus.
    if (before.pathname === pathname && before.picture !== picture) return
    document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [key, pathname, picture])
  return (
    <p className="vh" role="status">
      {title}
    </p>
  )
}

const footerLinks = [
  { href: pagePaths.notices, text: 'public.notices.title' },
  { href: pagePaths.downloads, text: 'public.downloads.title' },
  { href: pagePaths.studentCount, text: 'nav.students.count' },
  { href: pagePaths.siteMap, text: 'footer.sitemap' },
] as const

/** Name, address, links and credits. */
function Footer() {
  const contact = useContact()
  const credits = useSettings()?.credits
  const school = useSchoolName()
  return (
    <footer className="footer">
      <div className="footer__alpona" aria-hidden="true" />
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <p className="footer__name">
              <Crest className="footer__crest" sizes="7rem" />
              <span>{school}</span>
            </p>
            {contact && (
              <address className="quiet">
                {contact.address}
                <br />
                {contact.district} {contact.postCode}
              </address>
            )}
          </div>
          {contact && (
            <div>
              <h2>{t('nav.contact')}</h2>
              <p>
                <PhoneLinks typed={contact.phone} />
                <a href={`mailto:${contact.email}`} lang="en">
                  <BreakableAddress text={contact.email} />
                </a>
              </p>
            </div>
          )}
          <div>
            <h2>{t('footer.pages')}</h2>
            <ul className="footer__links">
              {footerLinks.map(({ href, text }) => (
                <li key={href}>
                  <a href={href}>{t(text)}</a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className="footer__credit">
          <p>{credits?.directorate || t('footer.directorate')}</p>
          {credits?.support && <p>{t('footer.support', { name: credits.support })}</p>}
        </div>
      </div>
    </footer>
  )
}

/** Query of the ticker's news. */
export const tickerNews = { limit: 2 } as const

/** The latest news, moving until paused, hovered or focused. Renders nothing without news. */
function Ticker() {
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
    // Time for the width of one copy; without script the style sheet's default time is used.
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
