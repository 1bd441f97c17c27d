import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { SizeSwitch, ThemeSwitch } from '../../ui/appearance.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { t } from '../../ui/t.ts'
import { currentLink, type MenuItem, useMainMenu } from '../menu.ts'

const MENU_ID = 'site-menu'

/**
 * Opens the navigation on narrow screens. Browsers without popovers show a link in place of the button,
 * and the list in the page while the address names it.
 */
export function MenuButton() {
  const content = (
    <>
      <Icon name="menu" />
      <span className="vh">{t('site.menu.title')}</span>
    </>
  )
  return (
    <>
      <button className="banner__button banner__menu" type="button" popoverTarget={MENU_ID}>
        {content}
      </button>
      <a className="banner__button banner__menu" href={`#${MENU_ID}`}>
        {content}
      </a>
    </>
  )
}

/**
 * The navigation: a bar on wide screens, a sheet behind a button on narrow ones. Groups and sheet
 * are native (`details`, `popover`) and work without script.
 */
export function NavBar() {
  const menu = useMainMenu()
  const menuRef = useRef<HTMLElement>(null)
  const current = currentLink(menu, useLocation())?.href
  useCloseMenus(menuRef)
  return (
    <div className="navbar">
      <div className="wrap">
        <nav
          className="sitenav"
          id={MENU_ID}
          popover="auto"
          aria-label={t('a11y.nav.main')}
          ref={menuRef}
        >
          <div className="sitenav__head">
            <span>{t('site.menu.title')}</span>
            <button type="button" popoverTarget={MENU_ID} popoverTargetAction="hide">
              {t('public.gallery.modal.close')} <Icon name="close" />
            </button>
            <a href="#top">
              {t('public.gallery.modal.close')} <Icon name="close" />
            </a>
          </div>
          <ul className="sitenav__list">
            {menu.map((item) => (
              <li key={item.label}>
                {item.href === undefined ? (
                  <MenuGroup item={item} current={current} />
                ) : (
                  <a className="sitenav__link" {...linkTo(item.href, current)}>
                    {item.label}
                  </a>
                )}
              </li>
            ))}
            <li>
              <Appearance />
            </li>
          </ul>
        </nav>
      </div>
    </div>
  )
}

/** Text size and theme. */
function Appearance() {
  return (
    <details className="menu" name="site-menu-group">
      <summary className="sitenav__link">
        <span>
          <Icon name="eye" /> <span className="sitenav__look">{t('site.look')}</span>
        </span>{' '}
        <Icon name="down" />
      </summary>
      <div className="menu__panel menu__look">
        <SizeSwitch />
        <ThemeSwitch />
      </div>
    </details>
  )
}

function MenuGroup({ item, current }: { item: MenuItem; current: string | undefined }) {
  return (
    <details
      className="menu"
      name="site-menu-group"
      data-current={item.links.some(({ href }) => href === current) || undefined}
    >
      <summary className="sitenav__link">
        {item.label} <Icon name="down" />
      </summary>
      {item.links.length === 0 ? (
        <p className="menu__panel menu__none">{t('apa.empty')}</p>
      ) : (
        <ul className="menu__panel">
          {item.links.map(({ label, href }) => (
            <li key={href}>
              {isExternal(href) ? (
                <NewTabLink href={href}>
                  {label} <Icon name="ext" />
                </NewTabLink>
              ) : (
                <a {...linkTo(href, current)}>{label}</a>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function linkTo(href: string, current: string | undefined) {
  return { href, 'aria-current': href === current ? ('page' as const) : undefined }
}

/**
 * Enhances the browser's menus: one group open at a time in every browser, Escape and a click
 * outside close the groups, and navigation closes everything.
 */
function useCloseMenus(menuRef: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  const last = useRef(key)

  useEffect(() => {
    // A menu that was opened before hydration stays open.
    if (!menuRef.current || last.current === key) return
    last.current = key
    closeGroups(menuRef.current)
    const supportsPopover = 'popover' in HTMLElement.prototype
    if (supportsPopover && menuRef.current.matches(':popover-open')) menuRef.current.hidePopover()
  }, [menuRef, key])

  useEffect(() => {
    const menu = menuRef.current
    if (!menu) return
    const onToggle = ({ target }: Event) => {
      if (target instanceof HTMLDetailsElement && target.open) closeGroups(menu, target)
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && !menu.contains(target)) closeGroups(menu)
    }
    const onKey = (event: KeyboardEvent) => {
      const open = menu.querySelector('details[open]')
      if (event.key !== 'Escape' || !open) return
      const hadFocus = open.contains(document.activeElement)
      closeGroups(menu)
      if (hadFocus) open.querySelector('summary')?.focus()
    }
    menu.addEventListener('toggle', onToggle, true)
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      menu.removeEventListener('toggle', onToggle, true)
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [menuRef])
}

function closeGroups(menu: HTMLElement, except?: HTMLDetailsElement): void {
  for (const group of menu.querySelectorAll<HTMLDetailsElement>('details[open]')) {
    if (group !== except) group.open = false
  }
}
