import type { ReadApi } from '@bidyaloy/shared/api/api'
import type { Entry } from '@bidyaloy/shared/collections/entry'
import type { MenuGroup } from '@bidyaloy/shared/collections/entry-properties'
import { entryAddress } from '@bidyaloy/shared/collections/registry'
import type { SiteLink } from '@bidyaloy/shared/features/settings/settings'
import { pagePaths } from '@bidyaloy/shared/site-addresses'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { collectionKey } from '../collections/entry-queries.ts'
import { eserviceLinks, governmentLinks, internalResultLinks } from '../school/standard-links.ts'
import { useSettings } from '../school/use-school.ts'
import { isExternal } from '../ui/new-tab-link.tsx'
import { useReadApi } from '../ui/page-context.ts'
import { t } from '../ui/t.ts'
import { type EntryList, entryLists } from './entry-lists.ts'
import { featurePages } from './features.ts'

export const ADMIN_LOGIN = '/admin/login'

/** A group of the navigation, or a single link if `href` is set. */
export interface MenuItem {
  /** The group that own pages can stand in. */
  group?: MenuGroup
  label: string
  href?: string
  links: readonly SiteLink[]
}

/** An own page in the navigation. */
type MenuPage = Pick<Entry, '_id' | 'slug' | 'title' | 'menu'>

/** The own pages of the navigation in their order, with what their links need. */
export const menuPagesQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: [...collectionKey('pages'), 'menu'],
    queryFn: async ({ signal }): Promise<MenuPage[]> => {
      const list = { params: { collection: 'pages' }, query: { sort: 'order' } } as const
      const pages = await api.listEntries(list, { signal })
      return pages.flatMap(({ _id, slug, title, menu }) => (menu ? { _id, slug, title, menu } : []))
    },
  })

/** Titles of the own pages that visitors come for. */
const wantedTitles = {
  routine: /রুটিন/,
  admission: /ভর্তি/,
  fees: /(^|\s)(ফি|বেতন)/,
} as const
export type WantedPage = keyof typeof wantedTitles

/** Returns the address of the first own page of the navigation that is about this. */
export function findWantedPage(pages: readonly MenuPage[], wanted: WantedPage): string | undefined {
  const page = pages.find(({ title }) => wantedTitles[wanted].test(title))
  return page && entryAddress('pages', page)
}

/** Paths of the pages whose link only some schools need, if this one does. */
export const neededLinksQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: ['needed links'],
    queryFn: async ({ signal }) => {
      const links = featurePages.map(async ({ path, menu, takesOver }) =>
        (await (menu ?? takesOver)?.isNeeded?.(api, signal)) ? [path] : [],
      )
      return (await Promise.all(links)).flat()
    },
  })

/** Address of the notices about fees; null without any. */
export const feeNoticesQuery = (api: ReadApi) =>
  queryOptions({
    queryKey: [...collectionKey('notices'), 'fees'],
    queryFn: async ({ signal }) => {
      const list = { params: { collection: 'notices' }, query: { kind: 'fee' } } as const
      const { total } = await api.entryStats(list, { signal })
      return total > 0 ? `${pagePaths.notices}?kind=fee` : null
    },
  })

/** What the school's own links depend on. */
export function useOwnLinks() {
  const api = useReadApi()
  const settings = useSettings()
  const { data: pages = [] } = useQuery(menuPagesQuery(api))
  const { data: needed = [] } = useQuery(neededLinksQuery(api))
  /** Returns the address of what the school itself has about a service, by the path of its page. */
  const ownHrefOf = (path: string): string | undefined =>
    path === pagePaths.payment
      ? findWantedPage(pages, 'fees')
      : featurePages.find((page) => page.takesOver?.path === path && needed.includes(page.path))
          ?.path
  /** Returns where the standard link to a service leads. A service elsewhere keeps its page. */
  const hrefOf = (path: string): string =>
    (!(path === pagePaths.payment && settings?.services.payment) && ownHrefOf(path)) || path
  return { settings, pages, needed, hrefOf, ownHrefOf }
}
type OwnLinks = ReturnType<typeof useOwnLinks>

/** The navigation in its order: the fixed links of each group, then the school's own pages. */
export function useMainMenu(): MenuItem[] {
  const { pages, ...own } = useOwnLinks()
  return fixedMenu(own).map((item) => {
    const ownPages = pages.filter(({ menu }) => menu === item.group)
    const all = [
      ...item.links,
      ...ownPages.map((page) => ({ label: page.title, href: entryAddress('pages', page) })),
    ]
    // A standard link that leads to an own page has its title.
    const links = item.group ? [...new Map(all.map((link) => [link.href, link])).values()] : all
    const [only, ...more] = links
    const isPlain = only && more.length === 0 && !isExternal(only.href)
    return { ...item, links, ...(isPlain && { href: only.href }) }
  })
}

