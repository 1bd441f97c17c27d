import { Outlet, ScrollRestoration } from 'react-router-dom'
import { siteText as t } from '../../ui/site-text.ts'
import { Banner } from './banner.tsx'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { PageAnnouncer } from './page-announcer.tsx'
import { Ticker } from './ticker.tsx'
import { TopStrip } from './top-strip.tsx'

/** What stands around every public page. */
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
