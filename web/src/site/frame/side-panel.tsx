import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { useLocation } from 'react-router-dom'
import { useSettings } from '../../school/use-school.ts'
import { Icon } from '../../ui/icon.tsx'
import { isExternal, NewTabLink } from '../../ui/new-tab-link.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { t } from '../../ui/t.ts'
import { ADMIN_LOGIN, type LinkPanel, sidePanels } from '../menu.ts'
import { HeadTeacherPicture } from '../school-pictures.tsx'

/** Head teacher and link lists, beside or below every page. */
export function SidePanel() {
  const settings = useSettings()
  const name = settings?.headTeacher.name
  const { pathname } = useLocation()
  // On phones the panel is below the page, and the front page already shows the head teacher.
  const isRepeated = pathname === pagePaths.home && !!settings?.headTeacher.message
  return (
    <aside className="aside" aria-label={t('a11y.nav.side')}>
      {name && pathname !== pagePaths.people && (
        <section
          className={isRepeated ? 'panel headteacher headteacher--repeated' : 'panel headteacher'}
        >
          <HeadTeacherPicture />
          <div className="headteacher__name">
            <h2>{t('side.head')}</h2>
            <p>{name}</p>
          </div>
        </section>
      )}
      {sidePanels(settings).map((panel) => (
        <LinkPanelBox key={panel.id} panel={panel} />
      ))}
    </aside>
  )
}

/** A list of links with its heading. */
export function LinkPanelBox({ panel: { id, title, links } }: { panel: LinkPanel }) {
  return (
    <section className="panel">
      <SectionHead id={id} title={title} />
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
    </section>
  )
}