/**
 * Returns the link of the navigation that leads to an address: to just this search of a page, or to
 * the page.
 */
export function currentLink(
  menu: readonly MenuItem[],
  { pathname, search }: { pathname: string; search: string },
): SiteLink | undefined {
  const asked = new URLSearchParams(search)
  const here = menu
    .flatMap(({ label, href, links }) => (href === undefined ? links : [{ label, href }]))
    .filter(({ href }) => encodeURI(pathOf(href)) === pathname)
  const searches = here.filter(({ href }) => href.includes('?'))
  return (
    searches.find(({ href }) =>
      [...searchOf(href)].every(([name, value]) => asked.get(name) === value),
    ) ?? here.find((link) => !searches.includes(link))
  )
}

const pathOf = (href: string) => href.replace(/[?#].*$/, '')

export const searchOf = (href: string) => new URLSearchParams(href.slice(pathOf(href).length))

/** Returns the navigation without own pages. */
function fixedMenu({
  settings,
  needed,
  hrefOf,
}: Pick<OwnLinks, 'settings' | 'needed' | 'hrefOf'>): MenuItem[] {
  /** Links to the pages of features in a group of the navigation, or beside the groups. */
  const featureLinks = (group?: MenuGroup, isFirst = false): SiteLink[] =>
    featurePages.flatMap(({ path, menu }) =>
      menu &&
      menu.group === group &&
      (menu.isFirst ?? false) === isFirst &&
      (!menu.isNeeded || needed.includes(path))
        ? [{ label: menu.label, href: path }]
        : [],
    )
  /** A group: its links, between those to the pages of features. */
  const menuGroup = (group: MenuGroup, links: readonly SiteLink[]): MenuItem => ({
    group,
    label: t(`nav.${group}`),
    links: [...featureLinks(group, true), ...links, ...featureLinks(group)],
  })
  return [
    { label: t('nav.home'), href: pagePaths.home, links: [] },
    menuGroup('papers', listLinks('papers')),
    menuGroup('intro', [
      { label: t('nav.intro.history'), href: pagePaths.history },
      ...listLinks('intro'),
    ]),
    menuGroup('manpower', []),
    menuGroup('students', [
      { label: t('nav.students.attendance'), href: hrefOf(pagePaths.attendance) },
      { label: t('nav.students.payment'), href: hrefOf(pagePaths.payment) },
      ...listLinks('students'),
    ]),
    menuGroup('results', [
      ...internalResultLinks(settings?.services),
      { label: t('nav.results.public'), href: hrefOf(pagePaths.publicResult) },
      ...listLinks('results'),
    ]),
    menuGroup('gallery', [
      { label: t('nav.gallery.main'), href: pagePaths.gallery },
      { label: settings?.jubilee.title || t('nav.gallery.jubilee'), href: pagePaths.jubilee },
      { label: t('public.albums.title'), href: pagePaths.albums },
    ]),
    ...featureLinks().map((link) => ({ ...link, links: [] })),
    { label: t('nav.apa.short'), links: settings?.menus.apa ?? [] },
    { label: t('nav.integrity.short'), links: settings?.menus.integrity ?? [] },
  ]
}

/** Links to the entry lists of a group of the navigation. */
function listLinks(menu: EntryList['menu']): SiteLink[] {
  return entryLists
    .filter((list) => list.menu === menu)
    .map(({ title, path }) => ({ label: t(title), href: path }))
}

export interface LinkPanel {
  id: string
  title: string
  links: readonly SiteLink[]
}

/** The link lists of the side panel. */
export function useSidePanels(): LinkPanel[] {
  const { settings, hrefOf } = useOwnLinks()
  const set = settings?.sideLinks
  const webmail = settings?.services.webmail
  const chosen = (links: readonly SiteLink[] | undefined, otherwise: readonly SiteLink[]) =>
    links && links.length > 0 ? links : otherwise
  return [
    {
      id: 'side-eservices',
      title: t('side.eservices'),
      links: chosen(set?.eservices, eserviceLinks(settings?.services, hrefOf)),
    },
    {
      id: 'side-government',
      title: t('side.links.gov'),
      links: chosen(set?.government, governmentLinks),
    },
    {
      id: 'side-webmaster',
      title: t('side.webmaster'),
      links: [
        ...(set?.webmaster ?? []),
        ...(webmail ? [{ label: t('side.webmaster.mail'), href: webmail }] : []),
        { label: t('footer.sitemap'), href: pagePaths.siteMap },
        { label: t('side.admin.login'), href: ADMIN_LOGIN },
      ],
    },
  ]
}
