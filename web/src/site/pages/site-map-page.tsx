import { siteFiles } from '@bidyaloy/shared/site-addresses'
import { useSettings } from '../../school/use-school.ts'
import { t } from '../../ui/t.ts'
import { LinkPanelBox } from '../frame/side-panel.tsx'
import { type LinkPanel, mainMenu } from '../menu.ts'
import { Page } from '../page.tsx'

/** Every page of the site in one list, for visitors. */
export function SiteMapPage() {
  const menu = mainMenu(useSettings())
  const single = menu.flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }]))
  const panels: LinkPanel[] = [
    {
      id: 'map-pages',
      title: t('footer.pages'),
      links: [...single, { label: t('footer.feed'), href: siteFiles.feed }],
    },
    ...menu
      .filter(({ links }) => links.length > 0)
      .map(({ label, links }, index) => ({ id: `map-${index}`, title: label, links })),
  ]
  return (
    <Page title={t('footer.sitemap')} lead={t('siteMap.lead')}>
      <div className="split">
        {panels.map((panel) => (
          <LinkPanelBox key={panel.id} panel={panel} />
        ))}
      </div>
    </Page>
  )
}
