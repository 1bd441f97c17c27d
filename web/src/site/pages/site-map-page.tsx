import { entryAddress } from '@bidyaloy/shared/collections/registry'
import { pages as privacyPages } from '@bidyaloy/shared/features/privacy/paths'
import { classPath } from '@bidyaloy/shared/school/classes'
import { formatClasses } from '@bidyaloy/shared/school/format-classes'
import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { useQuery } from '@tanstack/react-query'
import { entriesQuery } from '../../collections/entry-queries.ts'
import { classesQuery } from '../../school/use-school.ts'
import { useReadApi } from '../../ui/page-context.ts'
import { LinkList } from '../frame/side-panel.tsx'
import { type LinkPanel, useMainMenu } from '../menu.ts'
import { Page } from '../page.tsx'
import { t } from './t.ts'

/** Query of the school's own pages. */
export const ownPages = { sort: 'order' } as const

/** Every page of the site in one list, for visitors. */
export function SiteMapPage() {
  const menu = useMainMenu()
  const { data: pages = [] } = useQuery(entriesQuery(useReadApi(), 'pages', ownPages))
  const single = [
    ...menu.filter(({ links }) => links.length === 0),
    // Pages of the navigation are in their group.
    ...pages
      .filter((page) => page.menu === undefined)
      .map((page) => ({ label: page.title, href: entryAddress('pages', page) })),
  ].flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }]))
  const { data: classes = [] } = useQuery(classesQuery(useReadApi()))
  const panels: LinkPanel[] = [
    {
      id: 'map-pages',
      title: t('footer.pages'),
      links: [
        ...single,
        { label: t('footer.privacy'), href: privacyPages.privacy },
        { label: t('footer.feed'), href: siteFiles.feed },
      ],
    },
    ...menu
      .filter(({ links }) => links.length > 0)
      .map(({ label, links }, index) => ({ id: `map-${index}`, title: label, links })),
    ...(classes.length > 0
      ? [
          {
            id: 'map-classes',
            title: t('students.col.class'),
            links: classes.map((name) => ({ label: formatClasses([name]), href: classPath(name) })),
          },
        ]
      : []),
  ]
  return (
    <Page title={t('footer.sitemap')} lead={t('siteMap.lead')}>
      <div className="split">
        {panels.map((panel) => (
          <section className="panel" key={panel.id} aria-labelledby={panel.id}>
            <h2 id={panel.id}>{panel.title}</h2>
            <LinkList links={panel.links} />
          </section>
        ))}
      </div>
    </Page>
  )
}
