import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { siteText as t } from '../../ui/site-text.ts'
import { pagePaths } from '../addresses.ts'
import { type MenuItem, mainMenu } from '../menu.ts'
import { useMenusThatClose } from './use-menus-that-close.ts'

const SHEET = 'site-menu'

/**
 * The navigation: a bar on wide screens, a sheet behind a button on narrow ones. Groups and sheet
 * are the browser's own (`details`, `popover`) and work without script.
 */
export function NavBar() {
  const settings = useSettings()
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useMenusThatClose(bar)
  return (
    <div className="navbar">
      <div className="wrap">
        <button className="navbar__toggle" type="button" popoverTarget={SHEET}>
          <Icon name="menu" /> {t('site.menu.title')}
        </button>
        <nav className="navbar__quick" aria-label={t('site.menu.quick')}>
          <a href={pagePaths.notices}>{t('nav.notices')}</a>
          <a href={pagePaths.contact}>{t('nav.contact')}</a>
        </nav>
        <nav
          className="sitenav"
          id={SHEET}
          popover="auto"
          aria-label={t('a11y.nav.main')}
          ref={bar}
        >
          <div className="sitenav__head">
            <span>{t('site.menu.title')}</span>
            <button type="button" popoverTarget={SHEET} popoverTargetAction="hide">
              {t('public.gallery.modal.close')} <Icon name="close" />
            </button>
          </div>
          <ul className="sitenav__list">
            {mainMenu(settings).map((item) => (
              <li key={item.label}>
                {item.href === undefined ? (
                  <MenuGroup item={item} pathname={pathname} />
                ) : (
                  <a className="sitenav__link" {...linkTo(item.href, pathname)}>
                    {item.label}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}

function MenuGroup({ item, pathname }: { item: MenuItem; pathname: string }) {
  return (
    <details
      className="menu"
      name="site-menu-group"
      data-current={item.links.some(({ href }) => href === pathname) || undefined}
    >
      <summary className="sitenav__link">
        {item.label} <Icon name="down" />
      </summary>
      {item.links.length === 0 && <p className="menu__panel menu__none">{t('apa.empty')}</p>}
      {item.links.length > 0 && (
        <ul className="menu__panel">
          {item.links.map(({ label, href }) => (
            <li key={href}>
              {isExternal(href) ? (
                <NewTabLink href={href}>
                  {label} <Icon name="ext" />
                </NewTabLink>
              ) : (
                <a {...linkTo(href, pathname)}>{label}</a>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function linkTo(href: string, pathname: string) {
  return { href, 'aria-current': href === pathname ? ('page' as const) : undefined }
}
