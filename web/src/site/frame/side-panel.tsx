import { pages as peoplePages } from '@bidyaloy/shared/features/people/paths'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { t } from '../../ui/t.ts'
import { ADMIN_LOGIN, type LinkPanel, useSidePanels } from '../menu.ts'
import { HeadTeacherPicture } from '../school-pictures.tsx'

/** Head teacher and lists of links, below every page: folded, but for the front page. */
export function SidePanel() {
  const settings = useSettings()
  const name = settings?.headTeacher.name
  const { pathname } = useLocation()
  const isFront = pathname === pagePaths.home
  // These pages show the head teacher themselves.
  const isRepeated = pathname === peoplePages.people || (isFront && settings?.headTeacher.message)
  return (
    <aside className="aside" aria-label={t('a11y.nav.side')}>
      <div className="wrap">
        {name && !isRepeated && (
          <div className="headteacher">
            <HeadTeacherPicture sizes="3.5rem" />
            <p>
              {t('side.head')} <b>{name}</b>
            </p>
          </div>
        )}
        {useSidePanels().map((panel) => (
          <details className="panel" key={panel.id} open={isFront}>
            <summary>
              <h2>{panel.title}</h2>
              <Icon name="down" />
            </summary>
            <LinkList links={panel.links} />
          </details>
        ))}
      </div>
    </aside>
  )
}

/** The links of a panel. */
export function LinkList({ links }: Pick<LinkPanel, 'links'>) {
  return (
    <ul className="linklist">
      {links.map(({ label, href }) => (
        <li key={href}>
          {isExternal(href) ? (
            <NewTabLink href={href}>
              {label} <Icon name="ext" />
            </NewTabLink>
          ) : (
            <a href={href}>
              {label} <Icon name={href === ADMIN_LOGIN ? 'lock' : 'right'} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
