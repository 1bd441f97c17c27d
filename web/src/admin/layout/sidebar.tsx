import { formatNumber } from '@bidyaloy/shared/lib/bengali/digits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useAdminApi } from '../api/admin-api.ts'
import { HOME_PATH } from '../api/return-path.ts'
import { useRights } from '../api/session.ts'
import { overviewQuery, useOpenScreens } from '../components/overview-query.ts'
import { SchoolCrest } from '../components/school-crest.tsx'
import {
  approvalLink,
  homeLink,
  linksOf,
  markedLink,
  mayOpenGroup,
} from '../components/screen-links.ts'
import { SCREEN_GROUPS, type ScreenGroup, type ScreenLink } from '../feature.ts'
import { t } from '../t.ts'

/** Target of the menu button. */
export const SIDEBAR_ID = 'admin-menu'

const supportsPopover = () => 'popover' in HTMLElement.prototype

/** Opens or closes the drawer in browsers without popovers; in others its buttons do. */
export function toggleDrawer() {
  if (!supportsPopover()) document.getElementById(SIDEBAR_ID)?.toggleAttribute('data-open')
}

/** Gives a button of a popover the focus each time the popover opens; React sets no such attribute. */
const focusOnOpen = (button: HTMLElement | null) => button?.setAttribute('autofocus', '')

/** A column beside the screen; a drawer in narrow windows. */
export function Sidebar() {
  const side = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const marked = markedLink(pathname, search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer and scrolls to its link
  useEffect(() => {
    if (supportsPopover() && side.current?.matches(':popover-open')) side.current.hidePopover()
    side.current?.removeAttribute('data-open')
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
            onClick={toggleDrawer}
            aria-label={t('site.menu.close')}
          >
            <Icon name="close" />
          </button>
        </div>
        <Link className="adminnav__new" to={`${HOME_PATH}#title`}>
          <Icon name="plus" /> {t('admin.sidebar.new')}
        </Link>
        <ul>
          <ScreenItem link={homeLink} marked={marked} waiting={0} />
          {SCREEN_GROUPS.map((group) => (
            <Group key={group} group={group} marked={marked} />
          ))}
        </ul>
      </nav>
    </div>
  )
}

interface GroupProps {
  group: ScreenGroup
  /** Path of the marked link. */
  marked: string
}

/** The allowed links of a group, folded; a single one stands for its group. */
function Group({ group, marked }: GroupProps) {
  const may = useRights()
  const isApprovalOn = useSettings()?.approval ?? false
  const { data: overview } = useQuery(overviewQuery(useAdminApi()))
  const box = useRef<HTMLDetailsElement>(null)
  const countOf = (link: ScreenLink) => (overview && link.countOf?.(overview)) ?? 0
  const isLinked = (link: ScreenLink) =>
    may(link.right) && (link !== approvalLink || isApprovalOn || countOf(link) > 0)
  const links = mayOpenGroup(may, group) ? linksOf(group).filter(isLinked) : []
  const isMarked = links.some(({ path }) => path === marked)
  useLayoutEffect(() => {
    // Browsers without exclusive groups keep the others open.
    if (box.current && isMarked) box.current.open = true
  }, [isMarked])
  const [first] = links
  if (!first) return null
  if (links.length === 1) {
    return <ScreenItem link={first} marked={marked} waiting={countOf(first)} />
  }
  return (
    <li>
      <details name="admin-group" ref={box}>
        <summary>
          <Icon name={groupIcons[group]} />
          <span>{t(`admin.sidebar.group.${group}`)}</span>
          <Waiting count={links.reduce((sum, link) => sum + countOf(link), 0)} />
          <Icon name="down" />
        </summary>
        <ul>
          {links.map((link) => (
            <ScreenItem key={link.path} link={link} marked={marked} waiting={countOf(link)} />
          ))}
        </ul>
      </details>
    </li>
  )
}

const groupIcons = {
  published: 'list',
  school: 'school',
  days: 'calendar',
  system: 'cog',
} as const satisfies Record<ScreenGroup, IconName>

interface ScreenItemProps {
  link: ScreenLink
  /** Path of the marked link. */
  marked: string
  /** Shown after the text. */
  waiting: number
}

function ScreenItem({ link: { path, label, icon }, marked, waiting }: ScreenItemProps) {
  const isOpen = useOpenScreens().some((screen) => markedLink(`${HOME_PATH}/${screen}`) === path)
  return (
    <li>
      <Link
        to={path ? `${HOME_PATH}/${path}` : HOME_PATH}
        aria-current={path === marked ? 'page' : undefined}
      >
        <Icon name={icon} />
        <span>{label}</span>
        {isOpen && <span className="count3">{t('admin.sidebar.open')}</span>}
        <Waiting count={waiting} />
      </Link>
    </li>
  )
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="count3">
      {t('admin.sidebar.approval.waiting', { n: formatNumber(count) })}
    </span>
  )
}
