import { postalLine } from '@bidyaloy/shared/features/contact/contact-fields'
import { pages as contactPages } from '@bidyaloy/shared/features/contact/paths'
import { pages as disclosurePages } from '@bidyaloy/shared/features/disclosure/paths'
import { pages as privacyPages } from '@bidyaloy/shared/features/privacy/paths'
import { pages as verifyPages } from '@bidyaloy/shared/features/verify/paths'
import { pagePaths, SEARCH_PAGE } from '@bidyaloy/shared/site-addresses'
import { useEffect, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { openPicture } from '../../collections/photo.tsx'
import { useContact, useSchoolName } from '../../features/contact/queries.ts'
import { BreakableAddress, PhoneLinks } from '../../school/contact-links.tsx'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'
import { Crest } from '../school-pictures.tsx'
import { MenuButton, NavBar } from './nav-bar.tsx'
import { SidePanel } from './side-panel.tsx'
import { UrgentBand } from './urgent-band.tsx'

/** Header, navigation, side panel and footer around every public page. */
export function SiteFrame() {
  return (
    <>
      <a className="skip" href="#main">
        {t('site.skipToContent')}
      </a>
      <Banner />
      <UrgentBand />
      <NavBar />
      <Outlet />
      <SidePanel />
      <Footer />
      <PageAnnouncer />
      <ScrollRestoration />
    </>
  )
}

/** One line: crest and name, search, and on narrow screens the button of the menu. */
function Banner() {
  const { place, established } = useSettings()?.identity ?? {}
  return (
    <header className="banner">
      <div className="wrap">
        <a className="banner__home" href={pagePaths.home}>
          <Crest className="banner__crest" />
          <span>
            <span className="banner__name">{useSchoolName()}</span>
            {(place || established) && (
              <span className="meta banner__line">
                {place && <span>{place}</span>}
                {established && <span>{t('site.est', { year: established })}</span>}
              </span>
            )}
          </span>
        </a>
        <SiteSearch />
        <MenuButton />
      </div>
    </header>
  )
}

/** The search: a box on wide screens, a link to its page on narrow ones. */
function SiteSearch() {
  const { pathname, search } = useLocation()
  const isHere = pathname === SEARCH_PAGE
  const q = (isHere && new URLSearchParams(search).get('q')) || ''
  return (
    <>
      <search className="banner__search" aria-label={t('search.label')}>
        <form className="search__field" action={SEARCH_PAGE} method="get">
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
      <a
        className="banner__button banner__find"
        href={SEARCH_PAGE}
        aria-current={isHere ? 'page' : undefined}
      >
        <Icon name="search" />
        <span className="vh">{t('search.label')}</span>
      </a>
    </>
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
  { href: contactPages.contact, text: 'nav.contact' },
  { href: disclosurePages.disclosure, text: 'footer.disclosure' },
  { href: privacyPages.privacy, text: 'footer.privacy' },
  { href: verifyPages.verify, text: 'footer.verify' },
  { href: pagePaths.siteMap, text: 'footer.sitemap' },
] as const

/** Name, address, links and credits. */
function Footer() {
  const contact = useContact()
  const { credits, identity } = useSettings() ?? {}
  const phone = contact?.phone || identity?.phone
  const school = useSchoolName()
  return (
    <footer className="footer">
      <div className="footer__alpona" aria-hidden="true" />
      <div className="wrap">
        <div className="footer__grid">
          <div>
            <p className="footer__name">{school}</p>
            {contact && <address className="quiet">{postalLine(contact)}</address>}
            {phone && (
              <p>
                <PhoneLinks typed={phone} />
                {contact && (
                  <a href={`mailto:${contact.email}`} lang="en">
                    <BreakableAddress text={contact.email} />
                  </a>
                )}
              </p>
            )}
          </div>
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
