import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { SizeSwitch, ThemeSwitch } from '../../ui/appearance.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { inDesktopApp } from '../api/in-desktop-app.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { overviewQuery } from '../components/overview-query.ts'
import { SchoolCrest } from '../components/school-crest.tsx'
import {
  approvalLink,
  contentLinks,
  desktopLinks,
  homeLink,
  schoolLinks,
} from '../components/screen-links.ts'
import type { ScreenLink } from '../feature.ts'
import { t } from '../t.ts'

/** Target of the menu button. */
export const SIDEBAR_ID = 'admin-menu'

/** Gives a button of a popover the focus each time the popover opens; React sets no such attribute. */
const focusOnOpen = (button: HTMLElement | null) => button?.setAttribute('autofocus', '')

/** A column beside the screen; a drawer in narrow windows. */
export function Sidebar() {
  const side = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer and scrolls to its link
  useEffect(() => {
    if (side.current?.matches(':popover-open')) side.current.hidePopover()
    side.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <div className="admin__side" id={SIDEBAR_ID} popover="auto" ref={side}>
      <nav className="adminnav" aria-label={t('a11y.nav.admin')}>
        <div className="admin__title">
          <SchoolCrest className="admin__crest" sizes="3rem" />
          <div>
            <b>{t('admin.sidebar.title')}</b>
            <span lang="en">{t.en('admin.sidebar.title')}</span>
          </div>
          <button
            className="admin__close"
            type="button"
            ref={focusOnOpen}
            popoverTarget={SIDEBAR_ID}
            popoverTargetAction="hide"
            aria-label={t('site.menu.close')}
          >
            <Icon name="close" />
          </button>
        </div>
        <Links links={[homeLink, ...contentLinks]} />
        <hr />
        <ApprovalLinks />
        <Links links={schoolLinks} />
        {inDesktopApp() && (
          <>
            <hr />
            <Links links={desktopLinks} />
          </>
        )}
        <div className="admin__look">
          <SizeSwitch />
          <ThemeSwitch />
        </div>
      </nav>
    </div>
  )
}

/** The screen of approval with the number that waits, for those who approve. */
function ApprovalLinks() {
  const isAllowed = useRights()('approve')
  const isOn = useSettings()?.approval ?? false
  const { data } = useQuery({ ...overviewQuery(useAdminApi()), enabled: isAllowed })
  const waiting = data?.waiting
  if (!waiting || (!isOn && waiting.length === 0)) return null
  return <Links links={[approvalLink]} waiting={waiting.length} />
}

interface LinksProps {
  links: readonly ScreenLink[]
  /** Shown after the text. */
  waiting?: number
}

function Links({ links, waiting = 0 }: LinksProps) {
  const may = useRights()
  const allowed = links.filter(({ right }) => may(right))
  return (
    <ul>
      {allowed.map(({ path, label, icon }) => (
        <li key={path}>
          <NavLink to={path ? `${HOME_PATH}/${path}` : HOME_PATH} end={path === ''}>
            <Icon name={icon} />
            <span>{label}</span>
            {waiting > 0 && (
              <span className="badge badge--warn">
                {t('admin.sidebar.approval.waiting', { n: formatNumber(waiting) })}
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
